internal import DownloadCore

/// A stream of the download and what became of its parts.
struct ChronicleTrack: Sendable, Hashable {
    struct Part: Sendable, Hashable {
        /// When it was durable; nil: it never was, in this run.
        var storedAt: Duration?
        /// The engine let go of it: what is selected for its time was durable.
        var isReplaced = false
        var bytes = 0
        var attempts = 0
        /// What vouched for the bytes, in words.
        var attestation: String?
    }

    let plan: StreamPlan
    /// Only the player wanted it.
    let isGuest: Bool
    /// By their place in the plan.
    var parts: [Part]

    init(_ plan: StreamPlan, isGuest: Bool) {
        self.plan = plan
        self.isGuest = isGuest
        parts = Array(repeating: Part(), count: plan.parts.count)
    }

    /// Path of the media playlist's URL, without a query.
    var path: String {
        let url = plan.playlistURL.prefix { $0 != "?" && $0 != "#" }
        guard let slashes = url.firstRange(of: "//") else { return String(url) }
        let rest = url[slashes.upperBound...]
        return rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? "/"
    }
}
