import DownloadCore
import Foundation
@testable import HLSDownload
import Testing

@Suite struct `The cache of an asset` {
    private func names(
        _ cache: AssetCache, _ characteristic: MediaSelectionGroup.Characteristic
    ) -> [String] {
        cache.mediaSelectionOptions(in: characteristic).map(\.name)
    }

    @Test func `of a complete package plays offline in all its languages`() async throws {
        let package = try await TestPackage.make()
        let cache = try AssetCache(package: package.path)
        #expect(cache.isPlayableOffline)
        #expect(cache.firstHole == nil)
        #expect(cache.streams.allSatisfy { $0.isComplete })
        #expect(
            cache.streams.map(\.storedByteCount) == [37_600, 2510, 2510, TestPackage.text.count])
        #expect(names(cache, .audible) == ["English", "Français"])
        #expect(names(cache, .legible) == ["English", "Captions"])
        #expect(names(cache, .visual) == [])
    }

    struct Unfinished: Sendable {
        var missing: [Int: Set<Int>]
        var isPlayable: Bool
        var audible: [String]
        var hole: String
    }

    @Test(arguments: [
        Unfinished(
            missing: [2: [4]], isPlayable: true, audible: ["English"],
            hole: "segment 5 of audio 'Français' (fr), 16 s to 18.5 s: it is not there yet"),
        Unfinished(
            missing: [1: [0], 2: [4]], isPlayable: false, audible: [],
            hole: "segment 1 of audio 'English' (en), 0 s to 4 s: it is not there yet"),
        Unfinished(
            missing: [0: [3]], isPlayable: false, audible: ["English", "Français"],
            hole: "segment 4 of video high.m3u8, 12 s to 16 s: it is not there yet"),
        Unfinished(
            missing: [3: [0]], isPlayable: true, audible: ["English", "Français"],
            hole: "segment 1 of subtitles 'English' (en), 0 s to 18.5 s: it is not there yet"),
    ])
    func `of an unfinished package tells the truth of each stream`(unfinished: Unfinished)
        async throws
    {
        let package = try await TestPackage.make(missing: unfinished.missing)
        let cache = try AssetCache(package: package.path)
        #expect(cache.isPlayableOffline == unfinished.isPlayable)
        #expect(cache.firstHole?.description == unfinished.hole)
        for index in cache.streams.indices {
            #expect(cache.streams[index].isComplete == (unfinished.missing[index] == nil))
        }
        #expect(names(cache, .audible) == unfinished.audible)
        let verification = try package.verify()
        #expect(verification.state == .incomplete)
        #expect(verification.findings == [])
        #expect(verification.firstHole?.description == unfinished.hole)
    }

    @Test func `does not count a file of another length`() async throws {
        let package = try await TestPackage.make()
        try package.editBytes("0-900000/00001.ts") { $0.removeLast() }
        let cache = try AssetCache(package: package.path)
        #expect(!cache.isPlayableOffline)
        #expect(cache.firstHole?.reason == "0-900000/00001.ts has 7519 bytes, not 7520")
    }

    @Test func `counts what a killed process finished after the manifest was written`()
        async throws
    {
        let first = try await TestPackage.make(missing: [0: [3], 1: [1]])
        // The next run gets all but one part, and is killed before it describes them.
        let second = try await TestPackage.make(
            missing: [0: [4]], isDescribed: false, in: first.folder)
        try second.write("unfinished", "0-900000/00004.part")
        let cache = try AssetCache(package: second.path)
        #expect(cache.streams.map(\.uncertifiedPartCount) == [1, 1, 0, 0])
        #expect(cache.streams.map(\.isComplete) == [true, true, true, true])
        #expect(cache.isPlayableOffline)
        // Nothing certifies them, and the verdict says so.
        let verification = try second.verify()
        #expect(verification.state == .incomplete)
        #expect(verification.firstHole?.part == "segment 2")
    }

    @Test func `of a download that was killed in its first run knows what it does not know`()
        async throws
    {
        let package = try await TestPackage.make(missing: [0: [1]], isDescribed: false)
        let cache = try AssetCache(package: package.path)
        #expect(!cache.isPlayableOffline)
        #expect(
            cache.streams.map(\.label) == [
                "video 0-900000", "audio 1-0", "audio 2-0", "subtitles 3-0",
            ])
        #expect(cache.streams.map(\.uncertifiedPartCount) == [4, 5, 5, 1])
        #expect(cache.streams.allSatisfy { $0.duration == nil && !$0.isComplete })
        #expect(
            cache.firstHole?.reason
                == "nothing in the package says how many parts there have to be")
        #expect(throws: PackageReadingError.self) { try package.verify() }
    }

    @Test func `takes a gap of the origin for none of its own`() async throws {
        let package = try await TestPackage.make(gap: 2)
        let cache = try AssetCache(package: package.path)
        #expect(cache.isPlayableOffline)
        #expect(cache.firstHole == nil)
        let verification = try package.verify()
        #expect(verification.state == .complete)
        #expect(verification.streams[0].gapCount == 1)
        #expect(
            verification.streams[0].gaps.map(\.description) == [
                "segment 3 of video high.m3u8, 8 s to 12 s: the origin does not have it "
                    + "(EXT-X-GAP)"
            ])
        #expect(verification.streams[0].segmentCount == 4)
        #expect(PackageLint.check(package.path) == [])
    }
}
