internal import LinkModel

extension NetemQueue {
    /// What a direction does to packets beside its rate and its queue: delay, jitter, loss,
    /// duplication, corruption, reordering.
    ///
    /// - Throws: ``NetemError/cannotExpress(_:)`` for a recorded loss pattern.
    init(_ direction: LinkDirection) throws(NetemError) {
        self.init()
        latencyNanoseconds = Int64(direction.delay.wholeNanoseconds)
        duplicate = direction.duplicate.probability.kernelFraction
        duplicateCorrelation = direction.duplicate.correlation.kernelFraction
        corrupt = direction.corrupt.probability.kernelFraction
        corruptCorrelation = direction.corrupt.correlation.kernelFraction
        if let order = direction.reorder {
            gap = UInt32(clamping: order.gap)
            reorder = order.probability.kernelFraction
            reorderCorrelation = order.correlation.kernelFraction
        }
        try apply(direction.loss)
        if let jitter = direction.jitter { apply(jitter, keepsOrder: direction.rate != .unlimited) }
    }

    private mutating func apply(_ loss: LinkLoss) throws(NetemError) {
        switch loss {
        case .none: self.loss = .random(0)
        case .independent(let probability, let correlation):
            self.loss = .random(probability.kernelFraction)
            lossCorrelation = correlation.kernelFraction
        case .gilbertElliott(let model):
            self.loss = .gilbertElliott(
                p: model.toBad.kernelFraction, r: model.toGood.kernelFraction,
                h: .max - model.lossInBad.kernelFraction, k1: model.lossInGood.kernelFraction)
        case .fourState(let model):
            self.loss = .fourState(
                p13: model.p13.kernelFraction, p31: model.p31.kernelFraction,
                p32: model.p32.kernelFraction, p14: model.p14.kernelFraction,
                p23: model.p23.kernelFraction)
        case .pattern:
            throw .cannotExpress("a recorded loss pattern")
        }
    }

    private mutating func apply(_ jitter: LinkJitter, keepsOrder: Bool) {
        jitterNanoseconds = Int64(jitter.amount.wholeNanoseconds)
        delayCorrelation = jitter.correlation.kernelFraction
        switch jitter.distribution {
        case .uniform: table = nil
        case .normal: table = JitterTable.normal.values
        case .pareto: table = JitterTable.pareto.values
        case .paretonormal: table = JitterTable.paretonormal.values
        case .table(let values): table = values.values
        }
        // A netem with a rate keeps the order of its packets. The bottleneck behind it has the
        // rate of the link; this one is only there to keep the order.
        if keepsOrder { bytesPerSecond = Self.orderKeepingRate }
    }

    /// 10 Gbit/s: a full frame takes 1.2 µs.
    static let orderKeepingRate: UInt64 = 1_250_000_000

    /// Whether anything would happen to a packet.
    var doesNothing: Bool { self == NetemQueue(limit: limit) }
}

extension Probability {
    /// The probability as a fraction of 2^32 - 1, as netem takes it.
    var kernelFraction: UInt32 {
        let scaled = UInt64(partsPerBillion) * UInt64(UInt32.max)
        return UInt32((scaled + 500_000_000) / 1_000_000_000)
    }
}
