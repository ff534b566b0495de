@testable import DownloadCore
import Foundation
@testable import HLSDownload
import HLSPlaylist
import NIOCore

/// A package written by the engine's own writer, of media made up here: video in MPEG-TS, audio in
/// two languages, text.
struct TestPackage {
    let folder: TestFolder
    var path: String { folder.path + "/package" }

    /// A stream of the movie.
    struct Track {
        var stream: Selection.Stream
        var playlist: String
        /// Bytes of each segment that is fetched.
        var segments: [[UInt8]]
    }

    static let url = "http://origin/movie/index.m3u8"

    static let multivariant = """
        #EXTM3U
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",DEFAULT=YES,\
        AUTOSELECT=YES,CHANNELS="2",URI="en.m3u8"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Français",LANGUAGE="fr",AUTOSELECT=YES,\
        CHANNELS="2",URI="fr.m3u8"
        #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="t",NAME="English",LANGUAGE="en",URI="text.m3u8"
        #EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="c",NAME="Captions",INSTREAM-ID="CC1"
        #EXT-X-STREAM-INF:BANDWIDTH=400000,AVERAGE-BANDWIDTH=300000,AUDIO="a",SUBTITLES="t",\
        CLOSED-CAPTIONS="c"
        low.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=900000,AVERAGE-BANDWIDTH=800000,AUDIO="a",SUBTITLES="t",\
        CLOSED-CAPTIONS="c"
        high.m3u8

        """

    /// MPEG-TS, in which each segment differs.
    static func transportStream(_ seed: Int, packets: Int = 40) -> [UInt8] {
        (0..<packets).flatMap { packet in
            [0x47] + (1..<188).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ packet &+ seed &* 31) }
        }
    }

    /// ADTS sync words and filling.
    static func audio(_ seed: Int) -> [UInt8] {
        [0xFF, 0xF1] + (0..<500).map { UInt8(truncatingIfNeeded: $0 &* 3 &+ seed) }
    }

    static let text = Array("WEBVTT\n\n00:00.000 --> 00:02.000\nHello\n".utf8)

    /// Five segments of 4 s, the last of 2.5 s; `gap`, from zero on, is none of the origin's.
    static func playlist(_ prefix: String, _ suffix: String, gap: Int? = nil) -> String {
        var lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:4", "#EXT-X-VERSION:8"]
        for number in 0..<5 {
            if number == gap { lines.append("#EXT-X-GAP") }
            lines.append(number == 4 ? "#EXTINF:2.5," : "#EXTINF:4,")
            lines.append(prefix + String(number) + "." + suffix + "?token=1")
        }
        return (lines + ["#EXT-X-ENDLIST"]).joined(separator: "\n")
    }

    static func tracks(gap: Int? = nil) -> [Track] {
        let numbers = (0..<5).filter { $0 != gap }
        let text = """
            #EXTM3U
            #EXT-X-TARGETDURATION:19
            #EXTINF:18.5,
            t.vtt
            #EXT-X-ENDLIST
            """
        return [
            Track(
                stream: stream(.video, "high.m3u8"), playlist: playlist("v", "ts", gap: gap),
                segments: numbers.map { transportStream($0) }),
            Track(
                stream: stream(.audio, "en.m3u8", "English", "en"),
                playlist: playlist("e", "aac"), segments: (0..<5).map { audio($0) }),
            Track(
                stream: stream(.audio, "fr.m3u8", "Français", "fr"),
                playlist: playlist("f", "aac"), segments: (0..<5).map { audio($0 + 100) }),
            Track(
                stream: stream(.subtitles, "text.m3u8", "English", "en"), playlist: text,
                segments: [Self.text]),
        ]
    }

    private static func stream(
        _ kind: Selection.Stream.Kind, _ uri: String, _ name: String? = nil,
        _ language: String? = nil
    ) -> Selection.Stream {
        Selection.Stream(
            kind: kind, uri: uri, name: name, language: language,
            channels: kind == .audio ? 2 : nil, groupID: kind == .audio ? "a" : nil,
            isDefault: language == "en", isAutoselect: true, isForced: false, characteristics: [])
    }

    /// Writes the package.
    /// - Parameters:
    ///   - missing: places of segments that do not arrive, by stream.
    ///   - isDescribed: whether the run comes to its end; a killed process describes nothing.
    static func make(
        gap: Int? = nil, missing: [Int: Set<Int>] = [:], isDescribed: Bool = true,
        in folder: TestFolder? = nil
    ) async throws -> TestPackage {
        let package = TestPackage(folder: try folder ?? TestFolder())
        let store = try PackageStore(
            package: package.path, journal: package.folder.path + "/library.sqlite", url: url)
        let tracks = tracks(gap: gap)
        try store.keep(
            .multivariantPlaylist,
            PlaylistCopy(key: "", url: url, entityTag: nil, bytes: Array(multivariant.utf8)))
        var plans: [StreamPlan] = []
        for (index, track) in tracks.enumerated() {
            let address = "http://origin/movie/\(track.stream.uri)"
            let bytes = Array(track.playlist.utf8)
            try store.keep(
                .mediaPlaylist(stream: index),
                PlaylistCopy(key: track.stream.uri, url: address, entityTag: nil, bytes: bytes))
            plans.append(
                try StreamPlan(
                    of: MediaPlaylist(parsing: bytes), at: address, as: track.stream,
                    limits: DownloadLimits()))
        }
        let selection = Selection(
            peakBitRate: 900_000, averageBitRate: 800_000, streams: tracks.map(\.stream))
        try store.lay(plans, selection, [], superseding: [])
        for (index, track) in tracks.enumerated() {
            let places = plans[index].parts.indices.filter {
                plans[index].parts[$0].kind == .segment
            }
            for (place, bytes) in zip(places, track.segments)
            where missing[index]?.contains(place) != true {
                try package.store(bytes, .part(stream: index, index: place), in: store)
            }
        }
        guard isDescribed else { return package }
        if store.isComplete { try store.seal() } else { try store.describe() }
        return package
    }

    private func store(
        _ bytes: [UInt8], _ resource: ResourceID, in store: PackageStore
    ) throws {
        guard case .part(let stream, let index) = resource,
            store.stored[store.key(stream, index)] == nil
        else { return }
        let writer = try store.writer(of: resource)
        _ = try writer.begin(appendAt: 0)
        try writer.append(ByteBuffer(bytes: bytes), at: .zero)
        guard case .whole(let container) = writer.finding else { throw NoMedia() }
        let part = try store.finishing(
            resource, Attestation(length: .declared, container: container))
        let progress = DownloadProgress(
            secondsStored: .zero, secondsExpected: .zero, partsStored: 0, partsExpected: 0,
            bytesReceived: 0, retries: 0)
        let commit = store.commit(of: [part], progress)
        store.committed(commit, try commit.perform())
    }

    struct NoMedia: Error {}
}

