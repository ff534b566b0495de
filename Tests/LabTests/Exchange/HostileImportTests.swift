@testable import Lab
import LinkModel
import Testing

@Suite struct `A hostile file` {
    @Test func `is read or refused, never anything else`() throws {
        let wifi = try #require(try known().first { $0.id == "wifi-lossy" })
        let sabre = try #require(try known().first { $0.id == "sabre-example" })
        var random = StableRandom(seed: 8)
        for format in LinkFormat.allCases {
            let profile = format.isTrace ? sabre : wifi
            let text = try ProfileExport(profile: profile, format: format).run().text
            let source = Array(text.utf8.prefix(4_000))
            for _ in 0..<200 {
                var bytes = source
                for _ in 0...random.below(4) {
                    let place = Int(random.below(UInt64(bytes.count)))
                    switch random.below(3) {
                    case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
                    case 1: bytes.removeSubrange(place...)
                    default: bytes.insert(UInt8(ascii: "9"), at: place)
                    }
                    if bytes.isEmpty { bytes = [0] }
                }
                var work = ProfileImport(
                    file: "a", bytes: bytes, format: format, id: "a", section: nil, known: [])
                do {
                    let profile = try work.run().profile
                    // What was read can be written again.
                    #expect(!ProfileText.of(profile).isEmpty)
                } catch {
                    #expect(!error.message.isEmpty)
                }
            }
        }
    }

    @Test(arguments: ["/dev/zero", "/dev/null", "/", "/proc/self/mem"])
    func `that is none is refused`(path: String) {
        let error = #expect(throws: ConfigurationError.self) {
            let bytes = try LinkFile.read(path)
            var work = ProfileImport(
                file: path, bytes: bytes, format: .mahimahi, id: "a", section: nil, known: [])
            _ = try work.run()
        }
        #expect(error?.file == path)
    }
}
