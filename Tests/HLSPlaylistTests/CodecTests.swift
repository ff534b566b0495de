import HLSPlaylist
import Testing

@Suite struct `A codec` {
    struct Example: Sendable, CustomTestStringConvertible {
        var text: String
        var family: Codec.Family
        var profile: Int?
        var level: Double?
        var bitDepth: Int?
        var range: Codec.DynamicRange?
        var testDescription: String { text }

        init(
            _ text: String, _ family: Codec.Family, _ profile: Int? = nil, _ level: Double? = nil,
            bits bitDepth: Int? = nil, _ range: Codec.DynamicRange? = nil
        ) {
            self.text = text
            self.family = family
            self.profile = profile
            self.level = level
            self.bitDepth = bitDepth
            self.range = range
        }
    }

    static let examples = [
        Example("avc1.64001f", .avc, 100, 3.1, bits: 8, .standard),
        Example("avc1.42E01E", .avc, 66, 3, bits: 8, .standard),
        Example("avc1.66.30", .avc, 66, 3, bits: 8, .standard),
        Example("avc1.6e0028", .avc, 110, 4, bits: 10),
        Example("avc3.640032", .avc, 100, 5, bits: 8, .standard),
        Example("avc1", .avc),
        Example("hvc1.2.4.L153.B0", .hevc, 2, 5.1, bits: 10),
        Example("hvc1.1.6.L93.90", .hevc, 1, 3.1, bits: 8, .standard),
        Example("hev1.A4.41.H186.9D.8", .hevc, 4, 6.2),
        Example("dvh1.05.06", .dolbyVision, 5, 6, bits: 10, .high),
        Example("dvh1.08.07", .dolbyVision, 8, 7, bits: 10, .high),
        Example("dav1.10.01", .dolbyVision, 10, 1, bits: 10, .high),
        Example("av01.0.08M.10.0.110.09.16.09.0", .av1, 0, 4, bits: 10, .high),
        Example("av01.0.04M.08", .av1, 0, 3, bits: 8, .standard),
        Example("av01.0.13M.10.0.111.09.18.09.0", .av1, 0, 5.1, bits: 10, .high),
        Example("vp09.00.10.08", .vp9, 0, 1, bits: 8, .standard),
        Example("vp09.02.51.10.01.09.16.09.00", .vp9, 2, 5.1, bits: 10, .high),
        Example("mp4a.40.2", .aac, 2), Example("mp4a.40.5", .aac, 5),
        Example("mp4a.40.29", .aac, 29), Example("mp4a.40.42", .aac, 42),
        Example("mp4a.40.34", .mp3), Example("mp4a.6B", .mp3), Example("mp4a.a5", .ac3),
        Example("mp4a.A6", .eac3), Example("ac-3", .ac3), Example("ec-3", .eac3),
        Example("ac-4.02.01.03", .ac4), Example("Opus", .opus), Example("fLaC", .flac),
        Example("alac", .alac), Example("mhm1.0x0D", .mpegH), Example("apac.31.00", .apac),
        Example("stpp.ttml.im1t", .ttml), Example("wvtt", .webVTT),
        Example("dvhe.05.07", .dolbyVision, 5, 7, bits: 10, .high),
        Example("dvav.09.05", .dolbyVision, 9, 5, bits: 8, .standard),
        Example("dva1.09.05", .dolbyVision, 9, 5, bits: 8, .standard),
        Example("dvh1.20.05", .dolbyVision, 20, 5, bits: 10, .high),
        Example("hev1.2.4.H150.B0", .hevc, 2, 5, bits: 10),
        Example("hvc1.6.40.L120", .hevc, 6, 4, bits: 8, .standard),
        Example("vvc1.1.L51", .vvc, 1, 3.1), Example("vvi1.17.H96", .vvc, 17, 6),
        Example("av01.1.16H.10.0.000.09.16.09.1", .av1, 1, 6, bits: 10, .high),
        Example("av01.0.08M.10.0.110.01.01.01.0", .av1, 0, 4, bits: 10, .standard),
        Example("av01.0.08M.10", .av1, 0, 4, bits: 10),
        Example("av01.0.31M.08", .av1, 0, nil, bits: 8, .standard),
        Example("vp09.02.10.10.01.09.18.09.00", .vp9, 2, 1, bits: 10, .high),
        Example("vp09.00.41.08", .vp9, 0, 4.1, bits: 8, .standard),
        Example("vp8", .vp8, bits: 8, .standard),
        Example("svc1.530c1f", .avc, 83, 3.1), Example("avc3", .avc),
        Example("mp4v.20.9", .mpeg4Video), Example("mp4a", .aac), Example("mp4a.67", .aac),
        Example("mp4a.40.02", .aac, 2), Example("mp4a.69", .mp3), Example("mp4a.A9", .dts),
        Example("mp4a.ad", .opus), Example("mp4a.AE", .ac4), Example("dtsx", .dts),
        Example("flac", .flac), Example("opus", .opus), Example("stpp", .ttml),
        Example("avc1.-4001f", .avc), Example("avc1.+1.+30", .avc), Example("avc1.64001", .avc),
        Example("avc1..", .avc), Example("hvc1.ABC.4.L93", .hevc, nil, 3.1),
        Example("hvc1.2.4.X93", .hevc, 2, bits: 10),
        Example("hvc1.2.4.L", .hevc, 2, bits: 10), Example("hvc1.+2.4.L93", .hevc, nil, 3.1),
        Example("av01.0.08X.10", .av1, 0, nil, bits: 10), Example("av01.0.8M.99", .av1, 0),
        Example("vp09.00.10.09", .vp9, 0, 1), Example("dvh1", .dolbyVision, nil, nil, .high),
        Example("...", .unknown), Example("mp4a.40.99999999999999999999", .aac),
        Example("avc1.64001\u{E9}", .avc), Example("xyz9.1", .unknown), Example("", .unknown),
        Example("avc1.zzzzzz", .avc),
        Example("av01.x.99M", .av1), Example("hvc1", .hevc),
    ]

    @Test(arguments: examples)
    func `says what it is`(example: Example) {
        let codec = Codec(example.text)
        #expect(codec.family == example.family)
        #expect(codec.profile == example.profile)
        #expect(codec.level == example.level)
        #expect(codec.bitDepth == example.bitDepth)
        #expect(codec.dynamicRange == example.range)
        #expect((codec.medium == nil) == (codec.family == .unknown))
    }

    @Test func `list is read with or without blanks`() {
        #expect(Codec.list("avc1.64001f, mp4a.40.2,").map(\.text) == ["avc1.64001f", "mp4a.40.2"])
    }

    @Test func `may carry the brands it is compatible with`() {
        let codecs = SupplementalCodec.list("dvh1.08.07/db4h, dvh1.08.01/cdm4/dby1")
        #expect(codecs.map(\.codec.text) == ["dvh1.08.07", "dvh1.08.01"])
        #expect(codecs.map(\.compatibilityBrands) == [["db4h"], ["cdm4", "dby1"]])
        #expect(codecs.map(\.text) == ["dvh1.08.07/db4h", "dvh1.08.01/cdm4/dby1"])
    }
}
