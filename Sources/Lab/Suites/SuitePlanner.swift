internal import FixtureOrigin
internal import Foundation
internal import LinkModel
internal import Scenarios

/// Makes a ``SuitePlan`` of files and wishes.
struct SuitePlanner {
    let workbench: Workbench
    let wishes: SuiteWishes
    /// SHA-256 of the program that plays.
    let engine: String

    /// What cases share is looked up once.
    private struct Parts {
        var assets: [String: (asset: OriginAsset, digest: String)] = [:]
        var profiles: [String: (profile: LinkProfile, digest: String)] = [:]
    }

    /// - Throws: ``LabError`` of kind usage for what is wrong in files or wishes.
    func plan() throws(LabError) -> SuitePlan {
        let shard = try wishes.shard.map { text throws(LabError) in try Shard(commandLine: text) }
        let seeds = try wishes.seeds.map { text throws(LabError) in
            try SeedList(commandLine: text)
        }
        let (cases, explorations) = try cases()
        let chosen = try select(cases)
        guard !chosen.isEmpty else { throw nothing(explorations, of: cases) }
        var entries: [SuitePlan.Entry] = []
        var parts = Parts()
        for one in chosen {
            entries.append(try entry(of: one, seeds: seeds, &parts))
        }
        entries.sort { $0.result.name < $1.result.name }
        let digest = SuiteDigest.of(
            entries.flatMap { [$0.result.name, $0.result.digest, "\($0.seeds)"] })
        if let shard { entries.removeAll { !shard.holds($0.result.name) } }
        if let path = wishes.changedSince {
            try takeOver(from: try SuiteResults(readingFrom: path), into: &entries)
        }
        let plan = SuitePlan(entries: entries, engine: engine, digest: digest, shard: shard)
        guard plan.runs <= SuitePlan.mostRuns else {
            throw LabError(
                .usage, "these are \(plan.runs) runs; at most \(SuitePlan.mostRuns) are played")
        }
        return plan
    }

    // MARK: - Files

    private func cases() throws(LabError) -> (cases: [SuiteCase], explorations: Int) {
        let vocabulary = try workbench.suiteVocabulary()
        var cases: [SuiteCase] = []
        var explorations = 0
        var owners: [String: String] = [:]
        do throws(ConfigurationError) {
            for path in wishes.paths {
                for file in try SuiteFinder.files(of: path) {
                    switch try SuiteFile(path: file.path, name: file.name, vocabulary: vocabulary)
                        .read()
                    {
                    case .exploration: explorations += 1
                    case .cases(let found):
                        for one in found {
                            if let owner = owners.updateValue(one.file, forKey: one.name) {
                                throw ConfigurationError(
                                    file: one.file, line: one.line,
                                    message: "the case '\(one.name)' is there twice, also in "
                                        + "\(owner); give it a 'name'")
                            }
                        }
                        cases += found
                    }
                }
            }
        } catch {
            throw LabError(.usage, "\(error)")
        }
        return (cases, explorations)
    }

    private func nothing(_ explorations: Int, of cases: [SuiteCase]) -> LabError {
        if cases.isEmpty {
            return LabError(
                .usage,
                "there is no scenario in \(wishes.paths.joined(separator: ", "))"
                    + (explorations > 0
                        ? "; explorations are played by hlslab explore --replay" : ""))
        }
        let tags = Set(cases.flatMap(\.tags)).sorted()
        return LabError(
            .usage,
            "none of the \(cases.count) cases is wanted: see --list"
                + ((wishes.tags + wishes.withoutTags).isEmpty || tags.isEmpty
                    ? "" : "; tags are \(tags.joined(separator: ", "))"))
    }

    private func select(_ cases: [SuiteCase]) throws(LabError) -> [SuiteCase] {
        cases.filter { one in
            (wishes.tags.isEmpty || !Set(wishes.tags).isDisjoint(with: one.tags))
                && Set(wishes.withoutTags).isDisjoint(with: one.tags)
                && (wishes.filters.isEmpty
                    || wishes.filters.contains { fnmatch($0, one.name, 0) == 0 })
        }
    }

    // MARK: - Cases

