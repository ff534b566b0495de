import DownloadCore
import HLSPlaylist
import LinkModel
import Scenarios
import Testing

/// The engine and the judge have two readings of the same rules, and no code in common.
@Suite struct `The engine's selection and the judge's` {
    @Test(arguments: 0..<40 as Range<UInt64>)
    func `are the same for every quality of any asset`(seed: UInt64) {
        var random = StableRandom(seed: seed)
        for _ in 0..<50 {
            let asset = RandomAsset(using: &random)
            for (quality, option) in [
                (DownloadCore.Quality.best, RequestedQuality.Option.best), (.fast, .fast),
                (.minimumBitrate(200), .minimumBitrate(bitsPerSecond: 200)),
                (.minimumBitrate(0), .minimumBitrate(bitsPerSecond: 0)),
                (.minimumBitrate(9_999), .minimumBitrate(bitsPerSecond: 9_999)),
            ] {
                let engine = Selection(of: asset.playlist, for: quality)?.streams.map(\.uri)
                let judge = RequestedQuality(option, in: asset.catalog)?.streams
                #expect(engine == judge, "\(quality) of \(asset.playlist)")
            }
        }
    }
}

/// A playlist and a catalog that say the same: the URI of a stream is its id.
private struct RandomAsset {
    var playlist = MultivariantPlaylist()
    var catalog = AssetCatalog(
        id: "a", title: "A", multivariantPlaylist: "index.m3u8", streams: [], variants: [])

    private static let videos = ["v1", "v2", "v3"]

    init(using random: inout some RandomNumberGenerator) {
        for id in Self.videos {
            catalog.streams.append(.init(id: id, kind: .video, playlist: id, segments: []))
        }
        for index in 0..<Int.random(in: 0...8, using: &random) {
            add(.audio, "a\(index)", using: &random)
        }
        for index in 0..<Int.random(in: 0...4, using: &random) {
            add(.subtitles, "s\(index)", using: &random)
        }
        for _ in 0..<Int.random(in: 1...7, using: &random) { addVariant(using: &random) }
    }

    private mutating func add(
        _ kind: AssetCatalog.Stream.Kind, _ id: String,
        using random: inout some RandomNumberGenerator
    ) {
        let group = ["g1", "g2"].randomElement(using: &random) ?? ""
        var rendition = Rendition(
            kind: kind == .audio ? .audio : .subtitles, groupID: group, name: id, uri: id)
        rendition.language = ["en", "fr", nil].randomElement(using: &random) ?? nil
        rendition.isDefault = Int.random(in: 0..<4, using: &random) == 0
        rendition.isAutoselect = Bool.random(using: &random)
        if kind == .audio {
            rendition.channels = [nil, "1", "2", "6", "8"].randomElement(using: &random)?
                .map { Channels($0) }
        }
        playlist.renditions.append(rendition)
        catalog.streams.append(
            .init(
                id: id, kind: kind, playlist: id, group: group, language: rendition.language,
                channels: rendition.channels?.count, isDefault: rendition.isDefault,
                isAutoselect: rendition.isAutoselect, segments: []))
    }

    private mutating func addVariant(using random: inout some RandomNumberGenerator) {
        func group() -> String? { ["g1", "g2", nil].randomElement(using: &random) ?? nil }
        var variant = Variant(
            uri: Self.videos.randomElement(using: &random) ?? "v1",
            bandwidth: [100, 200, 200, 300].randomElement(using: &random) ?? 100)
        variant.averageBandwidth = [nil, 90, 95].randomElement(using: &random) ?? nil
        variant.videoRange = [nil, .sdr, .pq, .hlg].randomElement(using: &random) ?? nil
        variant.audioGroupID = group()
        variant.subtitlesGroupID = group()
        playlist.variants.append(variant)
        catalog.variants.append(
            .init(
                stream: variant.uri, peakBitRate: variant.bandwidth,
                averageBitRate: variant.averageBandwidth, videoRange: variant.videoRange?.text,
                audioGroup: variant.audioGroupID, subtitlesGroup: variant.subtitlesGroupID))
    }
}
