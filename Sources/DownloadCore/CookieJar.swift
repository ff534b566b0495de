internal import HLSPlaylist

/// The cookies of one run, as RFC 6265 has them: kept by domain, path and name, sent where they
/// belong, gone when they expire. Knows no calendar: Expires counts from the response's Date.
package struct CookieJar: Sendable {
    private struct Cookie: Sendable {
        var name: String
        var value: String
        var domain: String
        /// Set without Domain: for this very host.
        var isHostOnly: Bool
        var path: String
        var isSecure: Bool
        /// Elapsed time; nil: to the end of the run.
        var expiresAt: Duration?
        /// The place in the order of creation.
        var number: Int
    }

    private var cookies: [Cookie] = []
    private var nextNumber = 0

    /// Cookies kept for all hosts together, and for one domain (RFC 6265, section 6.1 asks for 3000
    /// and 50 of a browser); the oldest go first.
    package static let maximumCookies = 300
    package static let maximumCookiesPerDomain = 50
    /// Bytes of a cookie's name and value together (section 6.1).
    package static let maximumBytes = 4096

    package init() {}

    package var count: Int { cookies.count }

    /// Takes in a Set-Cookie field (section 5.3). One that means nothing, or is for someone else's
    /// domain, is passed over.
    /// - Parameters:
    ///   - field: the field's value.
    ///   - url: that the response came from.
    ///   - date: the response's Date field.
    package mutating func set(
        _ field: String, from url: String, date: String? = nil, at now: Duration
    ) {
        guard field.utf8.count <= Self.maximumBytes * 2, field.utf8.allSatisfy(\.isFieldByte),
            let origin = Origin(of: url),
            let cookie = parse(field, from: origin, path: url.requestPath, date, at: now)
        else { return }
        cookies.removeAll {
            $0.name == cookie.name && $0.domain == cookie.domain && $0.path == cookie.path
                && $0.isHostOnly == cookie.isHostOnly
        }
        if let expiresAt = cookie.expiresAt, expiresAt <= now { return }
        cookies.append(cookie)
        dropExpired(at: now)
        drop(beyond: Self.maximumCookiesPerDomain) { $0.domain == cookie.domain }
        drop(beyond: Self.maximumCookies) { _ in true }
    }

    private mutating func dropExpired(at now: Duration) {
        cookies.removeAll { $0.expiresAt.map { $0 <= now } ?? false }
    }

    private mutating func drop(beyond limit: Int, _ isMeant: (Cookie) -> Bool) {
        guard cookies.count(where: isMeant) > limit, let oldest = cookies.firstIndex(where: isMeant)
        else { return }
        cookies.remove(at: oldest)
    }

    /// The value of the Cookie field for a request (section 5.4); nil: none.
    package func field(for url: String, at now: Duration) -> String? {
        guard let origin = Origin(of: url) else { return nil }
        let path = url.requestPath
        let matching = cookies.filter { cookie in
            (cookie.isHostOnly
                ? origin.host == cookie.domain : origin.host.isWithinDomain(cookie.domain))
                && path.isWithinPath(cookie.path)
                && (!cookie.isSecure || origin.scheme == "https")
                && cookie.expiresAt.map { $0 > now } ?? true
        }
        guard !matching.isEmpty else { return nil }
        return matching.sorted {
            ($1.path.utf8.count, $0.number) < ($0.path.utf8.count, $1.number)
        }.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
    }
}

// MARK: - Set-Cookie

