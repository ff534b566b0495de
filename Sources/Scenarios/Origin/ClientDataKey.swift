/// The keys of Common Media Client Data and what may stand behind each (CTA-5004, section 3.2).
enum ClientDataKey {
    private enum Kind {
        case integer
        /// Rounded to the nearest hundred.
        case hundreds
        case decimal
        case string(most: Int)
        case token([String])
        /// There or not.
        case flag
        /// `0-499`
        case range
    }

    private static let kinds: [String: Kind] = [
        "bl": .hundreds, "br": .integer, "bs": .flag, "cid": .string(most: 64), "d": .integer,
        "dl": .hundreds, "mtp": .hundreds, "nor": .string(most: 4_096), "nrr": .range,
        "ot": .token(["m", "a", "v", "av", "i", "c", "tt", "k", "o"]), "pr": .decimal,
        "rtp": .hundreds, "sf": .token(["d", "h", "s", "o"]), "sid": .string(most: 64),
        "st": .token(["v", "l"]), "su": .flag, "tb": .integer, "v": .integer,
    ]

    /// What is wrong with a key and its value; nil: nothing.
    /// - Parameter value: as it was sent; nil for a key alone.
    static func fault(of key: String, _ value: String?) -> String? {
        guard let kind = kinds[key] else {
            return key.contains("-") ? nil : "is no key"
        }
        if case .flag = kind {
            return value == nil ? nil : "has a value: what is true is a key alone"
        }
        guard let value else { return "has no value" }
        switch kind {
        case .integer: return isInteger(value) ? redundant(key, value) : "is '\(value)', no integer"
        case .hundreds:
            guard isInteger(value) else { return "is '\(value)', no integer" }
            return value == "0" || value.hasSuffix("00") ? nil : "is \(value), not rounded to 100"
        case .decimal:
            let parts = value.split(separator: ".", omittingEmptySubsequences: false)
            guard (1...2).contains(parts.count), parts.allSatisfy({ isInteger(String($0)) }) else {
                return "is '\(value)', no decimal number"
            }
            return redundant(key, value)
        case .string(let most): return stringFault(value, most)
        case .range:
            if let fault = stringFault(value, 64) { return fault }
            let parts = unquoted(value).split(separator: "-", omittingEmptySubsequences: false)
            let isRange =
                parts.count == 2 && parts.allSatisfy { $0.isEmpty || isInteger(String($0)) }
                && parts.contains { !$0.isEmpty }
            return isRange ? nil : "is \(value), no range of bytes"
        case .token(let tokens):
            return tokens.contains(value) ? nil : "is '\(value)', no token of it"
        case .flag: return nil
        }
    }

    /// What is as usual is left out.
    private static func redundant(_ key: String, _ value: String) -> String? {
        (key == "v" || key == "pr") && value == "1" ? "is 1, which is not sent" : nil
    }

    private static func isInteger(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    private static func stringFault(_ value: String, _ most: Int) -> String? {
        guard value.count >= 2, value.hasPrefix("\""), value.hasSuffix("\"") else {
            return "is \(value), a text without quotes"
        }
        var isEscaped = false
        for character in value.dropFirst().dropLast() {
            if isEscaped {
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                return "has a quote that is not escaped"
            }
        }
        if isEscaped { return "has a quote that is not closed" }
        let length = unquoted(value).count
        return length <= most ? nil : "has \(length) characters, \(most) at most"
    }

    /// A text without its quotes and what escapes in it; anything else as it is.
    static func unquoted(_ value: String) -> String {
        guard value.count >= 2, value.hasPrefix("\""), value.hasSuffix("\"") else { return value }
        var text = ""
        var isEscaped = false
        for character in value.dropFirst().dropLast() {
            if character == "\\", !isEscaped {
                isEscaped = true
            } else {
                text.append(character)
                isEscaped = false
            }
        }
        return text
    }
}