    private func entry(
        of one: SuiteCase, seeds: SeedList?, _ parts: inout Parts
    ) throws(LabError) -> SuitePlan.Entry {
        var document = one.document
        var scenario: Scenario
        let text: String
        do throws(ConfigurationError) {
            if let link = wishes.link { try document.set("link.via", to: link) }
            scenario = try document.scenario()
            // Without its file it would have another name.
            try document.set("name", to: ConfigurationNode.option("name", scenario.name))
            text = try document.text()
        } catch {
            throw LabError(.usage, "\(error)")
        }
        do throws(LabError) {
            let link = try profile(scenario.profile, &parts)
            let source = try asset(scenario.asset, &parts)
            try Workbench.check(scenario, link.profile, source.asset)
            var digests = [text, link.digest, source.digest]
            for case .profile(let name) in scenario.interruptions.map(\.what) {
                let other = try profile(name, &parts)
                scenario.profiles[name] = other.profile
                digests.append(other.digest)
            }
            return SuitePlan.Entry(
                result: result(
                    of: one, scenario, link.profile,
                    digest: SuiteDigest.of(digests)),
                scenario: scenario, source: text, asset: source.asset, profile: link.profile,
                seeds: seeds?.seeds ?? one.seeds?.seeds ?? [scenario.seed],
                replay: replay(one, scenario))
        } catch {
            throw LabError(error.kind, "\(one.file):\(one.line): \(one.name): \(error.message)")
        }
    }

    private func profile(
        _ name: String, _ parts: inout Parts
    ) throws(LabError) -> (profile: LinkProfile, digest: String) {
        if let known = parts.profiles[name] { return known }
        let profile = try workbench.linkProfile(name)
        let found = (profile: profile, digest: SuiteDigest.of(profile))
        parts.profiles[name] = found
        return found
    }

    private func asset(
        _ id: String, _ parts: inout Parts
    ) throws(LabError) -> (asset: OriginAsset, digest: String) {
        if let known = parts.assets[id] { return known }
        let asset = try workbench.assetLibrary.load(id)
        let found = (asset: asset, digest: try SuiteDigest.of(asset))
        parts.assets[id] = found
        return found
    }

    private func result(
        of one: SuiteCase, _ scenario: Scenario, _ profile: LinkProfile, digest: String
    ) -> SuiteResults.Case {
        let playback = scenario.playback
        return SuiteResults.Case(
            name: one.name, file: one.file, line: one.line, tags: one.tags, rule: scenario.rule,
            asset: scenario.asset, profile: profile.id, via: scenario.via,
            quality: scenario.quality.text, playback: playback.mode,
            abr: playback.mode == .none ? nil : playback.rule, digest: digest,
            skipped: obstacle(to: scenario),
            verdict: .pass, runs: [])
    }

    /// Why its link cannot play a scenario that another could.
    private func obstacle(to scenario: Scenario) -> String? {
        guard !scenario.needsSockets || scenario.via != .simulate else {
            return "it needs sockets, which virtual time does not have"
        }
        let reason = Workbench.interruption(in: scenario) ?? RunNamespace.obstacle(to: scenario)
        return reason.map { "it \($0)" }
    }

    /// A scenario by itself is run; a case of a matrix has no other name than the suite's.
    private func replay(_ one: SuiteCase, _ scenario: Scenario) -> String {
        let file = ShellWord.quoted(one.file)
        let via = "--link \(scenario.via.rawValue)"
        guard one.isOfMatrix else { return "hlslab run \(file) \(via) --seed" }
        return "hlslab suite \(file) --filter \(ShellWord.quoted(one.ownName)) \(via) --keep-runs "
            + "--seeds"
    }

    // MARK: - Earlier results

    /// Takes over what passed under the same program, scenario, profile, asset and seeds.
    private func takeOver(
        from earlier: SuiteResults, into entries: inout [SuitePlan.Entry]
    ) throws(LabError) {
        guard earlier.engine == engine else { return }
        let known = Dictionary(
            earlier.cases.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        for place in entries.indices {
            let entry = entries[place]
            guard let one = known[entry.result.name], one.digest == entry.result.digest,
                one.skipped == nil, one.verdict == .pass, one.runs.map(\.seed) == entry.seeds
            else { continue }
            var taken = entry.result
            taken.runs = one.runs
            taken.expectations = one.expectations
            taken.verdict = one.verdict
            entries[place].earlier = taken
        }
    }
}
