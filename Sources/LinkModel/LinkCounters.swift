/// What passed one direction of a link since it began.
package struct LinkCounters: Sendable, Hashable {
    /// Packets that left the bottleneck.
    package var packets = 0
    /// Payload of the packets that found room in the queue, copies included, in bytes.
    package var payloadBytes = 0
    /// Bytes of the packets that left, headers included: bytes that ``LinkRate`` counts.
    package var frameBytes = 0
    /// Payload that came in order at the other end, each byte once.
    package var arrivedPayloadBytes = 0
    /// Nanoseconds for which the transmitter was or, for the packet it is sending, will be busy.
    /// 0 where there is no rate.
    package var busyNanoseconds = 0

    package init() {}
}
