import Testing

@testable import DownloadCore

@Suite struct `The fraction of a download that is done` {
    typealias Kind = Selection.Stream.Kind

    /// Ten segments of 4 s.
    static func plan(_ kind: Kind) -> StreamPlan {
        let parts = (0..<10).map { index in
            PartPlan(
                kind: .segment, uri: "\(index)", duration: .seconds(4), start: .seconds(4 * index),
                number: index, isDiscontinuity: false)
        }
        return StreamPlan(
            stream: .init(
                kind: kind, uri: "\(kind)", isDefault: false, isAutoselect: false, isForced: false,
                characteristics: []),
            playlistURL: "http://host/", parts: parts, targetDuration: .seconds(4), version: 3,
            discontinuitySequence: 0, hasIndependentSegments: false, duration: .seconds(40))
    }

    /// - Parameter stored: how many of each stream's ten segments are there.
    static func fraction(
        _ kinds: [Kind], stored: [Int], bytes: [Int?], underWay: [Duration]? = nil
    ) -> Double {
        let plans = kinds.map(plan)
        var ledgers = plans.map { StreamLedger($0) }
        for stream in kinds.indices {
            for part in plans[stream].parts.prefix(stored[stream]) {
                ledgers[stream].store(part, bytes: bytes[stream])
            }
        }
        return ledgers.fraction(
            underWay: underWay ?? Array(repeating: .zero, count: kinds.count))
    }

    @Test(arguments: [
        ([Kind.video], [5], 0.5),
        // Of 70 and 10.
        ([.video, .audio], [10, 0], 0.875), ([.video, .audio], [0, 10], 0.125),
        // Of 70, 10 and 20.
        ([.video, .audio, .subtitles], [10, 0, 0], 0.7),
        ([.video, .audio, .subtitles], [0, 10, 0], 0.1),
        ([.video, .audio, .subtitles], [0, 0, 10], 0.2),
        // Of 70, 10, 10, 5 and 5.
        ([.video, .audio, .audio, .subtitles, .subtitles], [0, 10, 0, 10, 0], 0.15),
        // Of 35, 35 and 10.
        ([.video, .video, .audio], [10, 0, 0], 0.4375),
        // Of 70, five times 10 and 5: something is left for text.
        (
            [.video, .audio, .audio, .audio, .audio, .audio, .subtitles], [0, 0, 0, 0, 0, 0, 10],
            0.04
        ),
        ([.audio], [3], 0.3), ([.video], [10], 1), ([.video], [0], 0),
    ])
    func `weighs video 70, each audio 10 and text the rest until bytes are seen`(
        kinds: [Kind], stored: [Int], expected: Double
    ) {
        let none = [Int?](repeating: nil, count: kinds.count)
        #expect(abs(Self.fraction(kinds, stored: stored, bytes: none) - expected) < 1e-12)
    }

    @Test func `weighs streams by their bytes as soon as those are seen`() {
        // 900 bytes and 100 bytes a segment.
        let half = Self.fraction([.video, .audio], stored: [5, 0], bytes: [900, nil])
        #expect(abs(half - 0.5 * 0.875) < 1e-12, "of the audio nothing is known")
        let both = Self.fraction([.video, .audio], stored: [5, 1], bytes: [900, 100])
        #expect(abs(both - (0.5 * 0.9 + 0.1 * 0.1)) < 1e-12)
    }

    @Test func `counts what is under way, and is 1 when all is there`() {
        let quarter = Self.fraction(
            [.video], stored: [2], bytes: [nil], underWay: [.seconds(2)])
        #expect(abs(quarter - 0.25) < 1e-12)
        #expect(Self.fraction([.video, .audio], stored: [10, 10], bytes: [7, 3]) == 1)
        #expect([StreamLedger]().fraction(underWay: []) == 0)
    }
}
