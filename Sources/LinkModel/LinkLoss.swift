/// Which packets of a direction are lost, after the bottleneck, on the receiver's side.
package enum LinkLoss: Sendable, Hashable {
    case none
    /// Each packet with the same probability; `correlation` ties a packet's fate to the last one's.
    case independent(Probability, correlation: Probability)
    case gilbertElliott(GilbertElliott)
    case fourState(FourState)
    /// A recorded pattern that repeats: `true` for a lost packet.
    case pattern([Bool])

    /// Two states, each with a loss of its own. Mean loss is (p·bad + r·good) / (p + r).
    package struct GilbertElliott: Sendable, Hashable {
        /// Probability of a change from good to bad, per packet (p).
        package var toBad: Probability
        /// Probability of a change from bad to good, per packet (r).
        package var toGood: Probability
        /// Loss in the bad state (1−h).
        package var lossInBad: Probability
        /// Loss in the good state (1−k).
        package var lossInGood: Probability

        package init(
            toBad: Probability, toGood: Probability, lossInBad: Probability = .always,
            lossInGood: Probability = .never
        ) {
            self.toBad = toBad
            self.toGood = toGood
            self.lossInBad = lossInBad
            self.lossInGood = lossInGood
        }
    }

    /// The Markov chain of tc-netem(8) `loss state`: 1 received, 2 received within a burst,
    /// 3 lost within a burst, 4 lost on its own.
    package struct FourState: Sendable, Hashable {
        package var p13: Probability
        package var p31: Probability
        package var p32: Probability
        package var p23: Probability
        package var p14: Probability

        package init(
            p13: Probability, p31: Probability, p32: Probability, p23: Probability,
            p14: Probability
        ) {
            self.p13 = p13
            self.p31 = p31
            self.p32 = p32
            self.p23 = p23
            self.p14 = p14
        }
    }
}
