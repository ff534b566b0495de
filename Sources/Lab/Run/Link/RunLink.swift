internal import LinkConditioner
internal import LinkModel

/// The link between the origin and the engine of a run over sockets.
protocol RunLink: Sendable {
    /// The port of 127.0.0.1 at which the engine meets the origin behind the link.
    var port: Int { get }

    /// What crossed the link so far.
    func traffic() async throws -> RunTraffic

    /// Goes over to another profile, whose timeline begins now. Connections stay.
    func change(to profile: LinkProfile) async throws

    /// Lets nothing pass any more, or again what may. Connections stay.
    func hold(_ isHeld: Bool) async throws

    /// What the run folder keeps of the link.
    func record() async throws -> LinkRecord

    /// Carries traffic, and changes as its profile says, while `body` runs.
    func during<Result: Sendable>(
        _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result
}

/// Payload that crossed a link, in bytes: what of it was sent once more counts once more.
struct RunTraffic: Sendable, Hashable {
    var down: Int
    var up: Int
}
