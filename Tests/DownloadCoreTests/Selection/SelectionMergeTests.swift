import Testing

@testable import DownloadCore

@Suite struct `A selection on disk` {
    static func resolved(
        _ ask: String, of sketch: String = SelectionTable.film
    ) throws -> Selection {
        try SelectionAsk(ask, of: PlaylistSketch(sketch).playlist).resolve().selection
    }

    struct Row: CustomTestStringConvertible, Sendable {
        var have: String
        var ask: String
        var rule = SelectionMerge.VideoRule.whenBetter
        var missing: String
        var present: String
        var superseded = ""
        var holds: String

        var testDescription: String { "\(have), then \(ask)" }
    }

    @Test(arguments: [
        // The same again: nothing.
        Row(have: "auto", ask: "auto", missing: "", present: "high en2 en6", holds: "high en2 en6"),
        // Another language: that alone.
        Row(
            have: "auto; stereo", ask: "auto; stereo; audio in fr", missing: "fr2", present: "high",
            holds: "high en2 fr2"),
        // Multichannel later.
        Row(
            have: "auto; stereo", ask: "auto", missing: "en6", present: "high en2",
            holds: "high en2 en6"),
        // A higher variant takes the place of the lower one, and no audio is fetched again.
        Row(
            have: "fast", ask: "auto", missing: "high en6", present: "en2", superseded: "low",
            holds: "high en2 en6"),
        // A lower one is there already, being less.
        Row(have: "auto", ask: "fast", missing: "", present: "en2", holds: "high en2 en6"),
        Row(
            have: "auto", ask: "min peakBitRate; audio in fr", missing: "fr2", present: "",
            holds: "high en2 en6 fr2"),
        // Unless whoever asks insists.
        Row(
            have: "auto", ask: "fast", rule: .always, missing: "low", present: "en2",
            superseded: "high", holds: "low en2 en6"),
    ])
    func `is augmented by what is missing and by nothing else`(row: Row) throws {
        let merge = try Self.resolved(row.have).merging(try Self.resolved(row.ask), video: row.rule)
        #expect(merge.missing.uris == row.missing)
        #expect(merge.present.uris == row.present)
        #expect(merge.superseded.uris == row.superseded)
        #expect(merge.selection.streams.uris == row.holds)
    }

    @Test func `declares the variant that it holds then`() throws {
        let low = try Self.resolved("fast")
        let high = try Self.resolved("auto")
        let stereo = try Self.resolved("auto; stereo")
        #expect(low.merging(high).selection.peakBitRate == 980)
        #expect(high.merging(low).selection.peakBitRate == 980)
        #expect(stereo.peakBitRate == 900)
        #expect(stereo.merging(high).selection.peakBitRate == 980)
        #expect(high.merging(stereo).selection.peakBitRate == 980)
    }

    @Test func `prefers HDR to bitrate when it is augmented`() throws {
        let range = SelectionTable.mixedRange
        let sdr = try Self.resolved("old sdr", of: range)
        let hdr = try Self.resolved("auto", of: range)
        #expect(sdr.merging(hdr).missing.uris == "pq")
        #expect(sdr.merging(hdr).superseded.uris == "sdr-high")
        #expect(hdr.merging(sdr).missing.uris == "")
    }

    @Test func `is the same with a new token and on another pathway`() throws {
        let old = try Self.resolved("auto", of: "audio a?t=1 g en 2 D\nvar v?t=1 9 a=g")
        let token = try Self.resolved("auto", of: "audio a?t=2 g en 2 D\nvar v?t=2 9 a=g")
        #expect(old.merging(token).missing.isEmpty)
        #expect(old.merging(token).present.uris == "v?t=1 a?t=1")
        let paths = "steer west\nvar east/v 9 path=east\nvar west/v 9 path=west"
        let west = try Self.resolved("auto", of: paths)
        let east = try Self.resolved("auto; pathway east", of: paths)
        #expect(west.streams.uris == "west/v")
        #expect(west.merging(east).missing.isEmpty)
        // A stable id names a stream through any change of its address, and no other stream.
        let named = try Self.resolved("auto", of: "var one 9 id=x")
        #expect(named.merging(try Self.resolved("auto", of: "var two 9 id=x")).missing.isEmpty)
        let other = try Self.resolved("auto", of: "var one 10 id=y")
        #expect(named.merging(other).missing.uris == "one")
    }

    @Test func `keeps the video of auxiliary content`() throws {
        let both = try Self.resolved("min peakBitRate; aux max peakBitRate")
        #expect(both.streams.uris == "low high en2 en6")
        let high = try Self.resolved("auto")
        let merge = both.merging(high)
        #expect(merge.missing.isEmpty)
        #expect(merge.selection.streams.uris == "high en2 en6")
        #expect(merge.superseded.uris == "low")
    }

    @Test func `of a media playlist holds what is added to it`() throws {
        let bare = Selection(mediaPlaylistAt: "v")
        let merge = bare.merging(bare)
        #expect(merge.missing.isEmpty)
        #expect(merge.selection == bare)
    }
}

extension [Selection.Stream] {
    fileprivate var uris: String { map(\.uri).joined(separator: " ") }
}
