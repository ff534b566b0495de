/// A date range of class `com.apple.hls.interstitial`: other media to play in the middle of the
/// presentation. Appendix D of draft-pantos-hls-rfc8216bis-22.
public struct Interstitial: Sendable, Hashable {
    /// The CLASS of date ranges that are interstitials.
    public static let rangeClass = "com.apple.hls.interstitial"

    /// What is played.
    public enum Content: Sendable, Hashable {
        /// X-ASSET-URI: the multivariant or media playlist of the one asset.
        case asset(uri: String)
        /// X-ASSET-LIST: a JSON object that lists the assets.
        case list(uri: String)
    }

    /// X-TIMELINE-OCCUPIES.
    public enum TimelineOccupation: String, Sendable, Hashable, CaseIterable {
        /// It takes no time of the presentation.
        case point = "POINT"
        /// It takes the time of the range.
        case range = "RANGE"
    }

    /// X-TIMELINE-STYLE.
    public enum TimelineStyle: String, Sendable, Hashable, CaseIterable {
        /// It is shown apart from the presentation.
        case highlight = "HIGHLIGHT"
        /// It is shown as a part of the presentation.
        case primary = "PRIMARY"
    }

    /// X-SNAP and X-RESTRICT: words of a list, those that are not known left out.
    public enum Snap: String, Sendable, Hashable, CaseIterable {
        /// The begin moves to a segment boundary.
        case out = "OUT"
        /// The return moves to a segment boundary.
        case `in` = "IN"
    }

    /// X-RESTRICT: what the viewer may not do.
    public enum Restriction: String, Sendable, Hashable, CaseIterable {
        /// Pass over a part of the interstitial.
        case skip = "SKIP"
        /// Seek from before it to behind it.
        case jump = "JUMP"
    }

    /// X-ASSET-URI or X-ASSET-LIST.
    public var content: Content
    /// How far after the start of the interstitial the presentation goes on; nil: as long as the
    /// interstitial lasted.
    public var resumeOffset: Duration?
    /// When the interstitial is cut off.
    public var playoutLimit: Duration?
    /// X-SNAP: which of its ends move to segment boundaries.
    public var snap: [Snap]
    /// X-RESTRICT.
    public var restrictions: [Restriction]
    /// Whether players that play together may get different content.
    public var contentMayVary: Bool
    /// X-TIMELINE-OCCUPIES; a point unless the tag says otherwise.
    public var timelineOccupation: TimelineOccupation
    /// X-TIMELINE-STYLE; a highlight unless the tag says otherwise.
    public var timelineStyle: TimelineStyle
    /// When a button to skip the interstitial appears, and for how long.
    public var skipControlOffset: Duration?
    /// X-SKIP-CONTROL-DURATION: how long the button is shown.
    public var skipControlDuration: Duration?
    /// X-SKIP-CONTROL-LABEL-ID: names the text of the button.
    public var skipControlLabelID: String?
}

extension DateRange {
    /// The range as an interstitial; nil when its class is another, or it names no content or two.
    public var interstitial: Interstitial? {
        guard rangeClass == Interstitial.rangeClass else { return nil }
        let content: Interstitial.Content
        switch (client("X-ASSET-URI"), client("X-ASSET-LIST")) {
        case (let uri?, nil): content = .asset(uri: uri)
        case (nil, let uri?): content = .list(uri: uri)
        default: return nil
        }
        return Interstitial(
            content: content, resumeOffset: seconds("X-RESUME-OFFSET"),
            playoutLimit: seconds("X-PLAYOUT-LIMIT"),
            snap: words("X-SNAP").compactMap { Interstitial.Snap(rawValue: $0) },
            restrictions: words("X-RESTRICT").compactMap { Interstitial.Restriction(rawValue: $0) },
            contentMayVary: client("X-CONTENT-MAY-VARY") != "NO",
            timelineOccupation: client("X-TIMELINE-OCCUPIES")
                .flatMap { Interstitial.TimelineOccupation(rawValue: $0) } ?? .point,
            timelineStyle: client("X-TIMELINE-STYLE")
                .flatMap { Interstitial.TimelineStyle(rawValue: $0) } ?? .highlight,
            skipControlOffset: seconds("X-SKIP-CONTROL-OFFSET"),
            skipControlDuration: seconds("X-SKIP-CONTROL-DURATION"),
            skipControlLabelID: client("X-SKIP-CONTROL-LABEL-ID"))
    }

    private func value(_ name: String) -> ClientAttribute.Value? {
        clientAttributes.first { $0.name == name }?.value
    }

    private func client(_ name: String) -> String? {
        guard case .string(let text)? = value(name) else { return nil }
        return text
    }

    private func seconds(_ name: String) -> Duration? {
        guard case .number(let number)? = value(name),
            abs(number) < Double(Decimal.largestSeconds)
        else { return nil }
        let billionths = (number * Double(Decimal.nanosecondsPerSecond)).rounded()
        return .nanoseconds(Int64(billionths))
    }

    private func words(_ name: String) -> [String] {
        client(name)?.split(separator: ",").map(String.init) ?? []
    }
}
