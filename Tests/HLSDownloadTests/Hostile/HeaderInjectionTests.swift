import DownloadCore
import Scenarios
import Testing

/// Addresses with line breaks in them, so that a request becomes two or gets fields of the
/// attacker's.
@Suite struct `An address with a line break` {
    @Test(arguments: [
        "1.ts\r X-Evil: 1", "1.ts%0d%0aX-Evil:%201", "1.ts HTTP/1.1\r X: y", "1.ts\u{0}evil",
        "1.ts\u{85}X-Evil: 1", "1.ts\tX-Evil: 1",
    ])
    func `makes no further field and no further request`(uri: String) async throws {
        let run = try await HostileOrigin.run([
            HostileOrigin.media(HostileOrigin.playlist([uri]))
        ])
        #expect(!run.isComplete)
        #expect(run.failure != "")
        #expect(run.record.entries.allSatisfy { $0.method == "GET" && $0.path.hasPrefix("/") })
        #expect(run.record.entries.allSatisfy { !$0.path.contains("/evil") })
        #expect(run.record.entries.count <= 12)
    }

    @Test(arguments: ["a\r\nX-Evil: 1", "a\nb", "a\u{0}b"])
    func `is no value of a field that an app sets`(value: String) {
        #expect(throws: HeaderField.Fault.self) { try HeaderField(name: "X-App", value: value) }
    }

    @Test(arguments: ["X-App: x\r\nX-Evil", "X App", "", "X\u{0}"])
    func `is no name of a field that an app sets`(name: String) {
        #expect(throws: HeaderField.Fault.self) { try HeaderField(name: name, value: "x") }
    }
}
