/// A date range of class `com.apple.hls.interstitial`: other media to play in the middle of the
/// presentation. Appendix D of draft-pantos-hls-rfc8216bis-22.
public struct Interstitial: Sendable, Hashable {
    public static let rangeClass = "com.apple.hls.interstitial"

    public enum Content: Sendable, Hashable {
        /// X-ASSET-URI: the multivariant or media playlist of the one asset.
        case asset(uri: String)
        /// X-ASSET-LIST: a JSON object that lists the assets.
        case list(uri: String)
    }

    /// X-TIMELINE-OCCUPIES.
    public enum TimelineOccupation: String, Sendable, Hashable, CaseIterable {
        case point = "POINT"
        case range = "RANGE"
    }

    /// X-TIMELINE-STYLE.
    public enum TimelineStyle: String, Sendable, Hashable, CaseIterable {
        case highlight = "HIGHLIGHT"
        case primary = "PRIMARY"
    }

    /// X-SNAP and X-RESTRICT: words of a list, those that are not known left out.
    public enum Snap: String, Sendable, Hashable, CaseIterable {
        case out = "OUT"
        case `in` = "IN"
    }

    public enum Restriction: String, Sendable, Hashable, CaseIterable {
        case skip = "SKIP"
        case jump = "JUMP"
    }

    public var content: Content
    /// How far after the start of the interstitial the presentation goes on; nil: as long as the
    /// interstitial lasted.
    public var resumeOffset: Duration?
    /// When the interstitial is cut off.
    public var playoutLimit: Duration?
    public var snap: [Snap]
    public var restrictions: [Restriction]
    /// Whether players that play together may get different content.
    public var contentMayVary: Bool
    public var timelineOccupation: TimelineOccupation
    public var timelineStyle: TimelineStyle
    /// When a button to skip the interstitial appears, and for how long.
    public var skipControlOffset: Duration?
    public var skipControlDuration: Duration?
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
