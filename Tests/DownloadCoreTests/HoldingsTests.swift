import DownloadCore
import HLSPlaylist
import Testing

/// Downloads one after the other on one package, at an origin with two variants, two languages and
/// subtitles.
@Suite struct `A further download on a package` {
    static let film = """
        #EXTM3U
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",DEFAULT=YES,URI="en.m3u8"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="French",LANGUAGE="fr",URI="fr.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=100,AUDIO="a"
        low.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=900,AUDIO="a"
        high.m3u8

        """

    /// Segments of each media playlist.
    static let segments = 3

    static func request(
        _ qualifiers: [AssetVariantQualifier] = [], audio: String? = nil
    ) -> DownloadOptions {
        var content = AssetDownloadContentConfiguration()
        content.variantQualifiers = qualifiers
        if let audio {
            content.mediaSelections = [
                MediaSelection(audible: .criteria(.init(languages: [audio])))
            ]
        }
        return DownloadOptions(
            request: SelectionRequest(AssetDownloadConfiguration(primary: content)))
    }

    /// What a package holds after a run.
    struct Run {
        var snapshot: DownloadSnapshot
        var requested: [String]
        var reports: [DownloadReport]
        var outcome: DownloadOutcome?
        var discarded: [String]
        var streams: [String]
    }

    /// Plays origin and disk for one machine.
    /// - Parameter most: segments that are stored before the download is killed.
    static func run(
        _ options: DownloadOptions, on snapshot: DownloadSnapshot? = nil, most: Int = .max
    ) -> Run {
        var download = TestDownload(options: options, resuming: snapshot)
        var disk = snapshot ?? DownloadSnapshot(url: TestDownload.url)
        var (handled, storedParts) = (0, 0)
        var discarded: [String] = []
        func uri(_ stream: Int) -> String {
            download.machine.selection?.streams[stream].identity ?? ""
        }
        while handled < download.history.count {
            let command = download.history[handled]
            handled += 1
            switch command {
            case .fetch(let fetch):
                let id = fetch.id.number
                if fetch.ifNoneMatch != nil {
                    download.respond(id, .status(304))
                } else if fetch.url.hasSuffix("index.m3u8") {
                    download.playlist(id, film, tag: "\"1\"")
                } else if fetch.url.hasSuffix(".m3u8") {
                    let name = String(fetch.url.split(separator: "/").last?.dropLast(5) ?? "")
                    download.playlist(
                        id, TestDownload.mediaPlaylist(segments, name: name), tag: "\"1\"")
                } else if storedParts < most {
                    storedParts += 1
                    download.deliver(id)
                }
            case .keepPlaylist(_, let copy):
                disk.playlists.removeAll { $0.key == copy.key }
                disk.playlists.append(copy)
            case .lay:
                disk.selection = download.machine.selection
                disk.superseded = download.machine.superseded
            case .store(.part(let stream, let index), _):
                disk.stored.insert(.init(stream: uri(stream), index: index))
            case .seal:
                for stream in disk.superseded {
                    discarded.append(stream.uri)
                    disk.stored = disk.stored.filter { $0.stream != stream.identity }
                }
                disk.superseded = []
                download.send(.sealed)
            default: break
            }
        }
        return Run(
            snapshot: disk,
            requested: download.allFetches.map { String($0.url.split(separator: "/").last ?? "") }
                .filter { $0.hasSuffix(".ts") },
            reports: download.history.compactMap {
                if case .report(let report) = $0 { report } else { nil }
            },
            outcome: download.outcome, discarded: discarded,
            streams: (download.machine.selection?.streams ?? []).map(\.uri))
    }

    static func names(_ stream: String) -> Set<String> {
        Set((1...segments).map { "\(stream)\($0).ts" })
    }

    @Test func `for another language fetches that alone`() {
        let first = Self.run(Self.request())
        #expect(Set(first.requested) == Self.names("high").union(Self.names("en")))
        let second = Self.run(Self.request(audio: "fr"), on: first.snapshot)
        #expect(second.outcome == .completed)
        #expect(Set(second.requested) == Self.names("fr"))
        #expect(second.streams == ["high.m3u8", "fr.m3u8", "en.m3u8"])
        #expect(second.discarded.isEmpty)
    }

