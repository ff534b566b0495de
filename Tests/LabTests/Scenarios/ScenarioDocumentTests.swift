import Foundation
import Lab
import LinkModel
import Scenarios
import Testing

@Suite struct `A scenario in which values are set` {
    private func document(_ text: String? = nil) throws -> ScenarioDocument {
        guard let text else { return try ScenarioDocument(path: nil) }
        let path = NSTemporaryDirectory() + "hlslab-document-\(UUID().uuidString).yaml"
        try Data(text.utf8).write(to: URL(filePath: path))
        defer {
            // A file that cannot be removed is the system's to clean.
            try? FileManager.default.removeItem(atPath: path)
        }
        return try ScenarioDocument(path: path)
    }

    private static let text = """
        # About something.
        name: rough
        link: { profile: edge }
        faults:
          - kind: mediaPlaylist
            body: |
              #EXTM3U
              #EXT-X-VERSION:8
          - { kind: segment, segment: 3, status: 503, times: 2 }
        expectations: { retries: between 2 and 4 }
        """

    @Test func `is without them what its file says, or the default`() throws {
        let read = try document(Self.text).scenario()
        #expect(read.name == "rough")
        #expect(read.faults.count == 2)
        #expect(try document().scenario() == Scenario())
    }

    @Test func `has every one of them, the others as they were`() throws {
        var document = try document(Self.text)
        for (path, value) in [
            ("download.parallel", "2"), ("download.quality", "500 kbit/s"),
            ("link.profile", "3g"), ("link.via", "simulate"), ("playback.rule", "hlsjs"),
            ("seed", "7"), ("expectations", "{ stalls: at most 2 }"),
            ("faults", "[{ kind: key, status: 404 }]"), ("seed", "8"),
        ] { try document.set(path, to: value) }
        #expect(
            try document.scenario()
                == Scenario(
                    name: "rough", profile: "3g", via: .simulate,
                    quality: .minimumBitrate(bitsPerSecond: 500_000), parallelRequests: 2,
                    faults: [
                        Fault(match: .init(kind: .key), effect: .status(404, retryAfter: nil))
                    ],
                    expectations: [Expectation("stalls", .atMost(2))], seed: 8,
                    playback: .init(mode: .withDownload, rule: "hlsjs")))
    }

    @Test func `reads back the same from its text`() throws {
        var document = try document(Self.text)
        try document.set("playback", to: "{ mode: only, start: 10 s }")
        try document.set("name", to: "'1.50'")
        let again = try self.document(try document.text())
        #expect(try again.scenario() == document.scenario())
    }

    @Test(arguments: [
        (
            "download.parallel", "99",
            "download.parallel: 'parallel' is '99'; it has to be at most 16"
        ),
        (
            "download.paralel", "2",
            "download.paralel: unknown key 'paralel'; did you mean 'parallel'?"
        ),
        ("name.first", "a", "name.first: 'name' has no keys of its own"),
        ("faults.status", "404", "faults.status: 'faults' has no keys of its own"),
        ("seed", "", "seed: there is no value"),
        ("seed", "[1", "seed: not YAML: did not find expected ',' or ']'"),
        (
            "link..via", "simulate",
            "'link..via' is no path of a scenario; it is one to 8 keys with points between them, "
                + "as in 'download.parallel'"
        ),
    ])
    func `that cannot be says which`(path: String, value: String, message: String) throws {
        let error = try #require(throws: ConfigurationError.self) {
            var document = try self.document(Self.text)
            try document.set("seed", to: "3")
            try document.set(path, to: value)
            _ = try document.scenario()
        }
        #expect("\(error)" == message)
    }

    @Test func `whose file is wrong says where in the file`() throws {
        var document = try document("seed: 1\nlink: { profil: edge }\n")
        try document.set("seed", to: "3")
        let error = try #require(throws: ConfigurationError.self) { _ = try document.scenario() }
        #expect(
            error.description.hasSuffix(".yaml:2: unknown key 'profil'; did you mean 'profile'?"))
    }

    @Test func `takes no value without end`() throws {
        let error = try #require(throws: ConfigurationError.self) {
            var document = try self.document()
            try document.set("name", to: String(repeating: "a", count: 70_000))
        }
        #expect("\(error)" == "name: the value has 70000 bytes; at most 65536 are read")
    }
}
