internal import HLSPlaylist

/// Which addresses a client may ask for.
package enum Address {
    private static let admittedSchemes = ["http", "https"]

    /// Whether a URL may be requested that something from `base` named: http and https, and no way
    /// back from https to http.
    /// - Parameter base: nil when it is the person who named it.
    package static func isAdmitted(_ url: String, from base: String? = nil) -> Bool {
        guard let scheme = PlaylistURL.scheme(of: url), admittedSchemes.contains(scheme) else {
            return false
        }
        return scheme == "https" || base.flatMap(PlaylistURL.scheme(of:)) != "https"
    }

    /// Schemes with a meaning of their own, which is none that an app could give them.
    private static let otherSchemes = ["about", "blob", "data", "file", "ftp", "javascript"]

    /// Whether the scheme is one of an app's own.
    package static func isOfApp(_ url: String) -> Bool {
        guard let scheme = PlaylistURL.scheme(of: url) else { return false }
        return !admittedSchemes.contains(scheme) && !otherSchemes.contains(scheme)
    }
}
