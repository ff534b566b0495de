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

extension LinkLoss {
    /// The share of packets that is lost in the long run. Correlation is not counted: netem's makes
    /// losses rarer than their probability.
    package var mean: Probability {
        switch self {
        case .none: .never
        case .independent(let probability, _): probability
        case .gilbertElliott(let model): model.mean
        case .fourState(let model): model.mean
        case .pattern(let pattern):
            Self.share(pattern.count { $0 }, of: pattern.count)
        }
    }

    fileprivate static func share(_ part: Int, of whole: Int) -> Probability {
        guard whole > 0 else { return .never }
        let billions = Int128(part) * Int128(Probability.always.partsPerBillion)
        return Probability(partsPerBillion: Int(billions / Int128(whole)))
    }
}

extension LinkLoss.GilbertElliott {
    /// (p·bad + r·good) ÷ (p + r); the good state's when no state is ever left.
    var mean: Probability {
        let (p, r) = (toBad.partsPerBillion, toGood.partsPerBillion)
        guard p + r > 0 else { return lossInGood }
        let lost =
            Int128(p) * Int128(lossInBad.partsPerBillion)
            + Int128(r) * Int128(lossInGood.partsPerBillion)
        return Probability(partsPerBillion: Int(lost / Int128(p + r)))
    }
}

extension LinkLoss.FourState {
    /// Of the chain's stationary distribution: π3 = p13 ÷ p31, π2 = p32·π3 ÷ p23 and π4 = p14 for
    /// π1 = 1, of which 3 and 4 are lost.
    var mean: Probability {
        // A state that is never left is where the chain ends.
        guard p31 > .never || p13 == .never else { return .always }
        guard p23 > .never || p32 == .never || p13 == .never else { return .never }
        func part(_ value: Probability) -> Double { Double(value.partsPerBillion) / 1e9 }
        let inBurst = p13 == .never ? 0 : part(p13) / part(p31)
        let received = p23 == .never ? 0 : part(p32) * inBurst / part(p23)
        let lost = (inBurst + part(p14)) / (1 + inBurst + received + part(p14))
        return Probability(partsPerBillion: Int(lost * 1e9))
    }
}
