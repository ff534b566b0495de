/// A playlist's text, line by line, for edits that leave the rest of the file as it was: comments,
/// order, line endings, unknown tags.
///
/// Lines are numbered from 1, as ``Diagnostic/line`` is. What the text means is for
/// ``Playlist/init(parsing:mode:context:)-([UInt8],_,_)`` to say.
public struct PlaylistDocument: Sendable, Hashable {
    private struct Line: Sendable, Hashable {
        var content: [UInt8]
        /// LF, CR LF, or nothing at the end of the text.
        var ending: [UInt8]
    }

    private var lines: [Line]

    /// Takes any text, valid or not.
    public init(_ bytes: [UInt8]) {
        lines = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let feed = rest.firstIndex(of: UInt8(ascii: "\n"))
            let end = feed.map { $0 + 1 } ?? rest.endIndex
            var content = rest[..<(feed ?? rest.endIndex)]
            if feed != nil, content.last == UInt8(ascii: "\r") { content.removeLast() }
            lines.append(
                Line(content: Array(content), ending: Array(rest[content.endIndex..<end])))
            rest = rest[end...]
        }
    }

    /// The text.
    public var bytes: [UInt8] {
        lines.flatMap { $0.content + $0.ending }
    }

    /// The number of lines; one less than the first that can be appended.
    public var lineCount: Int { lines.count }

    /// A line without its ending. Line feeds in a new value are left out.
    public subscript(line: Int) -> String {
        get { String(decoding: lines[line - 1].content, as: UTF8.self) }
        set { lines[line - 1].content = Self.content(newValue) }
    }

    /// Puts a line in front of another; behind all for ``lineCount`` + 1. Its ending is that of
    /// its neighbour.
    public mutating func insert(_ text: String, at line: Int) {
        let feed = [UInt8(ascii: "\n")]
        let ending = lines.first { !$0.ending.isEmpty }?.ending ?? feed
        if line == lines.count + 1, lines.last?.ending.isEmpty == true {
            lines[lines.count - 1].ending = ending
        }
        lines.insert(Line(content: Self.content(text), ending: ending), at: line - 1)
    }

    /// Removes a line with its ending.
    public mutating func remove(at line: Int) {
        lines.remove(at: line - 1)
    }

    private static func content(_ text: String) -> [UInt8] {
        text.utf8.filter { $0 != UInt8(ascii: "\n") }
    }
}

extension PlaylistDocument {
    /// The value of an attribute.
    public enum AttributeValue: Sendable, Hashable {
        /// In quotes.
        case quoted(String)
        /// Without quotes.
        case plain(String)

        /// Without the quotes.
        public var text: String {
            switch self {
            case .quoted(let text), .plain(let text): text
            }
        }

        fileprivate var bytes: [UInt8] {
            switch self {
            case .quoted(let text): Array("\"\(text.filter { $0 != "\"" })\"".utf8)
            case .plain(let text): Array(text.utf8)
            }
        }
    }

    /// The name of the line's tag without the number sign; nil when the line has none.
    public func tagName(at line: Int) -> String? {
        let content = lines[line - 1].content
        guard content.starts(with: "#EXT".utf8) else { return nil }
        return String(
            decoding: content.dropFirst().prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
    }

    /// An attribute of the line's tag; nil when there is none.
    public func attribute(_ name: String, at line: Int) -> AttributeValue? {
        guard let place = place(of: name, at: line) else { return nil }
        let value = lines[line - 1].content[place.value]
        guard value.first == UInt8(ascii: "\"") else {
            return .plain(String(decoding: value, as: UTF8.self))
        }
        let inner = value.dropFirst().prefix { $0 != UInt8(ascii: "\"") }
        return .quoted(String(decoding: inner, as: UTF8.self))
    }

    /// Changes an attribute of the line's tag, adds it at the end of the list, or with nil removes
    /// it. All other bytes of the line stay.
    public mutating func setAttribute(_ name: String, to value: AttributeValue?, at line: Int) {
        let content = lines[line - 1].content
        guard content.contains(UInt8(ascii: ":")) || value != nil else { return }
        switch (place(of: name, at: line), value) {
        case (let place?, let value?):
            lines[line - 1].content.replaceSubrange(place.value, with: value.bytes)
        case (let place?, nil):
            lines[line - 1].content.removeSubrange(place.whole)
        case (nil, let value?):
            let separator =
                !content.contains(UInt8(ascii: ":"))
                ? ":" : content.last == UInt8(ascii: ":") ? "" : ","
            lines[line - 1].content += Array("\(separator)\(name)=".utf8) + value.bytes
        case (nil, nil): break
        }
    }

    /// Replaces every URI: lines that are one, and URI attributes.
    public mutating func replaceURIs(_ replacement: (String) -> String) {
        for line in 1..<lines.count + 1 {
            if let name = tagName(at: line) {
                guard TagName(rawValue: name)?.hasURI == true else { continue }
                if let uri = attribute("URI", at: line)?.text {
                    setAttribute("URI", to: .quoted(replacement(uri)), at: line)
                }
            } else if let first = lines[line - 1].content.first(where: { $0 > 0x20 }),
                first != UInt8(ascii: "#")
            {
                self[line] = replacement(self[line])
            }
        }
    }

    private struct Place {
        /// The value, quotes included.
        var value: Range<Int>
        /// Name, value and the comma that goes with them.
        var whole: Range<Int>
    }

    private func place(of name: String, at line: Int) -> Place? {
        let content = lines[line - 1].content
        guard let colon = content.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        var start = colon + 1
        while start < content.count {
            let equals = content[start...].firstIndex(of: UInt8(ascii: "=")) ?? content.count
            var end = min(equals + 1, content.count)
            if end < content.count, content[end] == UInt8(ascii: "\"") {
                let quote = content[(end + 1)...].firstIndex(of: UInt8(ascii: "\""))
                end = quote.map { $0 + 1 } ?? content.count
            }
            end = content[end...].firstIndex(of: UInt8(ascii: ",")) ?? content.count
            if content[start..<min(equals, content.count)].elementsEqual(name.utf8) {
                let isLast = end == content.count
                let lower = isLast && start > colon + 1 ? start - 1 : start
                return Place(
                    value: min(equals + 1, end)..<end, whole: lower..<(isLast ? end : end + 1))
            }
            start = end + 1
        }
        return nil
    }
}

extension TagName {
    /// Whether the tag has an attribute URI that is to be resolved against the playlist's address.
    fileprivate var hasURI: Bool {
        switch self {
        case .key, .map, .part, .preloadHint, .renditionReport, .media, .iFrameStreamInf,
            .sessionData, .sessionKey:
            true
        default: false
        }
    }
}
