/// A link as a file in `Profiles/` describes it: what a bottleneck between an engine and an origin
/// does to packets, in each direction, over time.
///
/// A profile can say more than the arithmetic of a given link can play; see
/// ``unsupportedFeatures`` before playing one.
package struct LinkProfile: Sendable, Hashable {
    /// Name of the file without its ending, `nlc-edge` for example.
    package var id: String
    /// Name for people, `EDGE (Network Link Conditioner)` for example.
    package var name: String
    package var summary: String
    /// Where the numbers come from, and which of them nobody verified.
    package var source: String
    /// Other names by which a run may ask for the profile.
    package var aliases: [String]
    /// The direction towards the engine.
    package var down: LinkDirection
    /// The direction towards the origin.
    package var up: LinkDirection
    /// Extra time of a name look-up before a connection's first packet.
    package var dnsDelay: Duration?
    package var outages: [LinkOutage]
    /// The link's timeline; when empty, `down` and `up` hold at all times.
    package var steps: [LinkStep]
    /// Whether the timeline begins anew after its last step; otherwise the last step stays.
    package var stepsRepeat: Bool
    /// A recording that nobody has read yet; the rates of one that was read are in the directions.
    package var trace: LinkTraceReference?

    package init(
        id: String, name: String, summary: String = "", source: String = "",
        aliases: [String] = [], down: LinkDirection, up: LinkDirection, dnsDelay: Duration? = nil,
        outages: [LinkOutage] = [], steps: [LinkStep] = [], stepsRepeat: Bool = false,
        trace: LinkTraceReference? = nil
    ) {
        self.id = id
        self.name = name
        self.summary = summary
        self.source = source
        self.aliases = aliases
        self.down = down
        self.up = up
        self.dnsDelay = dnsDelay
        self.outages = outages
        self.steps = steps
        self.stepsRepeat = stepsRepeat
        self.trace = trace
    }

    /// Whether it never changes by itself.
    package var isConstant: Bool { steps.isEmpty && outages.isEmpty }

    /// Time of an empty packet there and back: both one-way delays, without jitter and queueing.
    package var roundTripTime: Duration { down.delay + up.delay }
}
