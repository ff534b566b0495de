import HLSPlaylist
import Testing

// One at a time: memory is counted for the whole process.
@Suite(.serialized) struct `A hostile text` {
    #if DEBUG
        static let smallText = 20_000
        static let largeText = 200_000
    #else
        static let smallText = 200_000
        static let largeText = 4_000_000
    #endif

    private func read(_ bytes: [UInt8]) -> Playlist? {
        // Refused for a limit, or for being no playlist: as good.
        try? Playlist(parsing: bytes)
    }

    /// Four times the text takes four times as long, or sixteen times if something is quadratic.
    @Test(arguments: HostileText.all)
    func `takes time in proportion to its length`(text: HostileText) {
        let (small, large) = (text.bytes(Self.smallText), text.bytes(4 * Self.smallText))
        var ratio = Double.infinity
        // A page fault or a moved thread may disturb one of them, hardly three.
        for _ in 0..<3 where ratio > 8 {
            let one = Cost.seconds { _ = read(small) }
            let four = Cost.seconds { _ = read(large) }
            ratio = min(ratio, four / max(one, 0.000_1))
        }
        #expect(ratio <= 8)
    }

    @Test(
        .enabled(if: Cost.residentBytes != nil, "needs /proc/self/statm"),
        arguments: HostileText.all)
    func `takes memory in proportion to its length`(text: HostileText) throws {
        let bytes = text.bytes(Self.largeText)
        let before = try #require(Cost.residentBytes)
        let playlist = read(bytes)
        let after = try #require(Cost.residentBytes)
        // Up to 20 bytes per byte, and what other tests take meanwhile.
        #expect(after - before < 20 * bytes.count + 20_000_000)
        withExtendedLifetime(playlist) {}
    }
}
