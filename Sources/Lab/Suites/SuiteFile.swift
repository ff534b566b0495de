/// A file of a suite: one scenario, or a matrix of them.
struct SuiteFile {
    private static let keys = [
        "rule", "tags", "base", "scenarios", "matrix", "exclude", "include",
    ]
    /// Any of these makes a file a suite.
    private static let marks = ["base", "scenarios", "matrix", "include"]

    let path: String
    /// What names of its cases begin with.
    let name: String
    let vocabulary: SuiteVocabulary

    /// Why a file is none of a suite.
    enum Content {
        case cases([SuiteCase])
        case exploration
    }

    /// - Throws: ``ConfigurationError`` with file and line.
    func read() throws(ConfigurationError) -> Content {
        let root = try ConfigurationDocument.read(path)
        let keys = try root.entries(atMost: 64)
        if keys.contains(where: { Self.marks.contains($0.key) }) {
            return .cases(try suite(root))
        }
        // An asset that is described, not named, is what `hlslab explore` writes.
        if keys.contains(where: { $0.key == "asset" && !$0.value.isScalar && !$0.value.isList }) {
            return .exploration
        }
        return .cases([
            SuiteCase(
                name: name, ownName: name, file: path, line: 1, isOfMatrix: false,
                tags: try tags(keys.first { $0.key == "tags" }?.value),
                document: ScenarioDocument(root, path: path))
        ])
    }

    private func suite(_ root: ConfigurationNode) throws(ConfigurationError) -> [SuiteCase] {
        let suite = try root.mapping(keys: Self.keys)
        let matrix = try SuiteMatrix(
            suite["matrix"], exclude: suite["exclude"], include: suite["include"], line: root.line,
            vocabulary: vocabulary)
        let tags = try tags(suite["tags"])
        let seeds = try seeds(suite["matrix"])
        let rule = suite["rule"]
        let own = SuiteFinder.name(of: path)
        var cases: [SuiteCase] = []
        for scenario in try scenarios(suite) {
            for one in matrix.combinations {
                let words = [scenario.name, one.name].filter { !$0.isEmpty }
                let label = words.joined(separator: "-")
                var item = SuiteCase(
                    name: label.isEmpty ? name : "\(name)/\(label)",
                    ownName: label.isEmpty ? own : "\(own)/\(label)", file: path, line: one.line,
                    isOfMatrix: true,
                    tags: tags + scenario.tags.filter { !tags.contains($0) },
                    document: scenario.document, seeds: seeds)
                // The suite's own words for what it is about, unless the scenario has others.
                if let rule, suite["scenarios"] == nil, suite["base"].map(Self.hasRule) != true {
                    try item.document.set("rule", to: rule)
                }
                try item.document.set("name", to: root.with(item.name))
                for setting in one.settings {
                    try item.document.set(setting.path, to: setting.value)
                }
                cases.append(item)
            }
        }
        return cases
    }

    /// What the combinations of a suite are set in.
    private struct Part {
        var name: String
        /// Its own, beside those of the suite.
        var tags: [String]
        var document: ScenarioDocument
    }

    private static func hasRule(_ base: ConfigurationNode) -> Bool {
        // A base that is no mapping is found when the scenario is read.
        (try? base.entries(atMost: 64))?.contains { $0.key == "rule" } == true
    }

    /// What the combinations are set in: the base, or one after the other of the scenarios.
    private func scenarios(
        _ suite: ConfigurationMapping
    ) throws(ConfigurationError) -> [Part] {
        guard let list = suite["scenarios"] else {
            let tags = try tags(
                suite["base"]?.entries(atMost: 64).first { $0.key == "tags" }?.value)
            return [
                Part(name: "", tags: tags, document: ScenarioDocument(suite["base"], path: nil))
            ]
        }
        let common = try suite["base"].map { base throws(ConfigurationError) in
            try Self.leaves(of: base, below: "", 1)
        }
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            .joined(separator: "/")
        var found: [Part] = []
        for item in try list.isList ? list.sequence() : [list] {
            let place = try item.string()
            let full = place.hasPrefix("/") || folder.isEmpty ? place : "\(folder)/\(place)"
            do throws(ConfigurationError) {
                for file in try SuiteFinder.files(of: full) {
                    var document = try ScenarioDocument(path: file.path)
                    for leaf in common ?? [] { try document.set(leaf.path, to: leaf.value) }
                    let own = try ConfigurationDocument.read(file.path).entries(atMost: 64)
                        .first { $0.key == "tags" }
                    found.append(
                        Part(name: file.name, tags: try tags(own?.value), document: document))
                }
            } catch {
                throw item.error("\(error)")
            }
        }
        return found
    }

    /// Values below a mapping by their paths, so that what is beside them in a scenario stays.
    private static func leaves(
        of node: ConfigurationNode, below path: String, _ level: Int
    ) throws(ConfigurationError) -> [SuiteMatrix.Setting] {
        var leaves: [SuiteMatrix.Setting] = []
        for (key, value) in try node.entries(atMost: 64) {
            if value.isScalar || value.isList || level == ScenarioDocument.mostKeys {
                leaves.append(.init(path: path + key, value: value))
            } else {
                leaves += try Self.leaves(of: value, below: path + key + ".", level + 1)
            }
        }
        return leaves
    }

    private func tags(_ node: ConfigurationNode?) throws(ConfigurationError) -> [String] {
        guard let node else { return [] }
        return try ValueReader<[String]>.tags.read(node)
    }

    /// `seeds: 1...5` of the matrix.
    private func seeds(_ matrix: ConfigurationNode?) throws(ConfigurationError) -> SeedList? {
        guard let node = try matrix?.entries(atMost: 64).first(where: { $0.key == "seeds" })?.value
        else { return nil }
        let text: String
        if node.isList {
            var items: [String] = []
            for item in try node.sequence() { items.append(try item.string()) }
            text = items.joined(separator: ",")
        } else {
            text = try node.string()
        }
        do throws(LabError) {
            return try SeedList(commandLine: text)
        } catch {
            throw node.error(error.message.replacing("--seeds", with: "'seeds'"))
        }
    }
}
