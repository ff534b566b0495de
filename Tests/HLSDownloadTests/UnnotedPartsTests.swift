import DownloadCore
@testable import HLSDownload
import Testing

@Suite struct `Parts that the journal does not know yet` {
    private static func row(_ index: Int) -> DownloadJournal.PartialPart {
        .init(
            key: .init(stream: "high", index: index), path: "0-1/\(index).part", entityTag: "\"a\"",
            bootID: "b", synced: 0)
    }

    private static func key(_ index: Int) -> DownloadSnapshot.PartKey { row(index).key }

    @Test(arguments: [1, 4])
    func `are noted before they have more bytes than the buffers of all requests`(
        parallelRequests: Int
    ) {
        var parts = UnnotedParts(parallelRequests: parallelRequests)
        var isDue = false
        #expect(parts.byteLimit < parallelRequests * 65_536)
        var byteCount = 0
        var index = 0
        while byteCount + 1_000 <= parts.byteLimit {
            parts.begin(Self.row(index), at: .zero)
            byteCount += 1_000
            isDue = parts.received(1_000, of: Self.key(index), at: .zero)
            #expect(!isDue)
            index += 1
        }
        isDue = parts.received(1_000, of: Self.key(0), at: .zero)
        #expect(isDue)
        #expect(parts.rows.map(\.key.index) == Array(0..<index))
    }

    @Test func `are noted when one of them is old`() {
        var parts = UnnotedParts(parallelRequests: 4)
        var isDue = false
        parts.begin(Self.row(1), at: .seconds(1))
        isDue = parts.received(1, of: Self.key(1), at: .milliseconds(1_100))
        #expect(!isDue)
        parts.begin(Self.row(2), at: .milliseconds(1_100))
        isDue = parts.received(1, of: Self.key(1), at: .milliseconds(1_101))
        #expect(isDue)
        isDue = parts.received(1, of: Self.key(2), at: .milliseconds(1_101))
        #expect(!isDue)
    }

    @Test func `count no longer once they are stored, discarded, begun again or noted`() {
        var parts = UnnotedParts(parallelRequests: 1)
        var isDue = false
        let most = parts.byteLimit
        parts.begin(Self.row(1), at: .zero)
        isDue = parts.received(most, of: Self.key(1), at: .zero)
        #expect(!isDue)
        parts.end(Self.key(1))
        #expect(!parts.contains(Self.key(1)))
        parts.begin(Self.row(2), at: .zero)
        isDue = parts.received(most, of: Self.key(2), at: .zero)
        #expect(!isDue)
        parts.begin(Self.row(2), at: .zero)
        isDue = parts.received(most, of: Self.key(2), at: .zero)
        #expect(!isDue)
        parts.removeAll()
        #expect(parts.rows.isEmpty)
        isDue = parts.received(most + 1, of: Self.key(2), at: .zero)
        #expect(!isDue)
    }
}
