/// Where a stream can be had from: its own media playlist, then its alternates.
struct StreamSources: Sendable {
    struct Source: Sendable, Hashable {
        /// Absolute URL of the media playlist.
        var url: String
        /// PATHWAY-ID; nil where the presentation knows none.
        var pathway: String?
        /// STABLE-VARIANT-ID or STABLE-RENDITION-ID, for pathway clones.
        var stableID: String?
        /// Why it is used no more.
        var failure: DownloadFailure?
    }

    private(set) var all: [Source]
    /// Place of the one that parts come from.
    private(set) var current = 0
    /// Place of the one whose media playlist is being fetched to take the current one's place.
    private(set) var next: Int?
    /// Whether nothing can come from the current one, so that its parts wait for the next.
    private(set) var isForced = false

    init(_ all: [Source]) {
        precondition(!all.isEmpty, "a stream is somewhere")
        self.all = all
    }

    var currentURL: String { all[current].url }
    /// Where the media playlist is asked for now.
    var url: String { all[next ?? current].url }
    var isSwitching: Bool { next != nil }
    var currentPathway: String? { all[current].pathway }

    /// What went wrong first: when nothing is left to try, that is what ends the download.
    private(set) var firstFailure: DownloadFailure?

    /// Notes that nothing can come any more from where parts come from.
    mutating func failCurrent(_ failure: DownloadFailure) {
        firstFailure = firstFailure ?? failure
        all[current].failure = failure
        isForced = true
    }

    /// Notes that the source that was turned to is of no use.
    mutating func failNext(_ failure: DownloadFailure) {
        guard let next else { return }
        all[next].failure = failure
        self.next = nil
    }

    /// Turns to the source that comes first: by the pathways' priority, the rest in their order.
    /// - Returns: whether there is one to turn to that has not failed.
    mutating func turnToNext(_ priority: [String]) -> Bool {
        next = best(priority)
        return next != nil
    }

    private func best(_ priority: [String]) -> Int? {
        let left = all.indices.filter { all[$0].failure == nil && $0 != current }
        for pathway in priority {
            if let first = left.first(where: { all[$0].pathway == pathway }) { return first }
        }
        return left.first
    }

    /// Turns to a better pathway while the current one still serves.
    /// - Returns: whether there is one.
    mutating func turn(to priority: [String]) -> Bool {
        guard next == nil, !isForced else { return false }
        for pathway in priority {
            if all[current].pathway == pathway { return false }
            let place = all.indices.first {
                all[$0].pathway == pathway && all[$0].failure == nil
            }
            guard let place else { continue }
            next = place
            return true
        }
        return false
    }

    /// The next one's media playlist is there: it is the current one.
    mutating func arrive() {
        guard let next else { return }
        current = next
        self.next = nil
        isForced = false
    }

    mutating func add(_ source: Source) {
        guard !all.contains(where: { $0.url == source.url || $0.pathway == source.pathway }) else {
            return
        }
        all.append(source)
    }
}
