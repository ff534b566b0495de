/// Something a profile asks for that ``SharedLink`` does not play.
package enum LinkFeature: String, Sendable, Hashable, CaseIterable {
    case loss
    case jitter
    case duplication
    case reordering
    case corruption
    case dnsDelay = "a DNS delay"
    case outages
    case queue = "a queue that does not count packets"
    case steps = "a timeline of steps"
    case trace = "a trace file"
}

/// A profile was refused because the link would have to leave out some of what it asks for.
package struct UnsupportedLinkFeatures: Error, Sendable, Hashable, CustomStringConvertible {
    package let profile: String
    /// Not empty, in the order of ``LinkFeature``.
    package let features: [LinkFeature]

    /// `profile 'nlc-very-bad' asks for loss, which the in-process link does not play yet; …`
    package var description: String {
        let names = features.map(\.rawValue)
        let list = names.dropLast().joined(separator: ", ")
        let all = list.isEmpty ? names.joined() : "\(list) and \(names.last ?? "")"
        return "profile '\(profile)' asks for \(all), which the in-process link does not play yet; "
            + "choose a profile with only rate, delay and queue"
    }
}

extension LinkProfile {
    /// What this profile asks for beyond rate, one-way delay and queue, each once, in the order of
    /// ``LinkFeature``. Empty when ``SharedLink`` can play the profile.
    package var unsupportedFeatures: [LinkFeature] {
        LinkFeature.allCases.filter(asks(for:))
    }

    /// Passes when ``SharedLink`` plays everything that the profile asks for.
    ///
    /// - Throws: ``UnsupportedLinkFeatures`` with every feature that would have to be left out.
    package func requireSupport() throws(UnsupportedLinkFeatures) {
        let features = unsupportedFeatures
        guard features.isEmpty else {
            throw UnsupportedLinkFeatures(profile: id, features: features)
        }
    }

    private func asks(for feature: LinkFeature) -> Bool {
        let directions = [down, up] + steps.flatMap { [$0.down, $0.up] }
        return switch feature {
        case .loss: directions.contains { $0.loss != .none }
        case .jitter: directions.contains { $0.jitter != nil }
        case .duplication: directions.contains { $0.duplicate != .never }
        case .queue: directions.contains { !$0.queue.isDropTailInPackets }
        case .reordering: directions.contains { $0.reorder != nil }
        case .corruption: directions.contains { $0.corrupt != .never }
        case .dnsDelay: dnsDelay != nil
        case .outages: !outages.isEmpty
        case .steps: !steps.isEmpty
        case .trace: trace != nil || directions.contains { $0.rate.isTrace }
        }
    }
}

extension LinkQueue {
    fileprivate var isDropTailInPackets: Bool {
        if case .packets = room { codel == nil } else { false }
    }
}

extension LinkRate {
    fileprivate var isTrace: Bool {
        if case .trace = self { true } else { false }
    }
}
