internal import CNetlink
package import LinkModel
internal import Synchronization

/// A link that the kernel plays, on the loopback interface of this process's own namespace.
///
/// What a connection sends arrives at loopback, is redirected to a device of kind `ifb` — one for
/// each direction, told apart by the origin's port — and goes on to its receiver after that device's
/// queues. So the link is a hop of its own behind the sender: a sender whose own interface drops a
/// packet is told so and does not take it for loss. It also needs no second namespace, and each
/// direction has its queues to itself, which newer kernels want for a netem that duplicates.
///
/// Enter a ``NetemNamespace`` first. The link goes with the namespace; ``remove()`` makes room for the
/// next one before.
package final class NetemLink: Sendable {
    /// Names of the devices; a namespace has one link.
    static let downName = "hlsdown"
    static let upName = "hlsup"
    /// Bytes of an IP packet on a link of the laboratory.
    static let mtu: UInt32 = 1500
    /// Named, since hosts differ: many have bbr, which does not mind loss.
    static let congestionControl = "cubic"

    private let state: Mutex<NetemLinkState>

    /// Makes the link as the profile has it at its beginning. ``shape(port:)`` then puts traffic on
    /// it, and ``play(from:clock:)`` lets it change.
    ///
    /// - Parameter canBeHeld: ``hold(_:)`` will be asked for, which takes a queue that can stop.
    /// - Throws: ``NetemError`` when the kernel refuses, when the profile asks for what its queues
    ///   cannot do, or when reading back gives something else than was set.
    package init(_ profile: LinkProfile, canBeHeld: Bool = false) throws(NetemError) {
        let state = try NetemLinkState(profile, canBeHeld: canBeHeld)
        self.state = Mutex(state)
    }

    /// Passes when this machine can make the profile's link. Changes nothing and enters nothing, so
    /// that it can be asked before a process is started for the run.
    ///
    /// - Throws: ``NetemError``; ``NetemError/isOfTheMachine`` says whether another machine, or
    ///   ci/netem-vm, could.
    package static func require(
        _ profile: LinkProfile, canBeHeld: Bool = false
    ) throws(NetemError) {
        let trial = KernelTrial.run()
        guard trial.failure == 0 else { throw .noNamespace(code: trial.failure) }
        guard trial.has(.redirector) else { throw .kernelLacks("device of kind ifb") }
        guard trial.has(.redirection) else {
            throw .kernelLacks("filter that redirects (cls_u32, act_mirred, sch_ingress)")
        }
        for heading in [LinkHeading.down, .up] {
            let schedule = DirectionSchedule(profile, heading)
            let shape = try QueueShape(
                states: schedule.states, isHeld: schedule.isEverHeld || canBeHeld,
                kernelHasNetem: trial.has(.netem))
            guard shape.bottleneck != .tokenBucket || trial.has(.tokenBucket) else {
                throw .kernelLacks("token bucket (sch_tbf)")
            }
        }
    }

    /// Puts the connections of an origin on the link: what comes from this port is down, what goes
    /// to it is up. May be called for several ports.
    package func shape(port: UInt16) throws(NetemError) {
        try state.withLock { state throws(NetemError) in try state.shape(port: port) }
    }

    /// Takes the link away, so that the namespace can have another one.
    package func remove() throws(NetemError) {
        try state.withLock { state throws(NetemError) in try state.remove() }
    }

    /// Makes the link what the profile has it be at a time since its beginning. Returns the
    /// directions that had to be changed.
    @discardableResult
    package func apply(at elapsed: Duration) throws(NetemError) -> [LinkHeading] {
        try state.withLock { state throws(NetemError) in
            try state.apply(at: elapsed.wholeNanoseconds)
        }
    }

    /// Makes the link another one, for good; the profile's own changes end.
    package func change(down: LinkDirection, up: LinkDirection) throws(NetemError) {
        try state.withLock { state throws(NetemError) in try state.change(down: down, up: up) }
    }

    /// Lets nothing leave the queues any more, as an outage that holds, or again what may. What has left
    /// them is on its way, what comes waits or finds them full; connections stay.
    package func hold(_ isHeld: Bool) throws(NetemError) {
        try state.withLock { state throws(NetemError) in try state.hold(isHeld) }
    }

    /// The next moment at which the profile changes; nil when it will not.
    package func nextChange(after elapsed: Duration) -> Duration? {
        state.withLock { $0.nextChange(after: elapsed.wholeNanoseconds) }.map { .nanoseconds($0) }
    }

    /// Lets the link change as its profile says, until it changes no more or the task is cancelled.
    ///
    /// - Parameter start: the link's beginning.
    package func play<C: Clock>(from start: C.Instant, clock: C) async throws
    where C.Duration == Duration {
        var elapsed = Duration.zero
        while let due = nextChange(after: elapsed) {
            try await clock.sleep(until: start.advanced(by: due), tolerance: .zero)
            let changed = try apply(at: due)
            let lateness = start.duration(to: clock.now) - due
            state.withLock { $0.record(changed, due: due, lateness: lateness) }
            elapsed = due
        }
    }

    /// Every change so far, in order.
    package var changes: [NetemChange] { state.withLock { $0.changes } }

    func bottleneck(_ heading: LinkHeading) -> QueueShape.Bottleneck {
        state.withLock { $0.bottleneck(heading) }
    }

    /// What the kernel has counted so far.
    package func statistics() throws(NetemError) -> NetemStatistics {
        try state.withLock { state throws(NetemError) in try state.statistics() }
    }

    /// What a run should record: the kernel, what was pinned, every queue as read back.
    package func facts() throws(NetemError) -> NetemFacts {
        try state.withLock { state throws(NetemError) in try state.facts() }
    }
}
