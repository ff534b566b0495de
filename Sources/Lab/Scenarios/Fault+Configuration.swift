internal import Scenarios

extension Fault {
    private static let matchKeys = ["kind", "stream", "segment", "attempts", "times"]
    private static let effectKeys = [
        "status", "retryAfter", "retryAfterDate", "delay", "stall", "after", "truncate",
        "withoutLength", "reset",
        "wrongType", "redirect",
    ]

    /// One entry of a scenario's `faults`: what it matches, how often, and exactly one effect.
    init(_ node: ConfigurationNode) throws(ConfigurationError) {
        let entry = try node.mapping(keys: Self.matchKeys + Self.effectKeys)
        var match = FaultMatch()
        if let kind = entry["kind"] { match.kind = try kind.choice() }
        if let stream = entry["stream"] { match.stream = try stream.string() }
        if let segment = entry["segment"] {
            match.segment = try segment.integer(in: 1...Int(Int32.max))
        }
        if let attempts = entry["attempts"] {
            var numbers: [Int] = []
            for attempt in try attempts.sequence() {
                numbers.append(try attempt.integer(in: 1...Int(Int32.max)))
            }
            match.attempts = numbers
        }
        let times = try entry["times"].map { value throws(ConfigurationError) in
            try value.integer(in: 1...Int(Int32.max))
        }
        self.init(match: match, effect: try Self.effect(entry), times: times)
    }

    private static func effect(
        _ entry: ConfigurationMapping
    ) throws(ConfigurationError) -> FaultEffect {
        let named = ["status", "delay", "stall", "truncate", "reset", "wrongType", "redirect"]
            .filter { entry[$0] != nil }
        guard named.count == 1, let name = named.first, let value = entry[name] else {
            throw entry.owner.error(
                "a fault has exactly one effect: status, delay, stall, truncate, reset, "
                    + "wrongType or redirect"
            )
        }
        try refuseStrayKeys(entry, besides: name)
        switch name {
        case "status":
            return .status(
                try value.integer(in: 100...599), retryAfter: try retryAfter(entry))
        case "delay": return .delay(try value.duration())
        case "stall":
            let after = try entry.required("after").bytes()
            return .stall(afterByte: after, for: try value.duration())
        case "truncate":
            let isWithoutLength = try entry["withoutLength"]?.boolean() ?? false
            let byte = try value.bytes()
            return isWithoutLength
                ? .truncateWithoutLength(afterByte: byte) : .truncate(afterByte: byte)
        case "reset": return .reset(afterByte: try value.bytes())
        case "redirect": return .redirect(to: try headerText(value))
        default:
            guard try value.boolean() else { throw value.fault("can only be 'true'") }
            return .wrongType
        }
    }

    /// The target of a redirect: what a header field can hold.
    private static func headerText(
        _ node: ConfigurationNode
    ) throws(ConfigurationError) -> String {
        let text = try node.string()
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw node.fault("is '\(text)', not a URL or path without spaces")
        }
        return text
    }

    /// `retryAfter`, `after` and `withoutLength` mean something beside their own effect only.
    private static func refuseStrayKeys(
        _ entry: ConfigurationMapping, besides effect: String
    ) throws(ConfigurationError) {
        let owners = [
            "retryAfter": "status", "retryAfterDate": "status", "after": "stall",
            "withoutLength": "truncate",
        ]
        for (key, owner) in owners.sorted(by: { $0.key < $1.key }) where owner != effect {
            if let stray = entry[key] { throw stray.fault("goes with '\(owner)' only") }
        }
    }

    private static func retryAfter(
        _ entry: ConfigurationMapping
    ) throws(ConfigurationError) -> FaultEffect.RetryAfter? {
        if let seconds = entry["retryAfter"] {
            return .seconds(Int(try seconds.duration().components.seconds))
        }
        return try entry["retryAfterDate"].map { date throws(ConfigurationError) in
            .date(secondsFromNow: Int(try date.duration().components.seconds))
        }
    }
}

extension Expectation {
    /// `retries: at least 4`, `time: at most 120 s`, `waste: between 0 B and 50 kB`.
    static func list(_ node: ConfigurationNode) throws(ConfigurationError) -> [Expectation] {
        let names = Figure.allCases.map(\.rawValue)
        let mapping = try node.mapping(keys: names)
        var list: [Expectation] = []
        for figure in Figure.allCases {
            guard let value = mapping[figure.rawValue] else { continue }
            list.append(Expectation(figure, try bound(value, of: figure)))
        }
        return list
    }

    private static func bound(
        _ node: ConfigurationNode, of figure: Figure
    ) throws(ConfigurationError) -> Bound {
        let text = try node.string()
        if let rest = text.dropping("at least ") {
            return .atLeast(try quantity(rest, node, figure))
        }
        if let rest = text.dropping("at most ") ?? text.dropping("under ") {
            return .atMost(try quantity(rest, node, figure))
        }
        if let rest = text.dropping("between ") {
            let ends = rest.split(separator: " and ", omittingEmptySubsequences: false)
            if ends.count == 2 {
                let least = try quantity(String(ends[0]), node, figure)
                let most = try quantity(String(ends[1]), node, figure)
                guard least <= most else { throw node.fault("is '\(text)': the first is larger") }
                return .between(least, most)
            }
        }
        throw node.fault("is '\(text)', not 'at least …', 'at most …' or 'between … and …'")
    }

    private static func quantity(
        _ text: String, _ node: ConfigurationNode, _ figure: Figure
    ) throws(ConfigurationError) -> Double {
        let value = node.with(text)
        switch figure {
        case .retries, .requests: return Double(try value.integer(in: 0...Int(Int32.max)))
        case .time: return try value.duration() / .seconds(1)
        case .waste: return Double(try value.bytes())
        }
    }
}

extension String {
    fileprivate func dropping(_ prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }
}
