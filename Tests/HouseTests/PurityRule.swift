/// A pure room takes time and chance as arguments and has no effects.
enum PurityRule {
    /// Tokens that may not follow each other, and what stands in their place.
    private struct Ban {
        var tokens: [String]
        var replacement: String

        init(_ tokens: String..., insteadUse replacement: String) {
            self.tokens = tokens
            self.replacement = replacement
        }
    }

    private static let elapsed = "take the elapsed time as a Duration argument"
    private static let machine = "return commands and let a driver wait"
    private static let generator = "draw from a generator that is passed in (using:)"
    private static let output = "return the value and let an effect room write it"

    private static let bans = [
        Ban("ContinuousClock", insteadUse: elapsed),
        Ban("SuspendingClock", insteadUse: elapsed),
        Ban("Date", "(", ")", insteadUse: elapsed),
        Ban("Date", "(", "timeIntervalSinceNow", insteadUse: elapsed),
        Ban("timeIntervalSinceNow", insteadUse: elapsed),
        Ban("Task", insteadUse: machine),
        Ban("TaskGroup", insteadUse: machine),
        Ban("withTaskGroup", insteadUse: machine),
        Ban("withThrowingTaskGroup", insteadUse: machine),
        Ban("async", insteadUse: machine),
        Ban("await", insteadUse: machine),
        Ban("UUID", "(", ")", insteadUse: "take the identifier as an argument"),
        Ban("SystemRandomNumberGenerator", insteadUse: generator),
        Ban("hashValue", insteadUse: "compare values: hashes differ from process to process"),
        Ban("print", "(", insteadUse: output),
        Ban("debugPrint", "(", insteadUse: output),
        Ban("readLine", "(", insteadUse: "take the text as an argument"),
        Ban("CommandLine", insteadUse: "take the value as an argument"),
    ]

    /// Members that draw from the system's generator unless told another.
    private static let drawing = [
        "random", "randomElement", "shuffle", "shuffled",
    ]

    static func findings(in source: SwiftSource) -> [Finding] {
        guard Room.named(source.room)?.kind == .pure else { return [] }
        return source.tokens.indices.compactMap { index in
            guard let (what, replacement) = offence(at: index, in: source) else { return nil }
            return source.finding(
                line: source.tokens[index].line,
                "'\(what)' in the pure room \(source.room); \(replacement)")
        }
    }

    private static func offence(
        at index: Int, in source: SwiftSource
    ) -> (what: String, replacement: String)? {
        if let ban = bans.first(where: { source.stands($0.tokens, at: index) }) {
            // A member or a declaration of that name is the room's own.
            let isMember = ban.tokens.last == "(" && [".", "func"].contains(source.text(index - 1))
            return isMember ? nil : (ban.tokens.joined(), ban.replacement)
        }
        if readsClock(at: index, in: source) { return (".now", elapsed) }
        if drawsFromSystem(at: index, in: source) {
            return ("." + (source.text(index + 1) ?? ""), generator)
        }
        return nil
    }

    /// `.now` of a type, named or implied; the `now` of a value is a time that somebody passed in.
    private static func readsClock(at index: Int, in source: SwiftSource) -> Bool {
        guard source.stands([".", "now"], at: index) else { return false }
        guard source.touchesPrevious(index), let owner = source.text(index - 1) else { return true }
        if ["(", "[", "{", ",", ":"].contains(owner) { return true }
        return owner.first?.isUppercase == true
    }

    /// A drawing member, called with a range or nothing, that is not told a generator. A case
    /// `.random(peakPercent: 3)` is another thing.
    private static func drawsFromSystem(at index: Int, in source: SwiftSource) -> Bool {
        guard source.text(index) == ".", let member = source.text(index + 1),
            drawing.contains(member), source.text(index + 2) == "(",
            [")", "in"].contains(source.text(index + 3))
        else { return false }
        var depth = 0
        for place in (index + 2)..<source.tokens.count {
            switch source.text(place) {
            case "(": depth += 1
            case ")": depth -= 1
            case "using" where depth == 1: return source.text(place + 1) != ":"
            default: break
            }
            if depth == 0 { break }
        }
        return true
    }
}
