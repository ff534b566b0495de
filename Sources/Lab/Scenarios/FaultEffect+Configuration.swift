internal import Scenarios

extension FaultEffect {
    /// What an effect is named by, in the order of the vocabulary.
    private static let names = [
        "status", "delay", "stall", "truncate", "reset", "wrongType", "redirect", "empty", "flip",
        "declare", "shiftRange", "ignoreRange", "entityTag", "body", "flood",
    ]
    /// What means something beside one effect only.
    private static let owners = [
        "after": "stall", "clockAhead": "status", "length": "flood", "redirectStatus": "redirect",
        "retryAfter": "status", "retryAfterDate": "status", "withoutLength": "truncate",
    ]

    static let keys = names + owners.keys.sorted()

    /// Exactly one effect, with what belongs to it.
    init(_ entry: ConfigurationMapping) throws(ConfigurationError) {
        let named = Self.names.filter { entry[$0] != nil }
        guard named.count == 1, let name = named.first, let value = entry[name] else {
            throw entry.owner.error(
                "a fault has exactly one effect: "
                    + "\(Self.names.dropLast().joined(separator: ", ")) or \(Self.names.last ?? "")"
            )
        }
        for (key, owner) in Self.owners.sorted(by: { $0.key < $1.key }) where owner != name {
            if let stray = entry[key] { throw stray.fault("goes with '\(owner)' only") }
        }
        switch name {
        case "status", "redirect", "body", "flood", "entityTag", "empty", "wrongType":
            self = try Self.answer(name, value, entry)
        default: self = try Self.change(name, value, entry)
        }
    }

    /// What takes the answer's place.
    private static func answer(
        _ name: String, _ value: ConfigurationNode, _ entry: ConfigurationMapping
    ) throws(ConfigurationError) -> FaultEffect {
        switch name {
        case "status":
            return .status(try value.integer(in: 200...599), retryAfter: try RetryAfter(entry))
        case "redirect":
            let status = try entry["redirectStatus"]?.integer(in: 300...399) ?? 302
            return .redirect(to: try headerText(value), status: status)
        case "body": return .body(try value.string() + "\n")
        case "flood":
            let length = try entry["length"]?.bytes(in: 1...Flood.endless)
            return .flood(try value.choice(), length: length)
        case "entityTag": return .entityTag(try headerText(value))
        default:
            try requireTrue(value)
            return name == "empty" ? .empty : .wrongType
        }
    }

    /// What happens to the answer.
    private static func change(
        _ name: String, _ value: ConfigurationNode, _ entry: ConfigurationMapping
    ) throws(ConfigurationError) -> FaultEffect {
        switch name {
        case "delay": return .delay(try value.duration())
        case "stall":
            let after = try entry.required("after").bytes()
            return .stall(afterByte: after, for: try value.duration())
        case "truncate":
            let isWithoutLength = try entry["withoutLength"]?.boolean() ?? false
            let byte = try value.bytes()
            return isWithoutLength
                ? .truncateWithoutLength(afterByte: byte) : .truncate(afterByte: byte)
        case "reset":
            return try value.string() == "head"
                ? .resetBeforeHead : .reset(afterByte: try value.bytes())
        case "flip": return .flip(byte: try value.bytes())
        case "declare": return .declare(length: try value.bytes())
        case "shiftRange": return .shiftRange(by: try value.bytes())
        default:
            try requireTrue(value)
            return .ignoreRange
        }
    }

    private static func requireTrue(_ node: ConfigurationNode) throws(ConfigurationError) {
        guard try node.boolean() else { throw node.fault("can only be 'true'") }
    }

    /// What a header field can hold.
    private static func headerText(
        _ node: ConfigurationNode
    ) throws(ConfigurationError) -> String {
        let text = try node.string()
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw node.fault("is '\(text)', not a URL or path without spaces")
        }
        return text
    }
}

extension FaultEffect.RetryAfter {
    /// `retryAfter: 2 s`, or `retryAfterDate: 2 s` with `clockAhead: 1 h`; nil without them.
    fileprivate init?(_ entry: ConfigurationMapping) throws(ConfigurationError) {
        if let seconds = entry["retryAfter"] {
            if let other = entry["retryAfterDate"] {
                throw other.fault("excludes 'retryAfter': a field has one value")
            }
            if let clock = entry["clockAhead"] {
                throw clock.fault("goes with 'retryAfterDate' only")
            }
            self = .seconds(try seconds.wholeSeconds())
        } else if let date = entry["retryAfterDate"] {
            self = .date(
                secondsFromNow: try date.wholeSeconds(),
                clockAhead: try entry["clockAhead"]?.wholeSeconds() ?? 0)
        } else if let clock = entry["clockAhead"] {
            throw clock.fault("goes with 'retryAfterDate' only")
        } else {
            return nil
        }
    }
}

extension ConfigurationNode {
    /// Seconds as a header field has them.
    fileprivate func wholeSeconds() throws(ConfigurationError) -> Int {
        Int(try duration().components.seconds)
    }
}
