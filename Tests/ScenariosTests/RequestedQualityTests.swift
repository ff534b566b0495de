import Scenarios
import Testing

@Suite struct `Requested quality` {
    private static func video(_ id: String) -> AssetCatalog.Stream {
        .init(id: id, kind: .video, playlist: "\(id)/index.m3u8", segments: [])
    }

    private static func audio(
        _ id: String, group: String, language: String, channels: Int? = 2,
        isDefault: Bool? = nil, isAutoselect: Bool? = nil
    ) -> AssetCatalog.Stream {
        .init(
            id: id, kind: .audio, playlist: "\(id)/index.m3u8", group: group, language: language,
            channels: channels, isDefault: isDefault, isAutoselect: isAutoselect, segments: [])
    }

    private static func subtitles(
        _ id: String, language: String, isDefault: Bool? = nil, isAutoselect: Bool? = nil
    ) -> AssetCatalog.Stream {
        .init(
            id: id, kind: .subtitles, playlist: "\(id)/index.m3u8", group: "subs",
            language: language, isDefault: isDefault, isAutoselect: isAutoselect, segments: [])
    }

    private static func catalog(
        _ streams: [AssetCatalog.Stream], _ variants: [AssetCatalog.Variant]
    ) -> AssetCatalog {
        .init(
            id: "a", title: "A", multivariantPlaylist: "index.m3u8", streams: streams,
            variants: variants)
    }

    private let ladder = catalog(
        [video("v2"), video("v1"), video("v4"), video("v3")],
        [
            .init(stream: "v2", peakBitRate: 200), .init(stream: "v1", peakBitRate: 100),
            .init(stream: "v4", peakBitRate: 400), .init(stream: "v3", peakBitRate: 300),
        ])

    @Test(arguments: [
        (RequestedQuality.Option.best, "v4"), (.fast, "v1"),
        (.minimumBitrate(bitsPerSecond: 0), "v1"), (.minimumBitrate(bitsPerSecond: 200), "v2"),
        (.minimumBitrate(bitsPerSecond: 201), "v3"), (.minimumBitrate(bitsPerSecond: 999), "v4"),
    ])
    func `picks the variant of a ladder`(option: RequestedQuality.Option, stream: String) {
        let quality = RequestedQuality(option, in: ladder)
        #expect(quality?.variant.stream == stream)
        #expect(quality?.streams == [stream])
    }

    @Test func `of nothing is nothing`() {
        #expect(RequestedQuality(.best, in: Self.catalog([], [])) == nil)
    }

    @Test(arguments: [RequestedQuality.Option.best, .fast])
    func `takes the first of equal variants`(option: RequestedQuality.Option) {
        let twins = Self.catalog(
            [Self.video("one"), Self.video("two")],
            [.init(stream: "one", peakBitRate: 100), .init(stream: "two", peakBitRate: 100)])
        #expect(RequestedQuality(option, in: twins)?.variant.stream == "one")
    }

    @Test(arguments: [
        (RequestedQuality.Option.best, "hdr"), (.minimumBitrate(bitsPerSecond: 250), "sdr"),
        (.fast, "small"),
    ])
    func `prefers HDR only when it is the best that is asked for`(
        option: RequestedQuality.Option, stream: String
    ) {
        let mixed = Self.catalog(
            [Self.video("small"), Self.video("hdr"), Self.video("sdr")],
            [
                .init(stream: "small", peakBitRate: 100, videoRange: "SDR"),
                .init(stream: "hdr", peakBitRate: 200, videoRange: "PQ"),
                .init(stream: "sdr", peakBitRate: 300),
            ])
        #expect(RequestedQuality(option, in: mixed)?.variant.stream == stream)
    }

    /// One video with a stereo and a 5.1 group, as Apple's examples list it.
    private let film = catalog(
        [
            video("v1"),
            audio("de2", group: "stereo", language: "de", isAutoselect: true),
            audio("en2", group: "stereo", language: "en", isDefault: true, isAutoselect: true),
            audio("en2d", group: "stereo", language: "en", isAutoselect: true),
            audio("de6", group: "surround", language: "de", channels: 6, isAutoselect: true),
            audio("en6", group: "surround", language: "en", channels: 6, isDefault: true),
            audio("en8", group: "surround", language: "en", channels: 8),
            audio("other", group: "unused", language: "en", channels: 16),
            subtitles("sde", language: "de", isAutoselect: true),
            subtitles("sen", language: "en", isAutoselect: true),
        ],
        [
            .init(
                stream: "v1", peakBitRate: 100, audioGroup: "stereo", subtitlesGroup: "subs"),
            .init(
                stream: "v1", peakBitRate: 200, audioGroup: "surround", subtitlesGroup: "subs"),
        ])

    @Test(arguments: [
        (RequestedQuality.Option.best, ["v1", "en2", "en8", "sen"]),
        (.fast, ["v1", "en2", "sen"]),
        (.minimumBitrate(bitsPerSecond: 50), ["v1", "en2", "en8", "sen"]),
    ])
    func `adds multichannel to stereo, in the default language`(
        option: RequestedQuality.Option, streams: [String]
    ) {
        #expect(RequestedQuality(option, in: film)?.streams == streams)
    }

    @Test(arguments: [RequestedQuality.Option.best, .fast])
    func `takes multichannel once where there is no stereo`(option: RequestedQuality.Option) {
        let surround = Self.catalog(
            [Self.video("v1"), Self.audio("en6", group: "g", language: "en", channels: 6)],
            [.init(stream: "v1", peakBitRate: 1, audioGroup: "g")])
        #expect(RequestedQuality(option, in: surround)?.streams == ["v1", "en6"])
    }

    @Test(arguments: [
        ([nil, true] as [Bool?], [true, nil] as [Bool?], "fr"), ([nil, true], [nil, nil], "fr"),
        ([nil, nil], [nil, nil], "en"), ([true, true], [nil, nil], "en"),
    ])
    func `speaks the default language, else an automatic one, else the first`(
        isDefault: [Bool?], isAutoselect: [Bool?], language: String
    ) {
        // Of each pair the first is for English, the second for French.
        let catalog = Self.catalog(
            [
                Self.video("v1"),
                Self.audio(
                    "en", group: "g", language: "en", isDefault: isDefault[0],
                    isAutoselect: isAutoselect[0]),
                Self.audio(
                    "fr", group: "g", language: "fr", isDefault: isDefault[1],
                    isAutoselect: isAutoselect[1]),
            ],
            [.init(stream: "v1", peakBitRate: 1, audioGroup: "g")])
        #expect(RequestedQuality(.fast, in: catalog)?.streams == ["v1", language])
    }

    @Test(arguments: [
        ([Self.subtitles("fr", language: "fr", isDefault: true)], ["v1", "en", "fr"]),
        ([Self.subtitles("fr", language: "fr", isAutoselect: true)], ["v1", "en"]),
        ([Self.subtitles("en-s", language: "en")], ["v1", "en"]),
        ([Self.subtitles("en-s", language: "en", isAutoselect: true)], ["v1", "en", "en-s"]),
        ([], ["v1", "en"]),
    ])
    func `takes default subtitles, else automatic ones in the language of the audio`(
        subtitles: [AssetCatalog.Stream], streams: [String]
    ) {
        let catalog = Self.catalog(
            [Self.video("v1"), Self.audio("en", group: "g", language: "en")] + subtitles,
            [.init(stream: "v1", peakBitRate: 1, audioGroup: "g", subtitlesGroup: "subs")])
        #expect(RequestedQuality(.best, in: catalog)?.streams == streams)
    }
}
