extension PlaylistURL {
    /// The shortest reference by path that leads from an address to another one: what
    /// ``resolve(_:against:)`` makes that address of, its fragment left out.
    /// - Returns: nil when the two have not the same scheme, host and port.
    package static func relative(_ url: String, to base: String) -> String? {
        let (target, origin) = (Parts(url), Parts(base))
        guard let scheme = target.scheme, target.authority != nil,
            target.authority == origin.authority,
            scheme.lowercased() == origin.scheme?.lowercased()
        else { return nil }
        let to = target.path.split(separator: "/", omittingEmptySubsequences: false)
        let from = origin.path.split(separator: "/", omittingEmptySubsequences: false)
        // The last of each is a file, the others are folders.
        let shared = zip(to.dropLast(), from.dropLast()).prefix { $0 == $1 }.count
        var steps = Array(repeating: "..", count: max(0, from.count - 1 - shared))
        steps += to.dropFirst(shared).map(String.init)
        var text = steps.joined(separator: "/")
        if text.isEmpty || text.hasPrefix("/") || steps.first?.contains(":") == true {
            text = "./" + text
        }
        return text + (target.query.map { "?" + $0 } ?? "")
    }
}
