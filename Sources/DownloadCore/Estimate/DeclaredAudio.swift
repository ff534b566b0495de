internal import HLSPlaylist

/// What a multivariant playlist lets know of audio whose rate no tag says by itself.
///
/// AVERAGE-BANDWIDTH covers a variant with one rendition of its audio group. Of two variants that
/// share the video and not the audio group the difference is that of the audios, and where these
/// have different numbers of channels, the difference is shared among the channels that one has
/// more. A variant without pictures, whose media playlist is that of a rendition, says all of it.
struct DeclaredAudio: Sendable {
    /// Bits per second for each channel, from all pairs of variants that tell; nil: none does.
    private(set) var channelRate: Double?
    /// Bits per second of renditions that are variants, too, by URI.
    private var variants: [String: Int] = [:]

    /// The lowest rate of a channel that is believed: less is a difference of codecs, not channels.
    static let lowestChannelRate = 16_000.0

    init(of playlist: MultivariantPlaylist) {
        var channels: [String: Int] = [:]
        var uris: Set<String> = []
        for rendition in playlist.renditions where rendition.kind == .audio {
            if let uri = rendition.uri { uris.insert(uri) }
            guard let count = rendition.channels?.count, (1...64).contains(count) else { continue }
            channels[rendition.groupID] = max(channels[rendition.groupID] ?? 0, count)
        }
        for variant in playlist.variants where uris.contains(variant.uri) {
            if let average = variant.averageBandwidth, average > 0 {
                variants[variant.uri] = variants[variant.uri] ?? average
            }
        }
        channelRate = Self.channelRate(of: playlist, channels)
    }

    /// AVERAGE-BANDWIDTH of a variant that is this media playlist; nil: there is none.
    func rate(ofURI uri: String) -> Int? { variants[uri] }

    /// What each channel more costs, over all variants with the same video.
    /// - Parameter channels: of each audio group.
    private static func channelRate(
        of playlist: MultivariantPlaylist, _ channels: [String: Int]
    ) -> Double? {
        var fewest: [String: (channels: Int, rate: Int)] = [:]
        let points = playlist.variants.compactMap { variant -> (uri: String, Int, Int)? in
            guard let rate = variant.averageBandwidth, rate > 0,
                let count = variant.audioGroupID.flatMap({ channels[$0] })
            else { return nil }
            let known = fewest[variant.uri] ?? (count, rate)
            fewest[variant.uri] = known.channels > count ? (count, rate) : known
            return (variant.uri, count, rate)
        }
        var (rates, count) = (0.0, 0)
        for (uri, channels, rate) in points {
            guard let least = fewest[uri], channels > least.channels else { continue }
            rates += Double(rate) - Double(least.rate)
            count += channels - least.channels
        }
        guard count > 0, rates > 0 else { return nil }
        return max(rates / Double(count), lowestChannelRate)
    }
}
