/// A source file of the house.
struct SwiftSource {
    /// Relative to the package, as `Sources/LinkModel/Bottleneck.swift`.
    let path: String
    /// The folder below `Sources`.
    let room: String
    let lines: [Substring]
    let tokens: [SwiftToken]
    let commentLines: Set<Int>

    init(path: String, room: String, text: String) {
        self.path = path
        self.room = room
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let scanner = SwiftScanner(text)
        tokens = scanner.tokens
        commentLines = scanner.commentLines
    }

    /// Lines, a newline at the end of the text not counted as the start of one.
    var lineCount: Int { lines.last?.isEmpty == true ? lines.count - 1 : lines.count }

    /// The text of the token `index`, nil outside of the file.
    func text(_ index: Int) -> String? { tokens.indices.contains(index) ? tokens[index].text : nil }

    /// The tokens from `index` on say this.
    func stands(_ texts: [String], at index: Int) -> Bool {
        texts.indices.allSatisfy { text(index + $0) == texts[$0] }
    }

    /// No space lies between the token `index` and the one before it.
    func touchesPrevious(_ index: Int) -> Bool {
        index > 0 && tokens[index - 1].end == tokens[index].start
    }

    func finding(line: Int, _ message: String) -> Finding {
        Finding(place: "\(path):\(line)", message: message)
    }
}

/// A place where a rule of the house is broken, and what to do instead.
struct Finding: Hashable, CustomStringConvertible {
    var place: String
    var message: String

    var description: String { "\(place): \(message)" }
}
