import Scenarios
import Testing

@Suite struct `The verdict over a package` {
    private static func part(_ name: String, seconds: Double? = 4) -> AssetCatalog.Part {
        .init(path: "\(name).m4s", length: 10, seconds: seconds, sha256: "digest of \(name)")
    }

    private static func found(_ name: String) -> PackageEvidence.Part {
        .init(path: "\(name).m4s", length: 10, sha256: "digest of \(name)")
    }

    private static let catalog = AssetCatalog(
        id: "asset", title: "Asset", multivariantPlaylist: "index.m3u8",
        streams: [
            .init(
                id: "video", kind: .video, playlist: "video/index.m3u8",
                initSection: part("init", seconds: nil), segments: [part("v1"), part("v2")]),
            .init(
                id: "audio", kind: .audio, playlist: "audio/index.m3u8", group: "sound",
                isDefault: true, segments: [part("a1"), part("a2")]),
        ],
        variants: [.init(stream: "video", peakBitRate: 100, audioGroup: "sound")])

    private static let whole = PackageEvidence(streams: [
        "video": .init(initSection: found("init"), segments: [found("v1"), found("v2")]),
        "audio": .init(segments: [found("a1"), found("a2")]),
    ])

    private func judge(_ change: (inout PackageEvidence) -> Void) throws -> OnDisk {
        var evidence = Self.whole
        change(&evidence)
        let requested = try #require(RequestedQuality(.best, in: Self.catalog))
        return OnDisk(of: evidence, against: Self.catalog, for: requested)
    }

    @Test func `is complete when every byte is the origin's`() throws {
        let onDisk = try judge { _ in }
        #expect(onDisk.isComplete)
        #expect(onDisk.segmentsExpected == 4)
        #expect(onDisk.bytesVerified == 50)
        #expect(onDisk.firstHole == nil)
    }

    @Test func `counts a file that is not there as missing`() throws {
        let onDisk = try judge { $0.streams["audio"]?.segments[1] = nil }
        #expect(onDisk.segmentsMissing == 1)
        #expect(onDisk.segmentsAtRequestedQuality == 3)
        #expect(onDisk.firstHole == "segment 2 of audio is missing")
    }

    @Test func `counts other bytes, and another length, as corrupt`() throws {
        let onDisk = try judge {
            $0.streams["video"]?.segments[0]?.sha256 = "digest of v2"
            $0.streams["audio"]?.segments[0]?.length = 11
        }
        #expect(onDisk.segmentsCorrupt == 2)
        #expect(onDisk.firstHole == "segment 1 of video is corrupt")
    }

    @Test func `counts segments as corrupt whose init section is not right`() throws {
        let onDisk = try judge { $0.streams["video"]?.initSection = nil }
        #expect(onDisk.segmentsCorrupt == 2)
        #expect(onDisk.segmentsAtRequestedQuality == 2)
        #expect(onDisk.firstHole == "the init section of video is missing")
    }

    @Test func `names the hole that plays first, in whatever stream`() throws {
        let onDisk = try judge {
            $0.streams["video"]?.segments[1] = nil
            $0.streams["audio"]?.segments[0] = nil
        }
        #expect(onDisk.firstHole == "segment 1 of audio is missing")
    }

    @Test func `expects the streams that a package does not have`() throws {
        let onDisk = try judge { $0.streams["audio"] = nil }
        #expect(onDisk.segmentsExpected == 4)
        #expect(onDisk.segmentsMissing == 2)
    }

    @Test func `is never complete for a part without a digest in the catalog`() throws {
        var catalog = Self.catalog
        catalog.streams[1].segments[0].sha256 = nil
        let requested = try #require(RequestedQuality(.best, in: catalog))
        #expect(!OnDisk(of: Self.whole, against: catalog, for: requested).isComplete)
    }
}

@Suite struct `A bound` {
    typealias Bound = Scenarios.Expectation.Bound

    @Test(arguments: [
        (Bound.atLeast(4), 4.0, true, "at least 4.0"), (.atLeast(4), 3, false, "at least 4.0"),
        (.atMost(1.5), 1.5, true, "at most 1.5"), (.atMost(1.5), 1.501, false, "at most 1.5"),
        (.under(1.5), 1.499, true, "under 1.5"), (.under(1.5), 1.5, false, "under 1.5"),
        (.over(1.5), 1.501, true, "over 1.5"), (.over(1.5), 1.5, false, "over 1.5"),
        (.exactly(3), 3, true, "exactly 3.0"), (.exactly(3), 4, false, "exactly 3.0"),
        (.between(1, 20), 20, true, "between 1.0 and 20.0"),
        (.between(1, 20), 21, false, "between 1.0 and 20.0"),
    ])
    func `holds at its ends or within, as its word says`(
        bound: Bound, value: Double, holds: Bool, words: String
    ) {
        #expect(bound.holds(value) == holds)
        #expect(bound.words { "\($0)" } == words)
    }
}
