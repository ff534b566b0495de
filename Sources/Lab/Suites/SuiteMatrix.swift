/// The dimensions of a suite, and the combinations of their values that are cases.
struct SuiteMatrix {
    /// More cases of one file than these are refused, and more dimensions and values of one.
    static let mostCases = 20_000
    static let mostDimensions = 12
    static let mostValues = 512

    /// A value of a scenario that a combination sets.
    struct Setting {
        var path: String
        var value: ConfigurationNode
    }

    private struct Value {
        var label: String
        var settings: [Setting]
    }

    private struct Dimension {
        var name: String
        var values: [Value]
    }

    /// One case: its labels by dimension, and what it sets.
    struct Combination {
        var labels: [String: String] = [:]
        var settings: [Setting] = []
        var line: Int
        /// Words of the name, in the order of the dimensions.
        var words: [String] = []

        var name: String { words.filter { !$0.isEmpty }.joined(separator: "-") }
    }

    private let dimensions: [Dimension]
    private let vocabulary: SuiteVocabulary
    private(set) var combinations: [Combination]

    /// Reads the values of a suite's keys `matrix`, `exclude` and `include`, each of which may be
    /// missing. Without a matrix there is one combination, of nothing.
    /// - Throws: ``ConfigurationError`` with file and line.
    init(
        _ matrix: ConfigurationNode?, exclude: ConfigurationNode?, include: ConfigurationNode?,
        line: Int, vocabulary: SuiteVocabulary
    ) throws(ConfigurationError) {
        self.vocabulary = vocabulary
        var dimensions: [Dimension] = []
        for (name, node) in try matrix?.entries(atMost: Self.mostDimensions) ?? [] {
            guard name != "seeds" else { continue }
            dimensions.append(
                Dimension(name: name, values: try Self.values(node, of: name, vocabulary)))
        }
        self.dimensions = dimensions
        combinations = [Combination(line: matrix?.line ?? line)]
        for dimension in dimensions {
            guard combinations.count * dimension.values.count <= Self.mostCases else {
                let message = "'matrix' has more than \(Self.mostCases) cases"
                throw matrix?.error(message) ?? ConfigurationError(message: message)
            }
            combinations = combinations.flatMap { one in
                dimension.values.map { value in
                    var one = one
                    one.labels[dimension.name] = value.label
                    one.words.append(value.label)
                    one.settings += value.settings
                    return one
                }
            }
        }
        for entry in try exclude?.sequence() ?? [] { try leaveOut(entry) }
        for entry in try include?.sequence() ?? [] { try add(entry) }
    }

    // MARK: - Values

    private static func values(
        _ node: ConfigurationNode, of dimension: String, _ vocabulary: SuiteVocabulary
    ) throws(ConfigurationError) -> [Value] {
        var values: [Value] = []
        if node.isScalar {
            guard try node.string() == "all", let all = vocabulary.all(of: dimension) else {
                throw node.fault(
                    "has to be a list of values, or of names with what each sets; profile, asset "
                        + "and abr can be 'all'")
            }
            for word in all { values.append(try value(node.with(word), of: dimension)) }
        } else if node.isList {
            for item in try node.sequence() { values.append(try value(item, of: dimension)) }
        } else {
            for (label, item) in try node.entries(atMost: mostValues) {
                values.append(
                    Value(
                        label: SuiteCase.label(label),
                        settings: try settings(item, of: dimension)))
            }
        }
        guard (1...mostValues).contains(values.count) else {
            throw node.fault("has \(values.count) values; there have to be 1 to \(mostValues)")
        }
        var seen: Set<String> = []
        for value in values where !seen.insert(value.label).inserted {
            throw node.fault("has '\(value.label)' twice")
        }
        return values
    }

    /// An item of a list.
    private static func value(
        _ node: ConfigurationNode, of dimension: String
    ) throws(ConfigurationError) -> Value {
        guard node.isScalar else {
            throw node.fault("has to be a single value; give sets of values names: 'name: { … }'")
        }
        guard let path = SuiteVocabulary.path(of: dimension) else {
            let names = SuiteVocabulary.shortNames + ScenarioShape.root.keys
            throw node.fault(
                "is of '\(dimension)', which is no key of a scenario"
                    + "\(NearestName.hint(for: dimension, in: names)); a dimension of another name "
                    + "has names with what each sets")
        }
        return Value(
            label: label(try node.string(), of: path),
            settings: [Setting(path: scalarPath(path), value: node)])
    }

    /// What a named value sets.
    private static func settings(
        _ node: ConfigurationNode, of dimension: String
    ) throws(ConfigurationError) -> [Setting] {
        if let path = SuiteVocabulary.path(of: dimension) {
            return [Setting(path: node.isScalar ? scalarPath(path) : path, value: node)]
        }
        return try paths(node)
    }

