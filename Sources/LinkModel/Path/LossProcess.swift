/// Decides packet by packet which ones are lost.
///
/// The models are those of netem (Linux 6.1, net/sched/sch_netem.c: `loss_4state`, `loss_gilb_ell`,
/// `loss_event`), whose chains begin in their good state and move on for every packet. What a chain
/// remembers outlives a change of the model, so that a timeline that returns to it goes on.
struct LossProcess: Sendable {
    /// The states of ``LinkLoss/FourState``.
    private enum FourState: Sendable {
        case received
        case receivedInBurst
        case lostInBurst
        case lostAlone
    }

    private var random: CorrelatedRandom
    private var isBad = false
    private var state = FourState.received
    private var place = 0

    init(seed: UInt64) {
        random = CorrelatedRandom(seed: seed)
    }

    /// Whether the next packet is lost.
    mutating func losesNext(_ model: LinkLoss) -> Bool {
        switch model {
        case .none: return false
        case .independent(let probability, let correlation):
            return random.happens(LinkChance(probability, correlation: correlation))
        case .gilbertElliott(let model): return losesNext(model)
        case .fourState(let model): return losesNext(model)
        case .pattern(let pattern):
            guard !pattern.isEmpty else { return false }
            if place >= pattern.count { place = 0 }
            defer { place += 1 }
            return pattern[place]
        }
    }

    /// The packet's fate is that of the state before the change, as in netem.
    private mutating func losesNext(_ model: LinkLoss.GilbertElliott) -> Bool {
        let loss = isBad ? model.lossInBad : model.lossInGood
        if random.happens(isBad ? model.toGood : model.toBad) { isBad.toggle() }
        return random.happens(loss)
    }

    private mutating func losesNext(_ model: LinkLoss.FourState) -> Bool {
        switch state {
        case .received:
            state = pick(model.p14, .lostAlone, model.p13, .lostInBurst, else: .received)
        case .receivedInBurst:
            state = random.happens(model.p23) ? .lostInBurst : .receivedInBurst
        case .lostInBurst:
            state = pick(model.p32, .receivedInBurst, model.p31, .received, else: .lostInBurst)
        case .lostAlone:
            state = .received
        }
        return state == .lostInBurst || state == .lostAlone
    }

    /// One draw among three states; what two probabilities have in excess of 1 belongs to the first.
    private mutating func pick(
        _ first: Probability, _ firstState: FourState, _ second: Probability,
        _ secondState: FourState, else third: FourState
    ) -> FourState {
        let drawn = random.partsPerBillion()
        if drawn < first.partsPerBillion { return firstState }
        return drawn - first.partsPerBillion < second.partsPerBillion ? secondState : third
    }
}
