internal import Scenarios

extension Expectation {
    /// `retries: at least 4`, `time: under 120 s`, `waste: under 5 %`, `quality: requested`,
    /// `p95(time): under 90 s`; the names are those of ``RunFigure``.
    static let list = ValueReader<[Expectation]>(schema, faults: { faults($0) }) {
        node throws(ConfigurationError) in
        let (entries, strays) = try node.entries()
        if let stray = strays.first { throw stray }
        var list: [Expectation] = []
        for entry in entries { list.append(try Expectation(entry)) }
        return list
    }

    private static func faults(_ node: ConfigurationNode) -> [ConfigurationError] {
        do throws(ConfigurationError) {
            let (entries, strays) = try node.entries()
            return strays
                + entries.compactMap { entry in
                    do throws(ConfigurationError) {
                        _ = try Expectation(entry)
                        return nil
                    } catch {
                        return error
                    }
                }
        } catch {
            return [error]
        }
    }

    /// One entry: the figure is the name of the node.
    private init(_ node: ConfigurationNode) throws(ConfigurationError) {
        let (name, statistic) = try Self.figure(node)
        let text = try node.string()
        if name == RunFigure.quality {
            guard statistic == nil, text == "requested" else {
                throw node.fault("is '\(text)'; the quality can be 'requested', of every run")
            }
            self.init(name, .requested)
            return
        }
        guard let figure = RunFigure.named(name) else {
            let names = RunFigure.names + [RunFigure.quality]
            let hint = NearestName.hint(for: name, in: names)
            throw node.error(
                "unknown figure '\(name)'"
                    + (hint.isEmpty ? "; figures are those of summary.json, as in 'time'" : hint))
        }
        let isShare = text.contains("%")
        if isShare, figure.whole == nil {
            throw node.fault("is '\(text)'; it is no part of anything that it could be per cent of")
        }
        self.init(
            name, try Self.bound(text, node, figure.unit, isShare: isShare), of: statistic,
            isShare: isShare)
    }

    /// The figure of `p95(time)`, and of what it is the 95th percentile.
    private static func figure(
        _ node: ConfigurationNode
    ) throws(ConfigurationError) -> (name: String, statistic: Statistic?) {
        let name = node.name ?? ""
        guard let open = name.firstIndex(of: "("), name.last == ")" else { return (name, nil) }
        let word = name[..<open]
        guard let statistic = Statistic(word) else {
            throw node.error(
                "unknown '\(word)' in '\(name)'; known are p1 to p99, min, median and max")
        }
        return (String(name[name.index(after: open)...].dropLast()), statistic)
    }

    private static let words: [(word: String, bound: @Sendable (Double) -> Bound)] = [
        ("at least ", { .atLeast($0) }), ("at most ", { .atMost($0) }), ("under ", { .under($0) }),
        ("over ", { .over($0) }), ("exactly ", { .exactly($0) }),
    ]

    private static func bound(
        _ text: String, _ node: ConfigurationNode, _ unit: FigureUnit, isShare: Bool
    ) throws(ConfigurationError) -> Bound {
        func amount(_ text: some StringProtocol) throws(ConfigurationError) -> Double {
            let value = node.with(String(text))
            guard isShare else { return try unit.amount(value) }
            return Double(try value.fraction()) / 10_000_000
        }
        for (word, bound) in words where text.hasPrefix(word) {
            return bound(try amount(text.dropFirst(word.count)))
        }
        let between = "between "
        if text.hasPrefix(between) {
            let ends = text.dropFirst(between.count).split(separator: " and ")
            if ends.count == 2 {
                let (least, most) = (try amount(ends[0]), try amount(ends[1]))
                guard least <= most else { throw node.fault("is '\(text)': the first is larger") }
                return .between(least, most)
            }
        }
        throw node.fault(
            "is '\(text)', not 'at least …', 'at most …', 'under …', 'over …', 'exactly …' or "
                + "'between … and …'")
    }

    // MARK: - Schema

    private static var schema: SchemaValue {
        var properties: [String: SchemaValue] = [
            RunFigure.quality: .words(["requested"])
                .with(
                    "description", .text("All segments are the origin's at the requested quality."))
        ]
        var ofMany: [String: SchemaValue] = [:]
        for figure in RunFigure.all {
            for name in [figure.path] + figure.aliases {
                let escaped = name.replacing(".", with: "\\.")
                ofMany["^(p[1-9][0-9]?|min|median|max)\\(\(escaped)\\)$"] = schema(of: figure)
                properties[name] = schema(of: figure)
            }
        }
        return .type(
            "object",
            [
                "additionalProperties": .boolean(false), "properties": .object(properties),
                "patternProperties": .object(ofMany),
            ])
    }

    private static func schema(of figure: RunFigure) -> SchemaValue {
        let amounts =
            [figure.unit.pattern] + (figure.whole == nil ? [] : [UnitTable.fraction.pattern])
        let bounds = amounts.map { amount in
            let one = words.map(\.word).map { $0.dropLast() }.joined(separator: "|")
            return "(\(one)) \(amount)|between \(amount) and \(amount)"
        }
        return .pattern("(\(bounds.joined(separator: "|")))")
    }
}
