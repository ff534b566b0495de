/// A key that a download has to fetch, for all streams that need it.
package struct KeyPlan: Sendable, Hashable {
    /// Absolute URL.
    package var url: String
    /// Bytes that it has to have.
    package var byteCount: Int

    /// What stays the same when a URL gets another token: the URL without its query.
    package var identity: String { Self.identity(of: url) }

    package static func identity(of url: String) -> String {
        String(url.withoutQuery)
    }
}

extension KeyPlan {
    /// The keys of some streams, each once, in the order in which playback needs them.
    static func all(of plans: [StreamPlan]) -> [KeyPlan] {
        var seen: Set<String> = []
        let parts = plans.enumerated().flatMap { stream, plan in
            plan.parts.enumerated().filter { $0.element.keyURL != nil }.map {
                (start: $0.element.start, stream: stream, index: $0.offset, part: $0.element)
            }
        }
        let ordered = parts.sorted {
            ($0.start, $0.stream, $0.index) < ($1.start, $1.stream, $1.index)
        }
        return ordered.compactMap { entry in
            guard let url = entry.part.keyURL, let encryption = entry.part.encryption,
                seen.insert(url).inserted
            else { return nil }
            return KeyPlan(url: url, byteCount: encryption.keyLength)
        }
    }
}
