internal import HLSPlaylist

/// Which addresses a client may ask for.
package enum Address {
    private static let admittedSchemes = ["http", "https"]

    /// Whether a URL may be requested that something from `base` named: http and https, no way back
    /// from https to http, and none from elsewhere to this machine or its own link. What an app named is
    /// not from elsewhere.
    /// - Parameters:
    ///   - base: nil when it is the person who named it.
    ///   - allowsLocal: as ``DownloadLimits/localAddresses``.
    package static func isAdmitted(
        _ url: String, from base: String? = nil, allowsLocal: Bool = false
    ) -> Bool {
        refusal(of: url, from: base, allowsLocal: allowsLocal) == nil
    }

    /// Why a URL may not be requested, as the end of a sentence about it; nil: it may.
    package static func refusal(
        of url: String, from base: String? = nil, allowsLocal: Bool = false
    ) -> String? {
        guard let scheme = PlaylistURL.scheme(of: url), admittedSchemes.contains(scheme) else {
            return "is not http or https"
        }
        guard let base, !isOnSameHost(url, base) else { return nil }
        if scheme == "http", PlaylistURL.scheme(of: base) == "https" {
            return "is not https, as what names it"
        }
        if !allowsLocal, LocalHost.isNamed(by: url), !LocalHost.isNamed(by: base), !isOfApp(base) {
            return "is one of this machine, and what names it came from elsewhere"
        }
        return nil
    }

    /// Whether two URLs are the same up to their paths, as those of a playlist and its parts often are.
    private static func isOnSameHost(_ url: String, _ other: String) -> Bool {
        var slashes = 0
        for (byte, otherByte) in zip(url.utf8, other.utf8) {
            guard byte == otherByte else { return false }
            if byte == UInt8(ascii: "/") { slashes += 1 }
            if slashes == 3 { return true }
        }
        return false
    }

    /// Schemes with a meaning of their own, which is none that an app could give them.
    private static let otherSchemes = ["about", "blob", "data", "file", "ftp", "javascript"]

    /// Whether the scheme is one of an app's own.
    package static func isOfApp(_ url: String) -> Bool {
        guard let scheme = PlaylistURL.scheme(of: url) else { return false }
        return !admittedSchemes.contains(scheme) && !otherSchemes.contains(scheme)
    }
}
