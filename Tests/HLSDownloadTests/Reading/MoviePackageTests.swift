import Foundation
@testable import HLSDownload
import Testing

@Suite struct `A package` {
    @Test func `reads back what the writer wrote, from the manifest and from the XML`() async throws
    {
        let written = try await TestPackage.make()
        let package = try MoviePackage(at: written.path)
        #expect(package.source == .manifest)
        #expect(package.url == TestPackage.url)
        #expect(package.isDeclaredComplete)
        #expect(package.xmlFault == nil)
        #expect(
            package.streams.map(\.label) == [
                "video high.m3u8", "audio 'English' (en)", "audio 'Français' (fr)",
                "subtitles 'English' (en)",
            ])
        #expect(package.streams.map(\.peakBitRate) == [900_000, 0, 0, 0])
        #expect(
            package.streams.map(\.duration) == Array(repeating: .milliseconds(18_500), count: 4))
        let third = package.streams[0].parts[2]
        #expect(third.kind == .segment)
        #expect(third.number == 2)
        #expect(third.start == .seconds(8))
        #expect(third.duration == .seconds(4))
        #expect(third.path == "0-900000/00002.ts")
        #expect(third.length == 7520)
        #expect(third.attestation == "length and container (MPEG-TS)")
        let xml = try #require(package.xmlStreams)
        #expect(xml.map(\.folder) == package.streams.map(\.folder))
        #expect(xml.map(\.kind) == [.video, .audio, .audio, .subtitles])
        #expect(xml.map(\.peakBitRate) == [900_000, 0, 0, 0])
        for (mine, other) in zip(xml, package.streams) {
            #expect(mine.parts.map(\.path) == other.parts.map(\.path))
            #expect(mine.parts.map(\.start) == other.parts.map(\.start))
            #expect(mine.parts.map(\.length) == other.parts.map(\.length))
            #expect(mine.isDeclaredComplete)
        }
    }

    @Test(arguments: [
        ("nowhere", PackageReadingError.Fault.missing), ("file", .notAFolder),
        ("empty", .notAPackage),
    ])
    func `that is none ends in an error that names it`(
        name: String, fault: PackageReadingError.Fault
    ) throws {
        let folder = try TestFolder()
        try folder.write("x", to: "file")
        try FileManager.default.createDirectory(
            atPath: folder.path + "/empty", withIntermediateDirectories: false)
        let path = folder.path + "/" + name
        let error = #expect(throws: PackageReadingError.self) { try MoviePackage(at: path) }
        #expect(error?.fault == fault)
        #expect(error?.description.contains("'\(path)'") == true)
        #expect(throws: PackageReadingError.self) { try AssetCache(package: path) }
        #expect(PackageLint.check(path).map(\.rule) == [.readable])
    }

    @Test func `is not written to when it is read`() async throws {
        let package = try await TestPackage.make()
        let paths = package.folder.files()
        let dates = try paths.map {
            try FileManager.default.attributesOfItem(atPath: package.folder.path + "/" + $0)[
                .modificationDate] as? Date
        }
        _ = try package.verify()
        _ = PackageLint.check(package.path)
        _ = try AssetCache(package: package.path)
        #expect(package.folder.files() == paths)
        let after = try paths.map {
            try FileManager.default.attributesOfItem(atPath: package.folder.path + "/" + $0)[
                .modificationDate] as? Date
        }
        #expect(after == dates)
    }

    @Test func `with a pipe in the place of a file is not waited for`() async throws {
        let package = try await TestPackage.make()
        try package.remove("0-900000/00002.ts")
        #expect(mkfifo(package.path + "/0-900000/00002.ts", 0o600) == 0)
        let verification = try package.verify()
        #expect(verification.findings.first?.message == "it is no file")
        #expect(PackageLint.check(package.path).contains { $0.rule == .safeNames })
    }
}

