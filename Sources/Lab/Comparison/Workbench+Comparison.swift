package import Foundation
internal import FixtureOrigin
internal import LinkConditioner
internal import LinkModel
internal import Scenarios

extension Workbench {
    /// Candidates, links, and values of one option of a comparison.
    private static let mostCandidates = 64
    private static let mostLinks = 64
    /// Runs of a comparison: the figures of each are kept until it is written.
    private static let mostRuns = 100_000

    /// Paths of a scenario file that have an option of their own here.
    private static let otherOptions = [
        "link.profile": "--profile", "link.via": "--link", "seed": "--seeds", "asset": "--asset",
    ]

    /// Prepares a comparison of downloads.
    /// - Parameter now: names the folder of runs over sockets.
    /// - Throws: ``LabError``.
    package func prepareComparison(
        _ wishes: ComparisonWishes, now: Date
    ) throws(LabError) -> Comparison {
        let candidates = try Self.candidates(wishes)
        let way: Scenario.Via = wishes.clients.isEmpty ? .simulate : .throttle
        let overrides = Overrides(
            link: wishes.link ?? way.rawValue, asset: wishes.asset,
            playback: wishes.playback)
        let profiles: [String?] =
            try wishes.profiles.map { text throws(LabError) in
                try Self.values(text, "--profile", most: Self.mostLinks)
            } ?? [nil]
        var links: [[ComparedPairing]] = []
        for profile in profiles {
            var row: [ComparedPairing] = []
            for candidate in candidates {
                var overrides = overrides
                overrides.profile = profile
                row.append(try pairing(candidate, wishes, overrides))
            }
            links.append(row)
        }
        let via = links[0][0].scenario.via
        let seeds = try SeedList(
            commandLine: wishes.seeds ?? (via == .simulate ? "1...20" : "1"))
        guard links.count * candidates.count <= Self.mostRuns / seeds.seeds.count else {
            throw LabError(
                .usage,
                "\(links.count) links, \(candidates.count) candidates and \(seeds.seeds.count) "
                    + "seeds are more than \(Self.mostRuns) runs; compare fewer")
        }
        let hasOthers = links[0].contains { $0.engine != .own }
        return Comparison(
            candidates: candidates, links: links, via: via, seeds: seeds,
            runs: try Self.runsFolder(wishes.runs, via, hasOthers: hasOthers, now: now),
            patience: try Self.patience(wishes.patience))
    }

    /// As ``enterNamespace(file:overrides:)`` does for a run: what a comparison over the kernel's link
    /// needs.
    package func enterNamespace(for wishes: ComparisonWishes) throws(LabError) {
        guard wishes.link == Scenario.Via.netem.rawValue, !NetemNamespace.isEntered else { return }
        let profiles = try wishes.profiles.map { text throws(LabError) in
            try Self.values(text, "--profile", most: Self.mostLinks)
        }
        do throws(NetemError) {
            for profile in profiles ?? [] {
                guard let profile = try? linkProfile(profile) else {
                    // Told when the comparison is prepared.
                    return
                }
                try NetemLink.require(profile)
            }
            try NetemNamespace.restart()
        } catch {
            throw LabError(error)
        }
    }

    // MARK: - Candidates

    private static func candidates(_ wishes: ComparisonWishes) throws(LabError) -> [Candidate] {
        var dimensions: [(name: String, values: [String])] = []
        func add(_ name: String, _ text: String?, _ option: String) throws(LabError) {
            guard let text else { return }
            guard !dimensions.contains(where: { $0.name == name }) else {
                throw LabError(.usage, "\(option) names '\(name)' a second time; name it once")
            }
            dimensions.append((name, try values(text, option, most: mostCandidates)))
        }
        let engines = try engines(wishes)
        if !engines.isEmpty { dimensions.append(("engine", engines)) }
        for set in wishes.sets {
            guard let equals = set.firstIndex(of: "="), equals > set.startIndex else {
                throw LabError(
                    .usage, "--set is '\(set)'; write it as in --set download.parallel=1,4")
            }
            let path = String(set[..<equals])
            if let option = otherOptions[path] {
                throw LabError(.usage, "--set \(path) has an option of its own: \(option)")
            }
            try add(path, String(set[set.index(after: equals)...]), "--set")
        }
        try add("playback.rule", wishes.rules, "--abr")
        if let qualities = wishes.qualities {
            try add("quality", qualities, "--quality")
        } else if dimensions.isEmpty {
            try add("quality", "fast,best", "--quality")
        }
        guard dimensions.reduce(1, { $0 * $1.values.count }) <= mostCandidates else {
            throw LabError(
                .usage, "these are more than \(mostCandidates) candidates; compare fewer at a time")
        }
        return Candidate.all(dimensions)
    }

    /// Builds and clients, this one first where only one other is named; none where none is.
    private static func engines(_ wishes: ComparisonWishes) throws(LabError) -> [String] {
        var names =
            try wishes.engines.map { text throws(LabError) in
                try values(text, "--engine", most: mostCandidates)
            } ?? []
        for client in wishes.clients where !names.contains(client) { names.append(client) }
        return names.count == 1 && names != [ComparedEngine.ownName]
            ? [ComparedEngine.ownName] + names : names
    }

