import DownloadCore
import Testing

/// A download of the better of two variants, and what a player asks of it by hand.
struct PlayedDownload {
    var download: TestDownload

    static let film = """
        #EXTM3U
        #EXT-X-STREAM-INF:BANDWIDTH=100000
        low.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=900000
        high.m3u8

        """

    /// How far the lesser variant is that a player wants.
    enum Guest { case none, asked, described }

    /// What the last call of one of the functions here requested.
    private(set) var begun: [ResourceID] = []

    /// With the media playlists there and the requests for the first parts open.
    init(
        segments: Int = 6, options: DownloadOptions = DownloadOptions(parallelRequests: 2),
        guest: Guest = .none, resuming snapshot: DownloadSnapshot? = nil
    ) {
        download = TestDownload(options: options, resuming: snapshot)
        download.playlist(1, Self.film)
        if guest != .none { download.send(.streamWanted(uri: "low.m3u8")) }
        if guest == .described {
            download.playlist(3, TestDownload.mediaPlaylist(segments, name: "l"))
        }
        download.playlist(2, TestDownload.mediaPlaylist(segments, name: "h"))
        begun = download.fetches.map(\.resource)
    }

    mutating func need(
        _ wants: [(ResourceID, Duration)], at now: Duration = .zero, playhead: Duration = .zero,
        waiting: Bool = false
    ) {
        let needs = PlayerNeeds(
            wants: wants.map { .init($0.0, by: $0.1) }, playhead: playhead, isWaiting: waiting)
        download.send(.needed(needs), at: now)
        begun = download.fetches.map(\.resource)
    }

    /// The request that is open for a resource.
    func request(for resource: ResourceID) throws -> Int {
        try #require(download.allFetches.last { $0.resource == resource }).id.number
    }

    /// A part of 188 bytes arrives and is stored.
    mutating func deliver(_ resource: ResourceID, at now: Duration = .zero) throws {
        let before = download.allFetches.count
        download.deliver(try request(for: resource), at: now)
        begun = download.allFetches.dropFirst(before).map(\.resource)
    }

    /// What the last event ended.
    var aborted: [ResourceID] {
        download.commands.compactMap { command in
            guard case .abort(let id) = command else { return nil }
            return download.allFetches.first { $0.id == id }?.resource
        }
    }
}

extension ResourceID {
    static func high(_ index: Int) -> ResourceID { .part(stream: 0, index: index) }
    static func low(_ index: Int) -> ResourceID { .part(stream: 1, index: index) }
}
