import DownloadCore
import FixtureOrigin
import Scenarios
import Testing

/// Patience that an origin asked for, and what its record says came of it. The connections are
/// several, and the gate is one for the host.
@Suite(.serialized) struct `A Retry-After` {
    struct Row: Sendable, CustomTestStringConvertible {
        var kind: FaultMatch.Kind
        var segment: Int?
        var retryAfter: FaultEffect.RetryAfter
        var seconds: Int

        var testDescription: String { "\(kind.rawValue), \(retryAfter)" }
    }

    private static let places: [(FaultMatch.Kind, Int?)] = [
        (.multivariantPlaylist, nil), (.mediaPlaylist, nil), (.segment, 2), (.key, nil),
    ]

    static let rows: [Row] = places.flatMap { kind, segment in
        [
            Row(kind: kind, segment: segment, retryAfter: .seconds(1), seconds: 1),
            Row(
                kind: kind, segment: segment, retryAfter: .date(secondsFromNow: 2), seconds: 2),
            Row(
                kind: kind, segment: segment,
                retryAfter: .date(secondsFromNow: 2, clockAhead: 7_200), seconds: 2),
        ]
    }

    /// What is on its way when the answer goes out may still come: loopback takes microseconds, a
    /// busy machine longer.
    static let onItsWay = Duration.milliseconds(100)
    /// No later than this after it may.
    static let lateness = Duration.milliseconds(250)

    @Test(arguments: rows)
    func `is waited for by every request, and no longer`(row: Row) async throws {
        let fault = Fault(
            match: .init(kind: row.kind, segment: row.segment),
            effect: .status(503, retryAfter: row.retryAfter), times: 2)
        let asset = try OriginAsset.folder(`A download of the fixture`.fixture("aes128"))
        try await withOrigin(asset, [fault]) { origin, url in
            let download = TestDownload(url: url, folder: try TestFolder())
            let result = try await download.run()
            #expect(result.failure == "")
            let entries = try await origin.settledRecord().entries
                .sorted { $0.sequence < $1.sequence }
            let told = entries.filter { $0.retryNotBefore != nil }
            #expect(told.count == 2)
            for entry in told {
                let head = try #require(entry.headAt)
                let earliest = try #require(entry.retryNotBefore)
                let early = entries.filter {
                    $0.requestedAt > head + Self.onItsWay && $0.requestedAt < earliest
                }
                #expect(early.map(\.path) == [])
                let next = entries.first { $0.part == entry.part && $0.sequence > entry.sequence }
                // A date has whole seconds: it counts from the Date beside it.
                let due = head + .seconds(row.seconds)
                let late = try #require(next).requestedAt - due
                // Another answer may have asked for more time meanwhile.
                let isHeldBack = told.contains {
                    $0.sequence != entry.sequence && ($0.retryNotBefore ?? .zero) > due
                        && ($0.headAt ?? .zero) < due
                }
                #expect(isHeldBack || late <= Self.lateness, "\(row): \(late) late")
            }
        }
    }

    @Test func `is kept by a download that is ended and begun again meanwhile`() async throws {
        let fault = Fault(
            match: .init(segment: 2), effect: .status(503, retryAfter: .seconds(2)), times: 1)
        let asset = try OriginAsset.folder(`A download of the fixture`.fixture("aes128"))
        try await withOrigin(asset, [fault]) { origin, url in
            let download = TestDownload(url: url, folder: try TestFolder())
            let first = try await download.run(until: { trace in
                trace[trace.count - 1].commands.contains {
                    if case .keepPause = $0 { true } else { false }
                }
            })
            #expect(first.outcome == .cancelled)
            let second = try await download.run()
            #expect(second.failure == "")
            #expect(second.retryReasons.first == "the server asked an earlier run to wait")
            let entries = try await origin.settledRecord().entries
            let told = try #require(entries.first { $0.retryNotBefore != nil })
            let earliest = try #require(told.retryNotBefore)
            let head = try #require(told.headAt)
            let after = entries.map(\.requestedAt).filter { $0 > head + Self.onItsWay }.sorted()
            let next = try #require(after.first)
            #expect(next >= earliest)
            #expect(next - earliest <= Self.lateness)
        }
    }
}
