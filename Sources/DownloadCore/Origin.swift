internal import HLSPlaylist

/// Scheme, host and port: whom a secret is for (RFC 6454).
package struct Origin: Sendable, Hashable {
    package var scheme: String
    /// Lower case, without brackets left out or a dot at the end.
    package var host: String
    package var port: Int

    /// - Returns: nil for what is no http or https URL with a host.
    package init?(of url: String) {
        guard let scheme = PlaylistURL.scheme(of: url), ["http", "https"].contains(scheme),
            let authority = PlaylistURL.authority(of: url), !authority.isEmpty
        else { return nil }
        var host = Substring(authority)
        var port = scheme == "https" ? 443 : 80
        if let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") {
            let digits = authority[authority.index(after: colon)...]
            if !digits.isEmpty {
                guard let number = Int(digits), (1...65_535).contains(number) else { return nil }
                port = number
            }
            host = authority[..<colon]
        }
        if host.hasSuffix(".") { host.removeLast() }
        guard !host.isEmpty else { return nil }
        self.scheme = scheme
        self.host = String(host)
        self.port = port
    }
}
