internal import LinkModel

/// What a profile asks for and a format cannot hold, a line each.
struct ExportLosses {
    /// A side of a link that a format holds or not.
    private enum Aspect: CaseIterable {
        case up, delay, delayEachWay, loss, lossEachWay, lossModel, jitter, queue
        case duplicate, reorder, corrupt, dns, outages, steps, end, trace, words
    }

    let profile: LinkProfile
    let format: LinkFormat

    var lines: [String] {
        Aspect.allCases.filter { !held.contains($0) }.compactMap { aspect in
            sentence(aspect).map { "\(format.rawValue) does not hold \($0)" }
        } + rounding
    }

    private var held: Set<Aspect> {
        switch format {
        case .mahimahi: [.steps, .trace]
        case .sabre: [.delay, .steps]
        case .pensieve: [.steps]
        case .csv: [.delay, .loss, .steps]
        case .webpagetest: [.up, .delay, .loss]
        case .nlc: [.up, .delay, .delayEachWay, .loss, .lossEachWay, .dns]
        case .devtools: [.up, .delay]
        case .yaml: Set(Aspect.allCases)
        }
    }

    private var directions: [LinkDirection] {
        [profile.down, profile.up] + profile.steps.flatMap { [$0.down, $0.up] }
    }

    private func sentence(_ aspect: Aspect) -> String? {
        let (down, up) = (profile.down, profile.up)
        switch aspect {
        case .up: return up.rate == .unlimited ? nil : "the way up (\(up.rate))"
        case .delay, .delayEachWay: return delaySentence(aspect)
        case .loss, .lossEachWay, .lossModel: return lossSentence(aspect)
        case .jitter: return directions.contains { $0.jitter != nil } ? "jitter" : nil
        case .queue:
            let queues = directions.filter { $0.queue != LinkQueue() }
            return queues.first.map { "the queue (\(ProfileText.text($0.queue)))" }
        case .duplicate: return directions.contains { $0.duplicate != .never } ? "copies" : nil
        case .reorder: return directions.contains { $0.reorder != nil } ? "reordering" : nil
        case .corrupt: return directions.contains { $0.corrupt != .never } ? "corruption" : nil
        case .dns: return profile.dnsDelay.map { "the DNS delay (\(ProfileText.time($0)))" }
        case .outages: return profile.outages.isEmpty ? nil : "outages (\(profile.outages.count))"
        case .steps:
            return profile.steps.isEmpty
                ? nil : "the timeline (\(profile.steps.count) steps): its rate outside them is kept"
        case .end: return endSentence
        case .trace:
            if case .trace = down.rate { return "the trace: its mean rate is kept" }
            return nil
        case .words:
            let words = [
                ("description", profile.summary.isEmpty), ("source", profile.source.isEmpty),
                ("aliases", profile.aliases.isEmpty),
            ].filter { !$0.1 }.map(\.0)
            return words.isEmpty ? nil : words.joined(separator: ", ")
        }
    }

    /// Recordings wrap, presets have no end.
    private var endSentence: String? {
        guard format.isTrace else { return nil }
        if profile.steps.isEmpty {
            if case .trace = profile.down.rate { return nil }
            return "a rate without an end: 60 s of it, which repeat"
        }
        return profile.stepsRepeat ? nil : "that the last step stays: the timeline begins anew"
    }

    private func delaySentence(_ aspect: Aspect) -> String? {
        let (down, up) = (profile.down.delay, profile.up.delay)
        let both = "\(ProfileText.time(down)) down, \(ProfileText.time(up)) up"
        if aspect == .delay {
            return directions.contains { $0.delay > .zero } ? "the delay (\(both))" : nil
        }
        guard held.contains(.delay), down != up else { return nil }
        let kept = format.isTrace ? "the way down's is kept" : "the round trip is kept"
        return "a delay for each way (\(both)): \(kept)"
    }

    private func lossSentence(_ aspect: Aspect) -> String? {
        let (down, up) = (profile.down.loss, profile.up.loss)
        switch aspect {
        case .loss:
            let lossy = directions.filter { $0.loss != .none }
            return lossy.first.map { "loss (\(ProfileText.text($0.loss)))" }
        case .lossEachWay:
            guard held.contains(.loss), down.mean != up.mean else { return nil }
            let kept = format.isTrace ? "the way down's is kept" : "the higher one is kept"
            return "loss for each way (\(down.mean) down, \(up.mean) up): \(kept)"
        default:
            let models = directions.map(\.loss).filter { loss in
                if case .independent(_, correlation: .never) = loss { return false }
                return loss != .none
            }
            guard held.contains(.loss), let model = models.first else { return nil }
            return "how losses come together (\(ProfileText.text(model))): their mean is kept"
        }
    }

    /// Whole milliseconds of WebPageTest, whole kbit/s and milliseconds of NLC.
    private var rounding: [String] {
        let preset = LinkPreset(profile)
        switch format {
        case .webpagetest where preset.roundTrip % 1_000_000 != 0:
            let trip = ProfileText.time(.nanoseconds(preset.roundTrip))
            return ["webpagetest has whole milliseconds: \(trip) are rounded"]
        case .nlc:
            let isWhole =
                [preset.down, preset.up].allSatisfy { ($0 ?? 0) % 1_000 == 0 }
                && [preset.downDelay, preset.upDelay].allSatisfy { $0 % 1_000_000 == 0 }
            return isWhole ? [] : ["Network Link Conditioner cuts kbit/s and ms to whole numbers"]
        default: return []
        }
    }
}
