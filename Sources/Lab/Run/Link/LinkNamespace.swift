internal import LinkConditioner
internal import LinkModel
internal import Scenarios

/// The network of its own in which a run over the kernel's link takes place. It vanishes with the
/// process, however that ends.
package enum LinkNamespace {
    /// For the first line of the program: enters the network when
    /// ``Workbench/enterNetwork(file:overrides:)`` started the program anew for it.
    ///
    /// - Throws: ``LabError``.
    package static func enterIfAsked() throws(LabError) {
        do throws(NetemError) {
            try NetemNamespace.enterIfAsked()
        } catch {
            throw LabError(error)
        }
    }

    static func requireEntered() throws(LabError) {
        guard NetemNamespace.isEntered else {
            throw LabError(
                .run,
                "cannot play the kernel's link in this network: a run over it needs one of its own; "
                    + "run it as hlslab run --link netem")
        }
    }
}

extension Workbench {
    /// When a scenario asks for the kernel's link: finds out whether this machine can make it, and
    /// starts the program anew in a network of its own. Returns when the scenario asks for another
    /// link, and when the program is there already.
    ///
    /// To be called before anything is opened or written.
    ///
    /// - Throws: ``LabError``; exit code 69 when this machine cannot make the link.
    package func enterNetwork(file: String?, overrides: Overrides) throws(LabError) {
        let scenario = try scenario(file, overrides)
        guard scenario.via == .netem, !NetemNamespace.isEntered else { return }
        try enterNetwork(for: try parts(of: scenario).profile)
    }

    /// The same for a run over the kernel's link by this profile.
    func enterNetwork(for profile: LinkProfile) throws(LabError) {
        guard !NetemNamespace.isEntered else { return }
        do throws(NetemError) {
            try NetemLink.require(profile)
            try NetemNamespace.restart()
        } catch {
            throw LabError(error)
        }
    }
}