@Suite struct `A package of others` {
    /// The layout as others write it: names of their own, no manifest, no playlists for players.
    static func make(isComplete: Bool = true, leavingOut segment: Int? = nil) throws -> TestFolder {
        let folder = try TestFolder()
        let namespace = "xmlns=\"http://apple.com/IMG/Schemas/HLSMoviePackage\""
        for name in ["Data", "0-AB12-900000", "1-CD34-0"] {
            try FileManager.default.createDirectory(
                atPath: folder.path + "/" + name, withIntermediateDirectories: false)
        }
        try folder.write(
            "<HLSMoviePackage \(namespace)><Version>1.0</Version><BootImage>boot.xml</BootImage>"
                + "</HLSMoviePackage>", to: "root.xml")
        try folder.write(
            """
            <?xml version="1.0" encoding="utf-8"?>
            <HLSMoviePackage \(namespace)>
            <Version>1.0</Version><HLSMoviePackageType>PersistedStore</HLSMoviePackageType>
            <Streams>
            <Stream ID="0-AB12" Path="0-AB12-900000" NetworkURL="https://a/v.m3u8"><Complete>\
            \(isComplete ? "YES" : "NO")</Complete></Stream>
            <Stream ID="1-CD34" Path="1-CD34-0" NetworkURL="https://a/a.m3u8">\
            <Complete>YES</Complete></Stream>
            </Streams>
            <MasterPlaylist><NetworkURL>https://a/m.m3u8?b=1&amp;c=2</NetworkURL></MasterPlaylist>
            <DataItems Directory="Data"><DataItem><DataPath>m.m3u8</DataPath></DataItem></DataItems>
            </HLSMoviePackage>
            """, to: "boot.xml")
        try folder.write("#EXTM3U\n", to: "Data/m.m3u8")
        for (stream, rate) in [("0-AB12-900000", 900_000), ("1-CD34-0", 0)] {
            var segments =
                "<INIT Len=\"12\" Off=\"0\" PATH=\"0.initfrag\" URL=\"https://a/i.mp4\"/>"
            try folder.write([0, 0, 0, 12] + Array("ftypmp42".utf8), to: "\(stream)/0.initfrag")
            for number in 0..<3 where !(number == segment && rate > 0) {
                segments += """
                    <SEG Dur="4" Len="\(100 + number)" Off="0" PATH="\(number).frag" \
                    SeqNum="\(number)" Tim="\(number * 4)" URL="https://a/\(number).m4s"/>

                    """
                let size = UInt8(100 + number)
                try folder.write(
                    [0, 0, 0, size] + Array("moof".utf8)
                        + Array(repeating: 1, count: Int(size) - 8),
                    to: "\(stream)/\(number).frag")
            }
            try folder.write(
                """
                <StreamInfo \(namespace)><Version>1.0</Version><Complete>YES</Complete>
                <PeakBandwidth>\(rate)</PeakBandwidth><Compressable>YES</Compressable>
                <MediaPlaylist><NetworkURL>https://a/v.m3u8</NetworkURL>
                <PathToLocalCopy>copy.m3u8</PathToLocalCopy></MediaPlaylist>
                <Type>None</Type><EvictionPolicy>ManualEviction</EvictionPolicy>
                <MediaBytesStored>303</MediaBytesStored><MediaSegments>\(segments)</MediaSegments>
                </StreamInfo>
                """, to: "\(stream)/StreamInfoBoot.xml")
            try folder.write("#EXTM3U\n", to: "\(stream)/copy.m3u8")
        }
        return folder
    }

    @Test func `is read by its XML`() throws {
        let folder = try Self.make()
        let package = try MoviePackage(at: folder.path)
        #expect(package.source == .xml)
        #expect(package.url == "https://a/m.m3u8?b=1&c=2")
        #expect(package.isDeclaredComplete)
        #expect(package.streams.map(\.kind) == [.video, .audio])
        #expect(package.streams[0].originalPlaylist == "0-AB12-900000/copy.m3u8")
        #expect(
            package.streams[0].parts.map(\.kind) == [.initSection, .segment, .segment, .segment])
        #expect(package.streams[0].parts[3].path == "0-AB12-900000/2.frag")
        #expect(package.streams[0].parts[3].start == .seconds(8))
        #expect(package.streams[0].parts[3].length == 102)
    }

    @Test func `plays offline, and cannot be certified`() throws {
        let folder = try Self.make()
        #expect(try AssetCache(package: folder.path).isPlayableOffline)
        let rules = Set(PackageLint.check(folder.path).map(\.rule))
        #expect(rules == [.manifest, .mediaExtension])
        let verification = try PackageVerifier(package: folder.path).verify(
            isCancelled: { false }, onProgress: { _ in })
        #expect(verification.state == .incomplete)
        #expect(verification.findings.map(\.rule) == [.manifest])
        #expect(verification.streams.map(\.goodSegmentCount) == [3, 3])
    }

    @Test func `shows a hole by the times of its segments`() throws {
        let folder = try Self.make(leavingOut: 1)
        let cache = try AssetCache(package: folder.path)
        #expect(!cache.isPlayableOffline)
        let words = "a stretch of video 0-AB12-900000, 4 s to 8 s: no segment covers it"
        #expect(cache.firstHole?.description == words)
        let verification = try PackageVerifier(package: folder.path).verify(
            isCancelled: { false }, onProgress: { _ in })
        #expect(verification.firstHole?.description == words)
    }

    @Test func `is not complete when it says so`() throws {
        let folder = try Self.make(isComplete: false)
        let cache = try AssetCache(package: folder.path)
        #expect(!cache.isPlayableOffline)
        #expect(cache.firstHole?.reason == "the package says that the stream is not complete")
    }
}