    private static func engine(
        _ name: String?, _ wishes: ComparisonWishes
    ) throws(LabError) -> ComparedEngine {
        guard let name, name != ComparedEngine.ownName else { return .own }
        if wishes.clients.contains(name) {
            let client = try ClientCommand(commandLine: name)
            guard ChildProcess.find(client.program) != nil else {
                throw LabError(
                    .unavailable, "--client needs \(client.program), which is not installed here")
            }
            return .client(client)
        }
        guard FileManager.default.isExecutableFile(atPath: name) else {
            throw LabError(
                .usage, "--engine names '\(name)', which is no program that can be run")
        }
        return .program(name)
    }

    /// Each value once, in order. Commas inside of brackets, braces and quotes are part of a value,
    /// which is YAML.
    static func values(
        _ text: String, _ option: String, most: Int
    ) throws(LabError) -> [String] {
        var words = [""]
        var depth = 0
        var quote: Character?
        for character in text {
            if let open = quote {
                if character == open { quote = nil }
            } else if character == "'" || character == "\"" {
                quote = character
            } else if "[{".contains(character) {
                depth += 1
            } else if "]}".contains(character) {
                depth -= 1
            } else if character == ",", depth == 0 {
                words.append("")
                continue
            }
            words[words.count - 1].append(character)
        }
        var values: [String] = []
        for word in words {
            let value = word.trimmingCharacters(in: .whitespaces)
            guard !value.isEmpty, values.count < most else {
                throw LabError(
                    .usage,
                    "\(option) is '\(text)'; it has to be one to \(most) values with commas between "
                        + "them")
            }
            if !values.contains(value) { values.append(value) }
        }
        return values
    }

    private func pairing(
        _ candidate: Candidate, _ wishes: ComparisonWishes, _ overrides: Overrides
    ) throws(LabError) -> ComparedPairing {
        var overrides = overrides
        overrides.quality = candidate.value(of: "quality")
        overrides.rule = candidate.value(of: "playback.rule")
        let sets = candidate.settings.filter {
            !["quality", "playback.rule", "engine"].contains($0.name)
        }
        let document = try document(wishes.file, sets)
        let scenario = try scenario(document, overrides)
        let (profile, asset) = try parts(of: scenario)
        try Self.require(socketsFor: scenario)
        let engine = try Self.engine(candidate.value(of: "engine"), wishes)
        try Self.check(engine, scenario, candidate)
        return ComparedPairing(
            scenario: scenario, profile: profile, asset: asset, engine: engine,
            file: wishes.file, overrides: overrides, sets: sets,
            document: sets.isEmpty ? nil : try Self.text(of: document))
    }

    /// Whether an engine can play what is asked of it.
    private static func check(
        _ engine: ComparedEngine, _ scenario: Scenario, _ candidate: Candidate
    ) throws(LabError) {
        try RunNamespace.requireEntered(for: scenario)
        guard case .client(let client) = engine else { return }
        guard scenario.via != .simulate else {
            throw LabError(
                .usage,
                "--client needs sockets: in virtual time there is nothing that \(client.program) "
                    + "could ask; add --link throttle")
        }
        guard scenario.playback.mode == .none else {
            throw LabError(.usage, "--client has no player beside it; leave --playback away")
        }
        guard client.choosesQuality || candidate.value(of: "quality") == nil else {
            throw LabError(
                .usage,
                "--client '\(client.text)' cannot be asked for a quality; give it a {quality}, "
                    + "or leave --quality away")
        }
    }

    private func document(
        _ file: String?, _ sets: [Candidate.Setting]
    ) throws(LabError) -> ScenarioDocument {
        do throws(ConfigurationError) {
            var document = try ScenarioDocument(path: file)
            for set in sets { try document.set(set.name, to: set.value) }
            return document
        } catch {
            throw LabError(.usage, "\(error)")
        }
    }

    private static func text(of document: ScenarioDocument) throws(LabError) -> String {
        do throws(ConfigurationError) {
            return try document.text()
        } catch {
            throw LabError(.usage, "\(error)")
        }
    }

    private static func patience(_ text: String) throws(LabError) -> Duration {
        do throws(ConfigurationError) {
            return try ConfigurationNode.option("--patience", text).duration()
        } catch {
            throw LabError(.usage, error.message)
        }
    }

    // MARK: - Folders

    /// A folder that nothing is in: a download goes on where it finds one.
    /// - Parameter hasOthers: engines from elsewhere leave their files in virtual time, too.
    private static func runsFolder(
        _ path: String?, _ via: Scenario.Via, hasOthers: Bool, now: Date
    ) throws(LabError) -> String {
        guard via != .simulate || hasOthers else {
            guard path == nil else {
                throw LabError(.usage, "--runs has nothing to hold: virtual time leaves no files")
            }
            return ""
        }
        let current = URL(filePath: FileManager.default.currentDirectoryPath + "/")
        let chosen = path ?? RunFolder.unused(named: "compare", now: now)
        let folder = URL(filePath: chosen, relativeTo: current).standardized.path
        try RunFolder.make(folder)
        guard (try? FileManager.default.contentsOfDirectory(atPath: folder))?.isEmpty == true else {
            // Unreadable or not empty: neither will do.
            throw LabError(
                .usage,
                "--runs names \(folder), which is not empty: downloads there would go on where they "
                    + "were; name a new folder")
        }
        return folder
    }
}
