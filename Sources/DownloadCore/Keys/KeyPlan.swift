/// A key that a download needs, for all streams that need it.
package struct KeyPlan: Sendable, Hashable {
    /// Absolute URL; of an app's key the identifier that the app is asked for.
    package var url: String
    /// Bytes that it has to have.
    package var byteCount: Int
    /// The app has it, and keeps it; the package does not.
    package var isFromApp: Bool
    /// What stays the same when a URL gets another token: the URL without its query, unless keys of
    /// the presentation differ by nothing else. Of an app's key its whole identifier.
    package var identity: String
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
        let keys = ordered.compactMap { entry -> KeyPlan? in
            guard let url = entry.part.keyURL, let encryption = entry.part.encryption,
                seen.insert(url).inserted
            else { return nil }
            let isFromApp = entry.part.keyIsFromApp
            return KeyPlan(
                url: url, byteCount: encryption.keyLength, isFromApp: isFromApp,
                identity: isFromApp ? url : String(url.withoutQuery))
        }
        let counts = Dictionary(keys.map { ($0.identity, 1) }, uniquingKeysWith: +)
        return keys.map { key in
            guard counts[key.identity] ?? 0 > 1 else { return key }
            var key = key
            key.identity = key.url
            return key
        }
    }
}