// MARK: - What tests change

extension TestPackage {
    func read(_ file: String) throws -> String {
        try folder.text(of: "package/" + file)
    }

    func write(_ text: String, _ file: String) throws {
        try folder.write(text, to: "package/" + file)
    }

    func edit(_ file: String, _ change: (inout String) -> Void) throws {
        var text = try read(file)
        let before = text
        change(&text)
        guard text != before else { throw NothingChanged(file: file) }
        try write(text, file)
    }

    func replace(_ file: String, _ old: String, _ new: String) throws {
        try edit(file) { $0 = $0.replacing(old, with: new, maxReplacements: 1) }
    }

    func editBytes(_ file: String, _ change: (inout [UInt8]) -> Void) throws {
        var bytes = try folder.bytes(of: "package/" + file)
        change(&bytes)
        try Data(bytes).write(to: URL(filePath: path + "/" + file))
    }

    func editManifest(_ change: (inout PackageManifest) -> Void) throws {
        let url = URL(filePath: path + "/manifest.json")
        var manifest = try JSONDecoder().decode(PackageManifest.self, from: Data(contentsOf: url))
        change(&manifest)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try encoder.encode(manifest).write(to: url)
    }

    func remove(_ file: String) throws {
        try FileManager.default.removeItem(atPath: path + "/" + file)
    }

    func link(_ file: String, to target: String) throws {
        try remove(file)
        try FileManager.default.createSymbolicLink(
            atPath: path + "/" + file, withDestinationPath: target)
    }

    func swap(_ one: String, _ other: String) throws {
        let (first, second) = (
            try folder.bytes(of: "package/" + one), try folder.bytes(of: "package/" + other)
        )
        try Data(second).write(to: URL(filePath: path + "/" + one))
        try Data(first).write(to: URL(filePath: path + "/" + other))
    }

    struct NothingChanged: Error {
        var file: String
    }

    func verify() throws -> PackageVerification {
        try PackageVerifier(package: path).verify(isCancelled: { false }, onProgress: { _ in })
    }
}
