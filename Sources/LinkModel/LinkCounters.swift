/// What passed one direction of a link since it began.
package struct LinkCounters: Sendable, Hashable {
    /// Packets that left the bottleneck.
    package var packets = 0
    /// Payload of those packets, in bytes.
    package var payloadBytes = 0
    /// The same with headers: bytes that ``LinkRate`` counts.
    package var frameBytes = 0
    /// Payload that reached the other end, in bytes.
    package var arrivedPayloadBytes = 0
    /// Nanoseconds for which the transmitter was or, for the packet it is sending, will be busy.
    /// 0 where there is no rate.
    package var busyNanoseconds = 0

    package init() {}
}
