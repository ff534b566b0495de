extension FaultEffect: CustomStringConvertible {
    /// In the words of a scenario file.
    package var description: String {
        switch self {
        case .status(let status, nil): "status \(status)"
        case .status(let status, .seconds(let seconds)):
            "status \(status), Retry-After \(seconds) s"
        case .status(let status, .date(let seconds, 0)):
            "status \(status), Retry-After a date in \(seconds) s"
        case .status(let status, .date(let seconds, let ahead)):
            "status \(status), Retry-After a date in \(seconds) s, by a clock \(ahead) s ahead"
        case .delay(let duration): "delay \(duration)"
        case .stall(let byte, let duration): "stall \(duration) after byte \(byte)"
        case .truncate(let byte): "truncate after byte \(byte)"
        case .truncateWithoutLength(let byte): "truncate without length after byte \(byte)"
        case .reset(let byte): "reset after byte \(byte)"
        case .wrongType: "wrong type"
        case .redirect(let target, let status): "redirect to \(target), status \(status)"
        case .empty: "empty"
        case .resetBeforeHead: "reset before the head"
        case .flip(let byte): "flip byte \(byte)"
        case .declare(let length): "declare \(length) bytes"
        case .shiftRange(let count): "shift the range by \(count) bytes"
        case .ignoreRange: "ignore the range"
        case .entityTag(let tag): "entity tag \(tag)"
        case .body(let text): "body of \(text.utf8.count) bytes"
        case .flood(let flood, nil): "endless flood of \(flood)"
        case .flood(let flood, let length?): "flood of \(flood), \(length) bytes"
        }
    }
}