    @Test func `for a higher variant fetches it, and lets the lower one go when it is there`() {
        let first = Self.run(DownloadOptions(quality: .fast))
        let half = Self.run(DownloadOptions(quality: .best), on: first.snapshot, most: 1)
        #expect(half.outcome == nil)
        #expect(half.snapshot.superseded.map(\.uri) == ["low.m3u8"])
        #expect(half.discarded.isEmpty, "what was complete plays on until the better one is there")
        let rest = Self.run(DownloadOptions(quality: .best), on: half.snapshot)
        #expect(rest.outcome == .completed)
        #expect(Set(rest.requested).isSubset(of: Self.names("high")))
        #expect(rest.requested.count == Self.segments - 1)
        #expect(rest.discarded == ["low.m3u8"])
        #expect(Set(rest.snapshot.stored.map(\.stream)) == ["high.m3u8", "en.m3u8"])
    }

    @Test func `for a lower variant has it already, being less`() {
        let first = Self.run(DownloadOptions(quality: .best))
        let second = Self.run(DownloadOptions(quality: .fast), on: first.snapshot)
        #expect(second.outcome == .completed)
        #expect(second.requested.isEmpty)
        #expect(second.streams.first == "high.m3u8")
    }

    @Test func `for a lower variant that is named fetches it`() throws {
        let first = Self.run(DownloadOptions(quality: .best))
        guard case .multivariant(let playlist) = try Playlist(parsing: Array(Self.film.utf8)) else {
            Issue.record("the film is no multivariant playlist")
            return
        }
        let low = try #require(AssetVariant.all(of: playlist).first { $0.uri == "low.m3u8" })
        let second = Self.run(
            Self.request([AssetVariantQualifier(.variant(low))]), on: first.snapshot)
        #expect(Set(second.requested) == Self.names("low"))
        #expect(second.discarded == ["high.m3u8"])
    }

    @Test func `for less than what was begun and not completed begins with that`() {
        let first = Self.run(DownloadOptions(quality: .best), most: 2)
        let second = Self.run(DownloadOptions(quality: .fast), on: first.snapshot)
        #expect(second.outcome == .completed)
        #expect(Self.names("low").isSubset(of: second.requested))
        #expect(Self.names("high").isDisjoint(with: second.requested))
        #expect(second.discarded == ["high.m3u8"])
    }

    @Test func `that goes back to what an upgrade was to replace has nothing to fetch`() {
        let low = Self.run(DownloadOptions(quality: .fast))
        let half = Self.run(DownloadOptions(quality: .best), on: low.snapshot, most: 1)
        let back = Self.run(DownloadOptions(quality: .fast), on: half.snapshot)
        #expect(back.outcome == .completed)
        #expect(back.requested.isEmpty)
        #expect(back.streams.first == "low.m3u8")
        #expect(back.discarded == ["high.m3u8"])
    }

    @Test func `says of each content and each stream that it is complete, once`() {
        var configuration = AssetDownloadConfiguration()
        var french = AssetDownloadContentConfiguration()
        french.mediaSelections = [MediaSelection(audible: .criteria(.init(languages: ["fr"])))]
        configuration.auxiliary = [french]
        let run = Self.run(DownloadOptions(request: SelectionRequest(configuration)))
        #expect(run.streams == ["high.m3u8", "en.m3u8", "fr.m3u8"])
        #expect(run.reports.filter { $0 == .completedContent(0) }.count == 1)
        #expect(run.reports.filter { $0 == .completedContent(1) }.count == 1)
        for stream in 0..<3 {
            #expect(run.reports.filter { $0 == .completedStream(stream) }.count == 1)
        }
        let loaded = run.reports.filter { if case .loaded = $0 { true } else { false } }
        #expect(loaded.count == 9)
    }

    @Test func `may take one stream after the other`() {
        var options = DownloadOptions(quality: .best, parallelRequests: 1)
        options.order = .byStream
        let run = Self.run(options)
        #expect(
            run.requested == ["high1.ts", "high2.ts", "high3.ts", "en1.ts", "en2.ts", "en3.ts"])
    }

    @Test func `has progress that never falls and ends at 1`() {
        let run = Self.run(DownloadOptions(quality: .best))
        let fractions = run.reports.compactMap {
            if case .progress(let progress) = $0 { progress.fraction } else { nil }
        }
        #expect(fractions == fractions.sorted())
        #expect(fractions.first == 0)
        #expect(fractions.last == 1)
    }
}
