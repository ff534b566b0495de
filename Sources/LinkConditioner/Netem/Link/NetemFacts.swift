/// What a run should record of the link that the kernel played.
package struct NetemFacts: Sendable, Hashable, Codable {
    /// A queue as the kernel says that it has it.
    package struct Queue: Sendable, Hashable, Codable {
        package var interface: String
        /// `netem`, `tbf`, `pfifo` …
        package var kind: String
        package var settings: [QueueSetting]
    }

    /// `6.1.176`
    package var kernel: String
    /// `cubic`
    package var congestionControl: String
    package var mtu: Int
    /// 1 when segmentation offload is off.
    package var segmentsPerPacket: Int
    package var down: [Queue]
    package var up: [Queue]
    /// In what the kernel's link differs from what the profile says, as sentences.
    package var notes: [String]
}

extension NetemFacts.Queue {
    init(_ listed: ListedQueue, of interface: String) {
        self.init(
            interface: interface, kind: listed.kind, settings: listed.queue?.settings ?? [])
    }
}

/// A change of the link that a profile asked for.
package struct NetemChange: Sendable, Hashable {
    /// When it was due, since the link began.
    package var due: Duration
    /// How long after that the kernel had it.
    package var lateness: Duration
    /// `down`, `up`.
    package var heading: String
}
