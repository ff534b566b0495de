/// Something a profile asks for that ``SharedLink`` does not play.
package enum LinkFeature: String, Sendable, Hashable, CaseIterable {
    /// A trace that nobody has read into the directions' rates.
    case trace = "a trace file that was not read"
}

/// A profile was refused because the link would have to leave out some of what it asks for.
package struct UnsupportedLinkFeatures: Error, Sendable, Hashable, CustomStringConvertible {
    package let profile: String
    /// Not empty, in the order of ``LinkFeature``.
    package let features: [LinkFeature]

    /// `profile 'commute' asks for a trace file that was not read, which …`
    package var description: String {
        let names = features.map(\.rawValue)
        let list = names.dropLast().joined(separator: ", ")
        let all = list.isEmpty ? names.joined() : "\(list) and \(names.last ?? "")"
        return "profile '\(profile)' asks for \(all), which the in-process link does not play; "
            + "read it into the profile's rates, or choose another profile"
    }
}

extension LinkProfile {
    /// What this profile asks for that ``SharedLink`` does not play, each once, in the order of
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
        switch feature {
        case .trace: trace != nil
        }
    }
}
