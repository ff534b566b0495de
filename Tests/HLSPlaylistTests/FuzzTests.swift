import HLSPlaylist
import Testing

@Suite struct `Any text at all` {
    #if DEBUG
        /// A tenth of what an optimised build tries: `swift test -c release` tries 200,000.
        static let mutants = 20_000
    #else
        static let mutants = 200_000
    #endif
    static let shards = 8
    /// CPU time of one mutant, some 2,000 bytes: a hundred times what the slowest take.
    static let longest = 0.1
    /// By how much all mutants of a shard, and the tests beside it, may raise the memory's peak.
    static let mostMemory = 400_000_000

    static let texts =
        SampleLines.all + Fault.all.map(\.text) + AttributeRow.all.map { $0.text($0.type.good) }
        + [`A multivariant playlist`.text]

    @Test(.timeLimit(.minutes(1)), arguments: 0..<shards)
    func `is read or refused, and what was read survives writing`(seed: Int) throws {
        var mutator = Mutator(seed: UInt64(seed), texts: Self.texts)
        let peak = Cost.peakBytes
        defer { #expect(Cost.peakBytes - peak < Self.mostMemory) }
        for _ in 0..<Self.mutants / Self.shards {
            let bytes = mutator.next()
            var result: Playlist?
            let seconds = Cost.seconds { result = read(bytes) }
            try #require(
                seconds < Self.longest,
                "seed \(seed): \(String(decoding: bytes, as: UTF8.self).debugDescription)")
            guard let playlist = result else { continue }
            let written = playlist.written()
            // Text that holds a reference to one of its own variables cannot be written.
            if written.contains(UInt8(ascii: "{")) { continue }
            guard playlist == read(written) else {
                Issue.record(
                    """
                    seed \(seed): \(String(decoding: bytes, as: UTF8.self).debugDescription)
                    was written as \(String(decoding: written, as: UTF8.self).debugDescription)
                    """)
                return
            }
        }
    }

    @Test(arguments: 0..<shards)
    func `is refused by the strict parser where the tolerant one first reports an error`(
        seed: Int
    ) throws {
        var mutator = Mutator(seed: UInt64(100 + seed), texts: Self.texts)
        for _ in 0..<Self.mutants / Self.shards / 4 {
            let bytes = mutator.next()
            guard let playlist = read(bytes) else { continue }
            let first = playlist.diagnostics.first { $0.severity == .error }
            let refusal = refusal(of: bytes)
            try #require(
                refusal?.rule == first?.rule && refusal?.line == first?.line,
                """
                seed \(seed): \(String(decoding: bytes, as: UTF8.self).debugDescription)
                strict: \(String(describing: refusal)), tolerant: \(String(describing: first))
                """)
        }
    }

    private func refusal(of bytes: [UInt8]) -> PlaylistError? {
        let context = ParsingContext(url: "https://h.example/?n=q")
        do throws(PlaylistError) {
            _ = try Playlist(parsing: bytes, mode: .strict, context: context)
            return nil
        } catch {
            return error
        }
    }

    /// Nil when the text is refused.
    private func read(_ bytes: [UInt8]) -> Playlist? {
        let context = ParsingContext(url: "https://h.example/?n=q")
        do throws(PlaylistError) {
            let playlist = try Playlist(parsing: bytes, context: context)
            if case .media(let media) = playlist {
                precondition(media.segments.map(\.uri).count <= bytes.count, "each has a line")
            }
            return playlist
        } catch {
            return nil
        }
    }
}
