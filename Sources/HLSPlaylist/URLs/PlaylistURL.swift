/// Addresses in playlists: RFC 3986 on text, without a type for addresses.
public enum PlaylistURL {
    /// An address taken apart: RFC 3986, section 3.
    struct Parts {
        var scheme: Substring?
        var authority: Substring?
        var path: Substring
        var query: Substring?
        var fragment: Substring?
    }

    /// Resolves a reference against a base address: RFC 3986, section 5.2.
    ///
    /// - Parameters:
    ///   - reference: An absolute or relative reference; empty for the base itself.
    ///   - base: An absolute address.
    /// - Returns: nil when the reference has no scheme and the base has none either.
    public static func resolve(_ reference: String, against base: String) -> String? {
        let relative = Parts(reference)
        if relative.scheme != nil {
            return relative.with(path: withoutDotSegments(relative.path)).text
        }
        let origin = Parts(base)
        guard origin.scheme != nil else { return nil }
        var target = relative
        target.scheme = origin.scheme
        if relative.authority != nil {
            return target.with(path: withoutDotSegments(relative.path)).text
        }
        target.authority = origin.authority
        if relative.path.isEmpty {
            target.path = origin.path
            target.query = relative.query ?? origin.query
            return target.text
        }
        let path =
            relative.path.utf8.first == UInt8(ascii: "/")
            ? String(relative.path) : merged(origin, relative.path)
        return target.with(path: withoutDotSegments(Substring(path))).text
    }

    /// The scheme in lower case; nil for a relative reference.
    public static func scheme(of url: String) -> String? {
        Parts(url).scheme.map { $0.lowercased() }
    }

    /// Host and port in lower case, without a user's name and password; nil when there is none.
    public static func authority(of url: String) -> String? {
        Parts(url).authority.map { authority in
            let host = authority.utf8.lastIndex(of: UInt8(ascii: "@"))
                .map { authority[authority.utf8.index(after: $0)...] }
            return (host ?? authority).lowercased()
        }
    }

    /// The first value of a query parameter, percent-decoded; nil when the address has no such
    /// parameter, or none with a value.
    public static func queryParameter(_ name: String, of url: String) -> String? {
        for field in Parts(url).query?.split(separator: "&") ?? [] {
            let pair = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if pair.count > 1, percentDecoded(pair[0]) == name { return percentDecoded(pair[1]) }
        }
        return nil
    }

    /// RFC 3986, section 5.2.3.
    private static func merged(_ base: Parts, _ path: Substring) -> String {
        if base.authority != nil, base.path.isEmpty { return "/" + path }
        guard let slash = base.path.utf8.lastIndex(of: UInt8(ascii: "/")) else {
            return String(path)
        }
        return String(base.path[...slash]) + path
    }

    /// RFC 3986, section 5.2.4.
    static func withoutDotSegments(_ path: Substring) -> Substring {
        guard hasDotSegment(path) else { return path }
        let isAbsolute = path.utf8.first == UInt8(ascii: "/")
        var kept: [Substring] = []
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
            .dropFirst(isAbsolute ? 1 : 0)
        var endsInDirectory = false
        for segment in segments {
            endsInDirectory = segment == "." || segment == ".."
            if segment == ".." {
                if !kept.isEmpty { kept.removeLast() }
            } else if segment != "." {
                kept.append(segment)
            }
        }
        var text = (isAbsolute ? "/" : "") + kept.joined(separator: "/")
        if endsInDirectory, !kept.isEmpty { text += "/" }
        return Substring(text)
    }

    /// Whether a segment begins with a dot, as those do that are taken out.
    private static func hasDotSegment(_ path: Substring) -> Bool {
        var previous = UInt8(ascii: "/")
        for byte in path.utf8 {
            if byte == UInt8(ascii: "."), previous == UInt8(ascii: "/") { return true }
            previous = byte
        }
        return false
    }

    private static func percentDecoded(_ text: Substring) -> String {
        let bytes = Array(text.utf8)
        var decoded: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
                let high = bytes[index + 1].hexValue, let low = bytes[index + 2].hexValue
            {
                decoded.append(high << 4 | low)
                index += 3
            } else {
                decoded.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }
}

extension PlaylistURL.Parts {
    /// Splits as RFC 3986, appendix B does.
    init(_ url: String) {
        var rest = Substring(url)
        if let hash = rest.firstPlace(of: UInt8(ascii: "#")) {
            fragment = rest[rest.utf8.index(after: hash)...]
            rest = rest[..<hash]
        }
        if let mark = rest.firstPlace(of: UInt8(ascii: "?")) {
            query = rest[rest.utf8.index(after: mark)...]
            rest = rest[..<mark]
        }
        if let colon = rest.utf8.firstIndex(where: { !$0.isSchemeByte }),
            rest.utf8[colon] == UInt8(ascii: ":"), let first = rest.utf8.first, first.isLetter
        {
            scheme = rest[..<colon]
            rest = rest[rest.utf8.index(after: colon)...]
        }
        if rest.utf8.starts(with: "//".utf8) {
            let afterSlashes = Substring(rest.utf8.dropFirst(2))
            let end = afterSlashes.firstPlace(of: UInt8(ascii: "/")) ?? afterSlashes.endIndex
            authority = afterSlashes[..<end]
            rest = afterSlashes[end...]
        }
        path = rest
    }

    func with(path: Substring) -> Self {
        var copy = self
        copy.path = path
        return copy
    }

    /// RFC 3986, section 5.3.
    var text: String {
        var text = ""
        if let scheme { text += scheme + ":" }
        if let authority { text += "//" + authority }
        text += path
        if let query { text += "?" + query }
        if let fragment { text += "#" + fragment }
        return text
    }
}

extension Substring {
    /// Where a byte is first. Looked for in memory: an index for every byte takes its time.
    fileprivate func firstPlace(of byte: UInt8) -> Index? {
        let found = utf8.withContiguousStorageIfAvailable { $0.firstIndex(of: byte) }
        guard let found else { return utf8.firstIndex(of: byte) }
        return found.map { utf8.index(startIndex, offsetBy: $0) }
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool { (self | 0x20) &- 97 < 26 }

    fileprivate var isSchemeByte: Bool {
        isLetter || isDigit || self == UInt8(ascii: "+") || self == UInt8(ascii: "-")
            || self == UInt8(ascii: ".")
    }
}
