internal import DownloadCore

/// Parts that have begun to arrive and that the journal does not know yet.
///
/// A note for each part costs a small one more than its bytes do. Until there is one, the end of the
/// process loses what has arrived: so all of them are noted together, as soon as they have
/// ``byteLimit`` bytes, or one of them is ``ageLimit`` old when bytes arrive.
struct UnnotedParts: Sendable {
    private struct Part {
        var row: DownloadJournal.PartialPart
        var since: Duration
        var byteCount = 0
    }

    /// Bytes of one connection that may be lost.
    static let bytesPerRequest = 48 << 10
    static let ageLimit = Duration.milliseconds(100)

    let byteLimit: Int
    private var parts: [DownloadSnapshot.PartKey: Part] = [:]
    private var byteCount = 0

    init(parallelRequests: Int) {
        byteLimit = Self.bytesPerRequest * max(1, parallelRequests)
    }

    mutating func begin(_ row: DownloadJournal.PartialPart, at now: Duration) {
        end(row.key)
        parts[row.key] = Part(row: row, since: now)
    }

    /// Counts bytes of a part, which may be noted long since.
    /// - Returns: whether all have to be noted now.
    mutating func received(_ count: Int, of key: DownloadSnapshot.PartKey, at now: Duration) -> Bool
    {
        guard let since = parts[key]?.since else { return false }
        parts[key]?.byteCount += count
        byteCount += count
        return byteCount > byteLimit || now - since > Self.ageLimit
    }

    /// The part is stored, or was discarded.
    mutating func end(_ key: DownloadSnapshot.PartKey) {
        guard let part = parts.removeValue(forKey: key) else { return }
        byteCount -= part.byteCount
    }

    func contains(_ key: DownloadSnapshot.PartKey) -> Bool { parts[key] != nil }

    /// Rows to be written, by stream and place.
    var rows: [DownloadJournal.PartialPart] {
        parts.values.map(\.row).sorted {
            ($0.key.stream, $0.key.index) < ($1.key.stream, $1.key.index)
        }
    }

    /// They are written.
    mutating func removeAll() {
        parts.removeAll(keepingCapacity: true)
        byteCount = 0
    }
}
