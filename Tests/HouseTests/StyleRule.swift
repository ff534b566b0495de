/// What every source file of the house keeps.
enum StyleRule {
    static let longestFile = 400
    /// Lines around a `try?` within which a comment says why the error does not matter.
    private static let commentReach = 3
    /// Where people and build machines have their checkouts and scratch files.
    private static let machineFolders = [
        "/Users/", "/builds/", "/home/", "/private/", "/root/", "/tmp/", "/work/", "/workspace/",
    ]
    private static let unfinished = ["TODO", "FIXME"]

    static func findings(in source: SwiftSource) -> [Finding] {
        ignoredErrors(in: source) + forcedValues(in: source) + notes(in: source)
            + length(of: source)
    }

    private static func ignoredErrors(in source: SwiftSource) -> [Finding] {
        source.tokens.indices.compactMap { index in
            guard source.stands(["try", "?"], at: index), source.touchesPrevious(index + 1)
            else { return nil }
            let line = source.tokens[index].line
            let near = (line - commentReach)...(line + commentReach)
            guard source.commentLines.isDisjoint(with: near) else { return nil }
            return source.finding(
                line: line,
                "'try?' without a reason; say in a comment why the error does not matter, or throw")
        }
    }

    /// `!` behind a value or a type, `try!` and `as!`.
    private static func forcedValues(in source: SwiftSource) -> [Finding] {
        source.tokens.indices.compactMap { index in
            guard source.text(index) == "!", source.touchesPrevious(index) else { return nil }
            let isComparison = source.text(index + 1) == "=" && source.touchesPrevious(index + 1)
            let previous = source.tokens[index - 1]
            let isValue =
                previous.isWord
                || [")", "]", "}", ">", "?", SwiftToken.literal].contains(previous.text)
            guard isValue, !isComparison else { return nil }
            return source.finding(
                line: source.tokens[index].line,
                "'\(previous.text)!' stops the process; use guard let, throw, or precondition with a "
                    + "sentence")
        }
    }

    /// What may not be written anywhere, comments and texts included.
    private static func notes(in source: SwiftSource) -> [Finding] {
        source.lines.enumerated().flatMap { index, line in
            let paths = machineFolders.filter { contains(line, path: $0) }.map {
                "'\($0)' is a path of one machine; take the path as an argument"
            }
            let notes = unfinished.filter(line.contains).map {
                "'\($0)'; finish it or open an issue for it"
            }
            return (paths + notes).map { source.finding(line: index + 1, $0) }
        }
    }

    /// The folder begins an absolute path there: `/home/me`, but not `example.com/home/`.
    private static func contains(_ line: Substring, path: String) -> Bool {
        line.ranges(of: path).contains { range in
            guard range.lowerBound > line.startIndex else { return true }
            let before = line[line.index(before: range.lowerBound)]
            return !(before.isLetter || before.isNumber || "._-/~)".contains(before))
        }
    }

    private static func length(of source: SwiftSource) -> [Finding] {
        guard source.lineCount > longestFile else { return [] }
        return [
            source.finding(
                line: longestFile + 1,
                "\(source.lineCount) lines; a file has at most \(longestFile): give a type or an "
                    + "aspect its own")
        ]
    }
}
