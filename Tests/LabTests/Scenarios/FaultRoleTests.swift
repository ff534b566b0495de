import Foundation
import Lab
import Scenarios
import Testing

@Suite struct `A fault of a variant or a rendition` {
    private func play(_ fault: String, via: String = "simulate") async throws -> RunSummary {
        let suite = try TestSuite(["one.yaml": "asset: cmaf\nfaults: [\(fault)]\n"])
        let run = try suite.workbench.prepareRun(
            file: suite.path + "/one.yaml",
            overrides: .init(profile: "wifi", link: via, quality: "fast"),
            out: suite.folder + "/run", now: Date(timeIntervalSince1970: 0))
        return try await run.run { _ in }
    }

    @Test(arguments: ["simulate", "throttle"])
    func `strikes as one of its stream does`(via: String) async throws {
        let whole = try await play("{ kind: key, status: 503 }", via: via)
        #expect(whole.download.retries == 0)
        let variant = whole.download.requestedVariant
        let sound = try #require(whole.download.requestedStreams.first { $0 != variant })
        for (word, id) in [("variant", variant), ("rendition", sound), ("stream", variant)] {
            let struck = try await play(
                "{ \(word): \(id), segment: 2, attempts: [1], status: 503 }", via: via)
            #expect(struck.download.retries == 1 && struck.verdict == .pass, "\(word)")
        }
    }

    @Test func `names one that the asset has as such`() async throws {
        let whole = try await play("{ kind: key, status: 503 }")
        let variant = whole.download.requestedVariant
        for (fault, words) in [
            ("{ rendition: \(variant), status: 503 }", "a fault names the rendition '\(variant)'"),
            ("{ variant: nowhere, status: 503 }", "a fault names the variant 'nowhere'"),
            ("{ variant: a, stream: b, status: 503 }", "'variant' goes not with 'stream'"),
        ] {
            let error = try await #require(throws: LabError.self) { _ = try await play(fault) }
            #expect(error.kind == .usage && error.message.contains(words), "\(error.message)")
        }
    }
}
