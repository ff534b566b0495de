/// The file formats of links and recorded links that `profiles import` and `export` know.
package enum LinkFormat: String, Sendable, Hashable, CaseIterable {
    case mahimahi
    case sabre
    case pensieve
    case csv
    case webpagetest
    case nlc
    case devtools
    case yaml

    /// The format that the content looks like; nil for none of them.
    static func guess(_ bytes: [UInt8]) -> LinkFormat? {
        // Only the beginning says it; the readers judge the rest.
        let text = String(decoding: bytes.prefix(4096), as: UTF8.self)
        if text.hasPrefix("bplist") || text.contains("<plist") { return .nlc }
        let lines = text.split(whereSeparator: \.isNewline).map(String.init).filter {
            !$0.hasPrefix(";") && !$0.hasPrefix("#") && $0.contains { !$0.isWhitespace }
        }
        guard let first = lines.first else { return nil }
        let isSection = first.hasPrefix("[") && first.hasSuffix("]") && !first.contains("{")
        if isSection, first.dropFirst().dropLast().contains(where: \.isLetter) {
            return .webpagetest
        }
        if first.hasPrefix("[") || first.hasPrefix("{") {
            return text.contains("\"duration_ms\"") ? .sabre : .devtools
        }
        let words = first.split(whereSeparator: \.isWhitespace)
        if words.count == 1, Int(words[0]) != nil { return .mahimahi }
        if words.count == 2, words.allSatisfy({ Double($0) != nil }) { return .pensieve }
        if first.contains(","), first.contains("rate ") { return .csv }
        return lines.contains { $0.hasPrefix("down:") } ? .yaml : nil
    }

    /// Whether it holds a timeline of the way down rather than a link that never changes.
    var isTrace: Bool {
        switch self {
        case .mahimahi, .sabre, .pensieve, .csv: true
        case .webpagetest, .nlc, .devtools, .yaml: false
        }
    }
}
