internal import Scenarios

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
        case .retries, .requests, .stalls, .switches:
            return Double(try value.integer(in: 0...Int(Int32.max)))
        case .time, .startup, .stallTime: return try value.duration() / .seconds(1)
        case .waste: return Double(try value.bytes())
        }
    }
}

extension String {
    fileprivate func dropping(_ prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }
}
