// What a run over sockets has to be made for, by what happens to it from outside.
extension Scenario {
    /// The engine is killed, and needs a process of its own.
    package var killsEngine: Bool { interruptions.contains { $0.what.name == "kill" } }

    /// The disk is full for a while, and has to be one that nobody else uses.
    package var fillsDisk: Bool { interruptions.contains { $0.what.name == "diskFull" } }

    /// The network goes away, and the link has to be one that can stop.
    package var takesNetworkDown: Bool { interruptions.contains { $0.what.name == "network" } }
}
