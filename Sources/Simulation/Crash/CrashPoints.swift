package import Scenarios
internal import DownloadCore

/// Every point at which a download can be ended, and what becomes of it from there.
///
/// The points are those of ``World/Stop``: before and after each command that is performed, and after
/// each event that the machine is told, the arrival of bytes included. The download is played once;
/// at each of its points what is on disk is taken aside, put through a crash and gone on with by a
/// new machine, against the origin as it was at that moment, until the package is complete.
package struct CrashPoints: Sendable {
    let settings: World.Settings
    let origin: OriginScript
    let playlists: World.Playlists

    /// - Parameter settings: a run that completes; its `stop` is not looked at.
    package init(
        _ settings: World.Settings, origin: OriginScript,
        playlists: @escaping World.Playlists
    ) {
        var settings = settings
        settings.stop = nil
        settings.keepsTrace = false
        self.settings = settings
        self.origin = origin
        self.playlists = playlists
    }

    /// Ends the download at its points and goes on from each.
    /// - Parameters:
    ///   - stride: every so many points one is taken.
    ///   - first: the first point that is taken, below `stride`.
    /// - Throws: when the link cannot be played, or the undisturbed download never ends.
    package func play(stride: Int = 1, from first: Int = 0) throws -> CrashTally {
        precondition(stride > 0 && (0..<stride).contains(first), "points are taken in strides")
        var world = try world()
        let plain = try world.run()
        var tally = CrashTally(
            limit: settings.options.parallelRequests * SimulatedDisk.syncInterval)
        let expected = Expected(
            evidence: plain.disk.evidence(for: origin.catalog).streams, bytes: plain.partBytes)
        if plain.outcome != .completed { tally.note("undisturbed: it does not complete") }
        var passed = 0
        var again = try self.world { point, disk, origin in
            defer { passed += 1 }
            guard passed % stride == first else { return }
            tally.count(point)
            for crash in [SimulatedDisk.Crash.kill, .powerCut] {
                goOn(from: disk, origin, after: crash, at: point, expected, &tally)
            }
        }
        _ = try again.run()
        return tally
    }

    private struct Expected {
        var evidence: [String: PackageEvidence.Stream]
        /// Of all parts.
        var bytes: Int
    }

    private func world(
        from disk: SimulatedDisk = SimulatedDisk(), _ script: OriginScript? = nil,
        visit: World.Visit? = nil
    ) throws -> World {
        try World(
            settings, origin: script ?? origin, playlists: playlists, disk: disk, visit: visit)
    }

    private func goOn(
        from disk: SimulatedDisk, _ origin: OriginScript, after crash: SimulatedDisk.Crash,
        at point: World.Stop, _ expected: Expected, _ tally: inout CrashTally
    ) {
        let left = disk.after(crash)
        let name = "\(point), \(crash)"
        tally.runs += 1
        do {
            var world = try world(from: left.disk, origin)
            let history = try world.run()
            let twice = disk.partBytes + history.partBytes - expected.bytes
            tally.note(twice: twice, lost: left.lost, after: crash, name)
            for fault in faults(history, from: left.disk, expected) {
                tally.note("\(name): \(fault)")
            }
        } catch {
            tally.note("\(name): \(error)")
        }
    }

    private func faults(
        _ history: WorldHistory, from left: SimulatedDisk, _ expected: Expected
    ) -> [String] {
        guard history.outcome == .completed else {
            return ["it ends as \(String(describing: history.outcome))"]
        }
        var faults: [String] = []
        let evidence = history.disk.evidence(for: origin.catalog)
        if evidence.streams != expected.evidence { faults.append("other bytes are on disk") }
        faults += evidence.playlistFaults
        var asked: [ResourceID: Int] = [:]
        for exchange in history.exchanges {
            asked[exchange.resource, default: 0] += 1
            if let part = exchange.part, left.parts[part]?.isStored == true {
                faults.append("\(part) is fetched again")
            }
        }
        if asked.values.contains(where: { $0 > 1 }) { faults.append("a request is repeated") }
        return faults
    }
}

extension SimulatedDisk {
    /// Bytes of all parts that are there, durable or not.
    package var partBytes: Int { parts.values.reduce(0) { $0 + $1.written } }
}
