import Foundation
import LinkModel
import Testing

@Suite struct `A fluid link` {
    private static let example: [FluidLink.Period] = [
        .init(duration: 1_000, rate: 2_000, latency: 100),
        .init(duration: 1_000, rate: 500, latency: 200),
    ]

    @Test func `takes the latency and then the bits at the rate`() {
        var link = FluidLink(Self.example)
        #expect(link.transfer(bits: 400_000) == .init(latency: 100, duration: 300))
        #expect(link.elapsed == 300)
    }

    @Test func `carries a transfer over from one period to the next, and wraps`() {
        var link = FluidLink(Self.example)
        // 100 ms latency, 1,800,000 bits in 900 ms, 500,000 in the next second, 100,000 in 50 ms.
        #expect(link.transfer(bits: 2_400_000) == .init(latency: 100, duration: 2_050))
        #expect(link.elapsed == 2_050)
    }

    @Test func `counts each part of a latency by the latency of its time`() {
        var link = FluidLink(Self.example)
        link.idle(950)
        // Half of the latency passes in 50 of 100 ms, the other half in 100 of 200 ms.
        #expect(link.transfer(bits: 500) == .init(latency: 150, duration: 151))
    }

    @Test func `waits through a period without a rate`() {
        var link = FluidLink([
            .init(duration: 100, rate: 10, latency: 0), .init(duration: 300, rate: 0, latency: 0),
        ])
        #expect(link.transfer(bits: 1_500).duration == 450)
    }

    /// Sabre's example network and movie, the first five segments of sessions that never waited:
    /// levels, and the times in milliseconds at which Sabre finished them.
    @Test func `finishes every segment within a millisecond of Sabre`() throws {
        let sessions = try SabreSessions.all()
        #expect(sessions.count >= 15)
        for session in sessions {
            var link = FluidLink(session.periods)
            for (bits, expected) in zip(session.bits, session.finished) {
                _ = link.transfer(bits: bits)
                #expect(abs(link.elapsed - expected) <= 1, "\(session.arguments)")
            }
        }
    }
}

/// Sessions of Sabre (UMass-LIDS/sabre, BSD-2-Clause); see Fixtures/conformance/README.md.
private struct SabreSessions {
    var arguments: String
    var periods: [FluidLink.Period]
    /// Sizes of the segments that were fetched first.
    var bits: [Double]
    var finished: [Double]

    private struct Period: Decodable {
        var duration_ms: Double
        var bandwidth_kbps: Double
        var latency_ms: Double
    }

    private struct Movie: Decodable {
        var segment_sizes_bits: [[Double]]
    }

    private struct Cases: Decodable {
        struct Case: Decodable {
            var args: String
            var out: Output
        }

        struct Output: Decodable {
            var _levels: String
            var _finish_ms_first5: [Double]
            var _abandons: Int
        }

        var cases: [Case]
    }

    /// Those that neither abandon nor replace, begin at once, and whose buffer of 25 s or more takes
    /// five segments of 3 s without a wait.
    static func all() throws -> [SabreSessions] {
        let movie = try decode(Movie.self, "movie.json")
        let periods = try decode([Period].self, "network.json").map {
            FluidLink.Period(
                duration: $0.duration_ms, rate: $0.bandwidth_kbps, latency: $0.latency_ms)
        }
        return try decode(Cases.self, "cases.json").cases.filter(isPlain).map { item in
            let levels = item.out._levels.compactMap(\.wholeNumberValue)
            return SabreSessions(
                arguments: item.args, periods: periods,
                bits: zip(movie.segment_sizes_bits, levels).prefix(5).map { $0[$1] },
                finished: item.out._finish_ms_first5)
        }
    }

    private static func isPlain(_ item: Cases.Case) -> Bool {
        let words = item.args.split(separator: " ")
        return item.out._abandons == 0 && !words.contains { ["-r", "-s", "-nm"].contains($0) }
            && !item.args.contains("-b 10 ")
    }

    private static func decode<Value: Decodable>(
        _ type: Value.Type, _ name: String
    ) throws -> Value {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Fixtures/conformance/sabre").standardized
        return try JSONDecoder().decode(type, from: Data(contentsOf: folder.appending(path: name)))
    }
}
