import Foundation
import Lab
import LinkConditioner
import LinkModel
import Testing

/// Every profile of the folder as the kernel plays it. Takes minutes, so `ci/accept/netem` asks for
/// it, in ci/netem-vm.
@Suite(.serialized) struct `A preset on the kernel's link` {
    static let isWanted = ProcessInfo.processInfo.environment["HLSLAB_MEASURE_PRESETS"] != nil

    /// This file is four folders below the checkout.
    static let checkout = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Names of profiles; those after a comma in the environment, or all.
    static let names: [String] = {
        let wanted = ProcessInfo.processInfo.environment["HLSLAB_MEASURE_PRESETS"] ?? ""
        if wanted.contains("-") || wanted.contains(",") {
            return wanted.split(separator: ",").map(String.init)
        }
        let folder = checkout.appending(path: "Profiles").path()
        let files = try? FileManager.default.contentsOfDirectory(atPath: folder)
        // Without the folder there is no preset, and the test for that says so.
        return (files ?? []).filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }
            .sorted()
    }()

    @Test func `exists`() {
        #expect(!Self.names.isEmpty)
    }

    @Test(
        .enabled(if: isWanted, "takes minutes; ci/accept/netem measures the presets"),
        arguments: names)
    func `has the rate, the delay and the loss that its file says`(name: String) throws {
        let loader = ProfileLoader(folders: [Self.checkout.appending(path: "Profiles").path()])
        let profile = try loader.load(name)
        let rows = try NetemNamespace.withOwnThread { try LinkMeasurement.measure(profile) }
        for row in rows {
            let allowed = row.allowed.map { "allowed \($0)" } ?? "not judged"
            let mark = row.holds ? "holds" : "FAILS"
            print(
                "\(mark)  \(name) \(row.heading) \(row.what): \(row.achieved) for \(row.nominal), "
                    + allowed)
            #expect(row.holds, "\(row.heading) \(row.what): \(row.achieved), \(allowed)")
        }
    }
}
