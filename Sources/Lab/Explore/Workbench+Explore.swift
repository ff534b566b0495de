internal import FixtureOrigin
internal import LinkModel
internal import Scenarios
internal import Simulation

extension Workbench {
    /// Prepares the exploration of seeds.
    /// - Parameters:
    ///   - seeds: how many; nil: as many as there is time for.
    ///   - minutes: time for it; nil: as long as it takes.
    ///   - out: folder for files of failures, nil for none.
    /// - Throws: ``LabError`` of kind usage.
    package func prepareExploration(
        seeds: Int?, from first: UInt64, minutes: Double?, out: String?
    ) throws(LabError) -> ExploreRun {
        if let seeds, seeds < 1 {
            throw LabError(.usage, "--seeds is \(seeds); explore at least one")
        }
        if let minutes, !(minutes > 0 && minutes <= 100_000) {
            throw LabError(.usage, "--minutes is \(minutes); it has to be more than 0, to 100000")
        }
        guard seeds != nil || minutes != nil else {
            throw LabError(.usage, "explore needs --seeds or --minutes, or both")
        }
        let count = seeds.map { UInt64($0) }
        guard first.addingReportingOverflow(count ?? 0).overflow == false else {
            throw LabError(.usage, "--first-seed is too large for so many seeds")
        }
        return ExploreRun(
            first: first, count: count, time: minutes.map { .seconds($0 * 60) }, out: out)
    }

    /// Plays explorations that were written down.
    /// - Parameter timeline: file for every event of every run, nil for none.
    /// - Throws: ``LabError`` when a file cannot be read, or the timeline not be written.
    package func replay(
        _ files: [String], timeline: String? = nil
    ) throws(LabError) -> ReplaySummary {
        var summary = ReplaySummary()
        var lines = ReplayTimeline()
        for file in files {
            do {
                let (name, exploration) = try ExplorationLoader.load(file)
                let outcome = try exploration.play(
                    watch: timeline == nil ? nil : { lines.add(name, run: $0, $1, $2) })
                summary.replays.append(.init(file: file, name: name, outcome))
            } catch {
                throw LabError(.usage, "\(error)")
            }
        }
        if let timeline { try lines.write(to: timeline) }
        return summary
    }

    /// Prepares the ending of downloads at every one of their points.
    /// - Parameters:
    ///   - assets: ids; empty: those of which the laboratory's figures are.
    /// - Throws: ``LabError``.
    package func prepareCrashPoints(
        assets: [String], profile: String, parallel: Int
    ) throws(LabError) -> CrashPointsRun {
        guard (1...16).contains(parallel) else {
            throw LabError(.usage, "--parallel is \(parallel); it has to be 1 to 16")
        }
        var found: [OriginAsset] = []
        for id in assets.isEmpty ? ["ladder", "cmaf"] : assets {
            found.append(try assetLibrary.load(id))
        }
        return CrashPointsRun(
            assets: found, profile: try linkProfile(profile), parallelRequests: parallel)
    }
}
