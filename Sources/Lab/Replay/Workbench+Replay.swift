package import Foundation
internal import LinkModel
internal import Scenarios

extension Workbench {
    /// Prepares the run of a folder once more, or of many seeds all of them or some.
    /// - Parameters:
    ///   - run: the folder.
    ///   - seeds: as in ``SeedList``, of a folder of many; nil: all.
    ///   - out: of a run over sockets; nil: a new one.
    ///   - now: names a new folder.
    /// - Throws: ``LabError``.
    package func prepareReplay(
        of run: String, seeds: String?, out: String?, now: Date
    ) throws(LabError) -> any PreparedReplay {
        guard try RunFolder(existing: run).content() == .seeds else {
            guard seeds == nil else {
                throw LabError(
                    .usage, "--seed chooses among many seeds, and \(run) is the folder of one run")
            }
            return try prepareReplay(of: run, out: out, now: now)
        }
        return try prepareReplay(ofSeeds: run, seeds)
    }

    private func prepareReplay(
        ofSeeds run: String, _ wanted: String?
    ) throws(LabError) -> SeedsReplay {
        let folder = RunFolder(existing: run)
        let recipe = try RunRecipe(of: folder.path)
        let before = try RunFolder.read(SeedsSummary.self, from: folder.summary)
        let seeds = try SeedList(commandLine: wanted ?? before.seeds)
        let known = Set(before.runs.map(\.seed))
        if let stranger = seeds.seeds.first(where: { !known.contains($0) }) {
            throw LabError(
                .usage,
                "--seed names \(stranger), which \(run) did not play; it has \(before.seeds)")
        }
        let asset = try asset(of: recipe, to: "play \(run) again")
        try Self.check(recipe.scenario, recipe.profile, asset)
        return SeedsReplay(
            run: run, before: before,
            repeated: SeedsRun(
                scenario: recipe.scenario, source: try RunRecipe.source(in: folder.path),
                asset: asset, profile: recipe.profile, folder: folder, seeds: seeds,
                replayOne: { _ in before.replay }, replayAll: before.replay))
    }

    /// Prepares the run of a folder once more.
    /// - Parameters:
    ///   - run: the folder.
    ///   - out: of a run over sockets; nil: a new one.
    ///   - now: names a new folder.
    /// - Throws: ``LabError`` when the folder does not hold all that is needed, or the asset is not
    ///   what it was.
    package func prepareReplay(
        of run: String, out: String?, now: Date
    ) throws(LabError) -> RunReplay {
        let recipe = try RunRecipe(of: run)
        let scenario = recipe.scenario
        let asset = try asset(of: recipe, to: "play \(run) again")
        try Self.check(scenario, recipe.profile, asset)
        try RunNamespace.requireEntered(for: scenario)
        let replay = "hlslab replay \(ShellWord.quoted(run))"
        var repeated: (any PreparedRun)?
        if scenario.via != .simulate {
            let source = try RunFolder.text(of: "\(run)/recipe/scenario.yaml")
            repeated = try self.run(
                of: scenario, source: source, over: recipe.profile, asset, out: out, now: now,
                replay: replay)
        }
        return RunReplay(
            run: run, before: try Self.summary(of: run), scenario: scenario,
            profile: recipe.profile, asset: asset, repeated: repeated)
    }

    /// As ``enterNamespace(file:overrides:)``, for a run that is to be played again.
    package func enterNamespace(replaying run: String) throws(LabError) {
        let recipe = try RunRecipe(of: run)
        try RunNamespace.enter(for: recipe.scenario, over: recipe.profile)
    }

    private static func summary(of run: String) throws(LabError) -> RunSummary {
        let file = run + "/summary.json"
        do {
            let bytes = try InputFile.bytes(of: file, limit: 16 << 20)
            return try JSONDecoder().decode(RunSummary.self, from: Data(bytes))
        } catch let error as InputFile.Failure {
            throw LabError(
                .usage, "cannot compare with \(file): \(error.reason); the run did not end")
        } catch {
            let reason = (error as? DecodingError)?.words ?? "\(error)"
            throw LabError(.usage, "\(file) is no summary of a run: \(reason)")
        }
    }
}
