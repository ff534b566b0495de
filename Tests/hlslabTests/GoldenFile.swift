import Foundation
import Testing

/// A text that people read, as a file below `Golden`. With `HLSLAB_GOLDEN=write` in the environment the
/// files are written anew instead of compared:
///
///     HLSLAB_GOLDEN=write swift test --disable-xctest --filter GoldenTests
enum GoldenFile {
    static let folder = Invocation.root + "/Tests/hlslabTests/Golden"

    static var isWriting: Bool {
        ProcessInfo.processInfo.environment["HLSLAB_GOLDEN"] == "write"
    }

    /// Compares, or writes.
    static func expect(_ text: String, is name: String) throws {
        let url = URL(filePath: "\(folder)/\(name)")
        guard !isWriting else {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: url, atomically: true, encoding: .utf8)
            return
        }
        guard let golden = FileManager.default.contents(atPath: url.path) else {
            Issue.record("there is no Golden/\(name); see GoldenFile for how to write it")
            return
        }
        let difference = difference(text, String(decoding: golden, as: UTF8.self))
        #expect(difference == nil, "Golden/\(name): \(difference ?? "")")
    }

    /// The first line that differs.
    private static func difference(_ text: String, _ golden: String) -> String? {
        guard text != golden else { return nil }
        let (new, old) = (text.split(separator: "\n"), golden.split(separator: "\n"))
        let place =
            zip(new, old).enumerated().first { $1.0 != $1.1 }?.offset ?? min(new.count, old.count)
        func line(_ lines: [Substring]) -> String {
            lines.indices.contains(place) ? String(lines[place].prefix(300)) : "nothing"
        }
        return "line \(place + 1) is \(line(new)), was \(line(old))"
    }

    /// Files there are in a folder below `Golden`.
    static func names(in folder: String) throws -> [String] {
        guard FileManager.default.fileExists(atPath: "\(Self.folder)/\(folder)") else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: "\(Self.folder)/\(folder)")
            .sorted()
    }
}