extension CookieJar {
    private mutating func parse(
        _ field: String, from origin: Origin, path: String, _ date: String?, at now: Duration
    ) -> Cookie? {
        let fields = field.split(separator: ";", omittingEmptySubsequences: false)
        let pair = fields[0].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard pair.count == 2 else { return nil }
        let name = pair[0].trimmed
        let value = pair[1].trimmed
        guard !name.isEmpty, name.utf8.count + value.utf8.count <= Self.maximumBytes else {
            return nil
        }
        nextNumber += 1
        var cookie = Cookie(
            name: name, value: value, domain: origin.host, isHostOnly: true,
            path: path.defaultPath, isSecure: false, number: nextNumber)
        var hasMaximumAge = false
        for attribute in fields.dropFirst() {
            let pair = attribute.split(separator: "=", maxSplits: 1).map(\.trimmed)
            let value = pair.count > 1 ? pair[1] : ""
            switch pair.first?.lowercased() {
            case "domain" where !value.isEmpty:
                guard use(domain: value, of: origin, in: &cookie) else { return nil }
            case "path": cookie.path = value.hasPrefix("/") ? value : path.defaultPath
            case "secure": cookie.isSecure = true
            case "max-age":
                guard let age = Int(value) else { continue }
                hasMaximumAge = true
                cookie.expiresAt = now + .seconds(min(max(age, 0), Self.longestAge))
            case "expires" where !hasMaximumAge:
                guard let until = HTTPDate(value.trimmed), let date = date.flatMap({ HTTPDate($0) })
                else { continue }
                let seconds = until.secondsSince1970 - date.secondsSince1970
                cookie.expiresAt = now + .seconds(min(max(seconds, 0), Self.longestAge))
            default: continue
            }
        }
        // Who has no secure connection sets no secure cookies (RFC 6265bis, section 5.7).
        guard !cookie.isSecure || origin.scheme == "https" else { return nil }
        return cookie
    }

    /// Ten years: beyond any run.
    package static let longestAge = 315_360_000

    /// A domain is the host's own or one above it, with a dot inside: what has none is a top-level
    /// name, and a cookie for all below it would be everyone's. Addresses have no domain above.
    private func use(domain text: String, of origin: Origin, in cookie: inout Cookie) -> Bool {
        let domain = String(text.drop { $0 == "." }).lowercased()
        if domain == origin.host {
            cookie.isHostOnly = !domain.contains(".") || domain.isAddress
            return true
        }
        let labels = domain.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count >= 2, labels.allSatisfy({ !$0.isEmpty }), !origin.host.isAddress,
            origin.host.isWithinDomain(domain), !domain.isSharedSuffix
        else { return false }
        cookie.domain = domain
        cookie.isHostOnly = false
        return true
    }
}

extension String {
    /// RFC 6265, section 5.1.3.
    fileprivate func isWithinDomain(_ domain: String) -> Bool {
        self == domain || (hasSuffix("." + domain) && !isAddress)
    }

    /// RFC 6265, section 5.1.4.
    fileprivate func isWithinPath(_ path: String) -> Bool {
        self == path
            || (hasPrefix(path) && (path.hasSuffix("/") || dropFirst(path.count).hasPrefix("/")))
    }

    /// The path of a URL, without query.
    fileprivate var requestPath: String {
        let parts = withoutQuery.split(
            separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        return parts.count == 4 ? "/" + parts[3] : "/"
    }

    fileprivate var defaultPath: String {
        guard let slash = lastIndex(of: "/"), slash != startIndex else { return "/" }
        return String(self[..<slash])
    }

    fileprivate var isAddress: Bool {
        hasPrefix("[") || split(separator: ".").last?.allSatisfy(\.isNumber) == true
    }

    /// Names like `co.uk`: a short word that says what kind, below a country. What stands in for
    /// the public suffix list, which would have to be kept up to date.
    fileprivate var isSharedSuffix: Bool {
        let labels = split(separator: ".")
        let kinds = ["ac", "co", "com", "edu", "go", "gob", "gov", "mil", "ne", "net", "or", "org"]
        return labels.count == 2 && labels[1].count == 2 && kinds.contains(String(labels[0]))
    }
}

extension UInt8 {
    /// What may stand in a header field: no controls.
    var isFieldByte: Bool { self == 9 || (self >= 0x20 && self != 0x7F) }
}
