import Foundation
import Lab
import Testing

/// A folder with the files of a suite, there for one test, and what plays it.
struct TestSuite: ~Copyable {
    static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    let folder: String
    let workbench = Workbench(
        resources: LabResources(
            profiles: [Self.root + "/Profiles"], fixtures: [Self.root + "/Fixtures"]))

    /// - Parameter files: texts by path below the folder.
    init(_ files: KeyValuePairs<String, String>) throws {
        folder = NSTemporaryDirectory() + "hlslab-suite-" + UUID().uuidString
        for (name, text) in files {
            let path = URL(filePath: "\(folder)/suite/\(name)")
            try FileManager.default.createDirectory(
                at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: path)
        }
    }

    deinit {
        // A folder that cannot be removed is the system's to clean.
        try? FileManager.default.removeItem(atPath: folder)
    }

    var path: String { folder + "/suite" }

    /// In virtual time, into a folder of its own.
    func wishes(
        out: String = "out", _ change: (inout SuiteWishes) -> Void = { _ in }
    ) -> SuiteWishes {
        var wishes = SuiteWishes(paths: [path])
        wishes.link = "simulate"
        wishes.out = "\(folder)/\(out)"
        change(&wishes)
        return wishes
    }

    func play(
        engine: String = "engine", out: String = "out",
        _ change: (inout SuiteWishes) -> Void = { _ in }
    ) async throws -> SuiteOutcome {
        let suite = try workbench.prepareSuite(
            wishes(out: out, change), engine: engine, now: Date(timeIntervalSince1970: 0))
        return try await suite.run { _ in }
    }

    /// Names of the cases that would be played or skipped.
    func names(_ change: (inout SuiteWishes) -> Void = { _ in }) throws -> [String] {
        try workbench.suiteList(wishes(change), engine: "engine").text.split(separator: "\n")
            .dropLast().map(String.init)
    }

    func bytes(_ name: String) throws -> Data {
        try Data(contentsOf: URL(filePath: "\(folder)/\(name)"))
    }
}
