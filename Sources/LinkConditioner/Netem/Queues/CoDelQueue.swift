internal import CNetlink

/// The settings of the kernel's `codel` queue (RFC 8289), which drops packets that waited too long.
struct CoDelQueue: Sendable, Hashable {
    var limitPackets: UInt32
    var targetMicroseconds: UInt32
    var intervalMicroseconds: UInt32

    func writeOptions(into message: NetlinkMessage) {
        message.nest(TCA_OPTIONS) {
            message.put(TCA_CODEL_TARGET, targetMicroseconds)
            message.put(TCA_CODEL_LIMIT, limitPackets)
            message.put(TCA_CODEL_INTERVAL, intervalMicroseconds)
            message.put(TCA_CODEL_ECN, UInt32(0))
        }
    }

    init(limitPackets: UInt32, targetMicroseconds: UInt32, intervalMicroseconds: UInt32) {
        self.limitPackets = limitPackets
        self.targetMicroseconds = targetMicroseconds
        self.intervalMicroseconds = intervalMicroseconds
    }

    init?(readBack options: ArraySlice<UInt8>) {
        let attributes = NetlinkAttributes(options)
        guard let limit: UInt32 = attributes.value(TCA_CODEL_LIMIT),
            let target: UInt32 = attributes.value(TCA_CODEL_TARGET),
            let interval: UInt32 = attributes.value(TCA_CODEL_INTERVAL)
        else { return nil }
        self.init(
            limitPackets: limit, targetMicroseconds: target, intervalMicroseconds: interval)
    }

    var settings: [QueueSetting] {
        [
            QueueSetting("limit", limitPackets, "packets"),
            QueueSetting("target", targetMicroseconds, "µs"),
            QueueSetting("interval", intervalMicroseconds, "µs"),
        ]
    }

    /// The kernel keeps times in units of 1.024 µs and so tells up to 2 µs less.
    func hasSameTimes(as other: CoDelQueue) -> Bool {
        targetMicroseconds.distance(to: other.targetMicroseconds).magnitude <= 2
            && intervalMicroseconds.distance(to: other.intervalMicroseconds).magnitude <= 2
    }
}
