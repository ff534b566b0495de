internal import LinkModel

/// Which queues of the kernel a direction is made of. It stays the same for the whole of a profile,
/// so that a change is a change of numbers and loses no packet.
///
/// A packet passes a netem with delay, jitter, loss and the like, and behind it the bottleneck with
/// the rate and the queue. In this order each has its own count: netem's `limit` would otherwise
/// have to hold the delay line too, and packets that a full queue drops could not be told from
/// those that were lost.
struct QueueShape: Sendable, Hashable {
    enum Bottleneck: Sendable, Hashable {
        case none
        /// A netem with nothing but a rate: a packet takes its time on the wire, the first one
        /// after a rest too. The rate of what waits already cannot be changed.
        case netem
        /// A token bucket: the rate can change at any moment, and can be almost nothing. After a
        /// rest the first frames leave at once.
        case tokenBucket
    }

    /// Whether there is a netem for delay, jitter and loss.
    var hasNetem: Bool
    var bottleneck: Bottleneck

    init(hasNetem: Bool, bottleneck: Bottleneck) {
        self.hasNetem = hasNetem
        self.bottleneck = bottleneck
    }

    /// - Parameters:
    ///   - states: everything that the direction will ever be.
    ///   - isHeld: whether there are times when nothing may leave the queue.
    ///   - kernelHasNetem: without it the token bucket has to do.
    /// - Throws: ``NetemError/kernelLacks(_:)`` when the kernel has no netem and one is needed,
    ///   ``NetemError/cannotExpress(_:)`` when the queue changes its kind.
    init(states: [LinkDirection], isHeld: Bool, kernelHasNetem: Bool) throws(NetemError) {
        let rates = Set(states.map(\.rate))
        var needsNetem = false
        for state in states {
            let needs = try !NetemQueue(state).doesNothing
            needsNetem = needsNetem || needs
        }
        guard kernelHasNetem || !needsNetem else {
            throw .kernelLacks("netem queue (sch_netem), which delay, jitter and loss need")
        }
        hasNetem = kernelHasNetem
        let kinds = Set(states.map { QueueShape.kind(of: $0.queue) })
        guard kinds.count <= 1 else {
            throw .cannotExpress("a queue that changes between packets, bytes and CoDel")
        }
        if rates == [.unlimited] && !isHeld {
            bottleneck = .none
        } else {
            // Newer kernels refuse a netem that duplicates beside another one.
            let duplicates = states.contains { $0.duplicate.probability != .never }
            let canBeNetem =
                kernelHasNetem && rates.count == 1 && !isHeld && !duplicates
                && kinds == ["pfifo"] && !rates.contains(where: \.isTrace)
            bottleneck = canBeNetem ? .netem : .tokenBucket
        }
    }

    private static func kind(of queue: LinkQueue) -> String {
        if queue.codel != nil { return "codel" }
        if case .packets = queue.room { return "pfifo" }
        return "bfifo"
    }
}

extension LinkRate {
    fileprivate var isTrace: Bool {
        if case .trace = self { true } else { false }
    }
}
