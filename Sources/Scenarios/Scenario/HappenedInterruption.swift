/// An ``Interruption`` as it really happened.
package struct HappenedInterruption: Sendable, Hashable, Codable {
    /// Its word in a scenario file.
    package var what: String
    /// What it turned to: the profile, the seconds by which the clock jumped.
    package var value: String?
    /// Seconds since the run began; nil: it never did, the run was over before.
    package var at: Double?
    /// When it was over; nil for what stays, and for what the end of the run came before.
    package var until: Double?

    /// - Parameter time: nil: never.
    package init(_ what: Interruption.What, at time: Duration? = nil) {
        self.what = what.name
        switch what {
        case .profile(let name): value = name
        case .clock(let jump): value = "\(jump.components.seconds) s"
        case .networkDown: value = "down"
        case .tokenExpires: value = "expires"
        case .kill, .suspend, .diskFull: value = nil
        }
        at = time.map { $0 / .seconds(1) }
    }

    /// Whether it ends a run of the engine, which then goes on with what is on disk.
    package var endsRun: Bool { what == "kill" || what == "token" }
}
