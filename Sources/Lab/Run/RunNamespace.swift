internal import LinkConditioner
internal import LinkModel
internal import Scenarios

/// What a run has to have for itself: a network where the kernel is its link, mounts where its disk
/// is to be full. Both vanish with the process, however that ends.
package enum RunNamespace {
    /// For the first line of the program: enters what ``Workbench/enterNamespace(file:overrides:)``
    /// started the program anew for.
    ///
    /// - Throws: ``LabError``.
    package static func enterIfAsked() throws(LabError) {
        _ = ThisProgram.path
        do throws(NetemError) {
            try NetemNamespace.enterIfAsked()
        } catch {
            throw LabError(error)
        }
    }

    private static func parts(for scenario: Scenario) -> NetemNamespace.Parts {
        var parts: NetemNamespace.Parts = []
        guard scenario.via != .simulate else { return parts }
        if scenario.via == .netem { parts.insert(.network) }
        if scenario.fillsDisk { parts.insert(.mounts) }
        return parts
    }

    /// Whether the run of a scenario takes a process that has something for itself.
    static func isNeeded(by scenario: Scenario) -> Bool { !parts(for: scenario).isEmpty }

    /// Why this machine cannot fill a disk for the run of a scenario, behind 'it'; nil: it can, or
    /// need not.
    static func obstacle(to scenario: Scenario) -> String? {
        guard parts(for: scenario).contains(.mounts), let diskObstacle else { return nil }
        return "fills a disk, and \(diskObstacle.reason)"
    }

    /// Asked once.
    private static let diskObstacle: NetemError? = {
        do throws(NetemError) {
            try NetemNamespace.requireMounts()
            return nil
        } catch {
            return error
        }
    }()

    static func requireEntered(for scenario: Scenario) throws(LabError) {
        let missing = parts(for: scenario).subtracting(NetemNamespace.own)
        guard !missing.isEmpty else { return }
        throw LabError(
            .run,
            missing.contains(.network)
                ? "cannot play the kernel's link in this network: a run over it needs one of its own; "
                    + "run it as hlslab run --link netem"
                : "cannot fill the disk of this process, which others use too: run '\(scenario.name)' "
                    + "as hlslab run, which has one of its own, or add --link simulate")
    }

    /// Finds out whether this machine has what a run needs, and starts the program anew for it.
    static func enter(for scenario: Scenario, over profile: LinkProfile) throws(LabError) {
        let parts = parts(for: scenario)
        guard !NetemNamespace.own.isSuperset(of: parts) else { return }
        do throws(NetemError) {
            if parts.contains(.network) {
                try NetemLink.require(profile, canBeHeld: scenario.takesNetworkDown)
            }
            if parts.contains(.mounts) { try NetemNamespace.requireMounts() }
            try NetemNamespace.restart(for: parts)
        } catch {
            throw LabError(error)
        }
    }
}

extension Workbench {
    /// When a scenario asks for the kernel's link, or for a disk that is full for a while: finds out
    /// whether this machine can provide that, and starts the program anew with a network or mounts of
    /// its own. Returns when the scenario asks for neither, and when the program has them already.
    ///
    /// To be called before anything is opened or written.
    ///
    /// - Throws: ``LabError``; exit code 69 when this machine cannot make the link.
    package func enterNamespace(file: String?, overrides: Overrides) throws(LabError) {
        let scenario = try scenario(file, overrides)
        guard RunNamespace.isNeeded(by: scenario) else { return }
        try RunNamespace.enter(for: scenario, over: try parts(of: scenario).profile)
    }
}