    /// Paths of a scenario with their values; short names stand for theirs.
    private static func paths(
        _ node: ConfigurationNode
    ) throws(ConfigurationError) -> [Setting] {
        var settings: [Setting] = []
        for (name, value) in try node.entries(atMost: mostDimensions) {
            guard let path = SuiteVocabulary.path(of: name) else {
                let names = SuiteVocabulary.shortNames + ScenarioShape.root.keys
                throw value.error(
                    "unknown key '\(name)'\(NearestName.hint(for: name, in: names))")
            }
            settings.append(
                Setting(path: value.isScalar ? scalarPath(path) : path, value: value))
        }
        return settings
    }

    /// One word for `playback` is its mode.
    private static func scalarPath(_ path: String) -> String {
        path == "playback" ? "playback.mode" : path
    }

    /// Of a profile in a file the file's name.
    private static func label(_ text: String, of path: String) -> String {
        guard path == "link.profile", text.contains("/") || text.hasSuffix(".yaml") else {
            return SuiteCase.label(text)
        }
        let file = text.split(separator: "/").last ?? ""
        return SuiteCase.label(file.hasSuffix(".yaml") ? String(file.dropLast(5)) : String(file))
    }

    // MARK: - Exceptions

    /// Takes out the combinations that have all that an entry names.
    private mutating func leaveOut(_ entry: ConfigurationNode) throws(ConfigurationError) {
        let names = dimensions.map(\.name)
        var wanted: [(dimension: String, labels: [String])] = []
        for (name, node) in try entry.entries(atMost: Self.mostDimensions) {
            guard let dimension = dimensions.first(where: { $0.name == name }) else {
                throw node.error(
                    "'\(name)' is no dimension of the matrix\(NearestName.hint(for: name, in: names))"
                )
            }
            let items = node.isList ? try node.sequence() : [node]
            var labels: [String] = []
            for item in items { labels.append(try label(item, in: dimension)) }
            wanted.append((name, labels))
        }
        let before = combinations.count
        combinations.removeAll { one in
            wanted.allSatisfy { $0.labels.contains(one.labels[$0.dimension] ?? "") }
        }
        guard combinations.count < before else {
            throw entry.error("this entry of 'exclude' leaves nothing out")
        }
    }

    private func label(
        _ node: ConfigurationNode, in dimension: Dimension
    ) throws(ConfigurationError) -> String {
        let text = try node.string()
        let label = Self.label(text, of: SuiteVocabulary.path(of: dimension.name) ?? "")
        let labels = dimension.values.map(\.label)
        guard labels.contains(label) else {
            throw node.error(
                "'\(dimension.name)' has no value '\(text)'\(NearestName.hint(for: label, in: labels))"
            )
        }
        return label
    }

    /// As matrices of CI services have it: an entry that names values of dimensions sets its other
    /// keys in the combinations with them; one that fits none is a case of its own.
    private mutating func add(_ entry: ConfigurationNode) throws(ConfigurationError) {
        var name: String?
        var labels: [String: String] = [:]
        var own: [Setting] = []
        var extra: [Setting] = []
        for (key, node) in try entry.entries(atMost: Self.mostDimensions) {
            guard key != "name" else {
                name = SuiteCase.label(try node.string())
                continue
            }
            guard let dimension = dimensions.first(where: { $0.name == key }) else {
                let path = SuiteVocabulary.path(of: key)
                guard let path else {
                    let names =
                        dimensions.map(\.name) + SuiteVocabulary.shortNames
                        + ScenarioShape.root.keys
                    throw node.error(
                        "unknown key '\(key)'\(NearestName.hint(for: key, in: names))")
                }
                extra.append(
                    Setting(path: node.isScalar ? Self.scalarPath(path) : path, value: node))
                continue
            }
            let value = try self.value(node, in: dimension)
            labels[key] = value.label
            own += value.settings
        }
        let fitting = combinations.indices.filter { place in
            labels.allSatisfy { combinations[place].labels[$0.key] == $0.value }
        }
        if name == nil, !extra.isEmpty, !fitting.isEmpty {
            for place in fitting { combinations[place].settings += extra }
            return
        }
        guard combinations.count < Self.mostCases else {
            throw entry.error("there are more than \(Self.mostCases) cases")
        }
        combinations.append(
            Combination(
                labels: labels, settings: own + extra, line: entry.line,
                words: name.map { [$0] } ?? dimensions.compactMap { labels[$0.name] }))
    }

    /// One that the dimension has, or another one like them.
    private func value(
        _ node: ConfigurationNode, in dimension: Dimension
    ) throws(ConfigurationError) -> Value {
        guard node.isScalar else {
            throw node.fault("has to be a single value")
        }
        let text = try node.string()
        let label = Self.label(text, of: SuiteVocabulary.path(of: dimension.name) ?? "")
        if let known = dimension.values.first(where: { $0.label == label }) { return known }
        return try Self.value(node, of: dimension.name)
    }
}
