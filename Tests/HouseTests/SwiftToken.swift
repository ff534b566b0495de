/// A word or a sign of Swift source, and where it stands.
struct SwiftToken: Hashable {
    /// The word, a quoted one with its backticks, or the sign; ``SwiftToken/literal`` for a string literal.
    var text: String
    /// Counted from 1.
    var line: Int
    /// Bytes from the start of the text: the token is `start..<end`.
    var start: Int
    var end: Int

    /// Stands for any string literal, whatever it says.
    static let literal = "\"\""

    /// A word, not a sign and not a literal.
    var isWord: Bool {
        guard let first = text.utf8.first else { return false }
        return SwiftScanner.isWordByte(first) || first == UInt8(ascii: "`")
    }
}
