import Foundation
import Simulation
import Testing

@testable import Lab

@Suite struct `An exploration in a file` {
    @Test func `is the exploration again when it is read`() throws {
        for seed in UInt64(0)..<500 {
            let exploration = Exploration(seed: seed)
            let text = ExplorationText.of(exploration, name: "one", remark: "a\nremark")
            let (name, read) = try ExplorationLoader.exploration(
                try ConfigurationDocument.parse(text, file: "one.yaml"))
            #expect(name == "one")
            #expect(read == exploration, "seed \(seed)")
        }
    }

    @Test(arguments: [
        ("interruptions: [{ kill: 0 }]", "kill"),
        ("interruptions: [{ kill: 1, newPresentation: true }]", "exactly one"),
        ("interruptions: [{ suspend: true, at: 1 s }]", "missing key 'for'"),
        ("faults: [{ status: 503, retryAfterDate: 2 s, delay: 1 s }]", "exactly one"),
        ("links: {}", "unknown key 'links'"),
    ])
    func `that means nothing is refused, with the line`(lines: String, words: String) throws {
        let plain = Exploration(seed: 1, asset: Exploration(seed: 1).asset, link: .plain)
        let text = ExplorationText.of(plain, name: "one", remark: "a") + lines + "\n"
        let error = #expect(throws: ConfigurationError.self) {
            try ExplorationLoader.exploration(
                try ConfigurationDocument.parse(text, file: "one.yaml"))
        }
        #expect(error?.description.contains(words) == true, "\(String(describing: error))")
        #expect(error?.description.hasPrefix("one.yaml:") == true)
    }
}
