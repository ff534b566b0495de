internal import DownloadCore
internal import FixtureOrigin
internal import HLSPlaylist
internal import Scenarios

/// What the media playlists of an asset say of their parts, for a timeline that has only how many
/// there are.
struct TrackPlaces: Sendable, Hashable {
    /// By path, which begins with `/`.
    private var places: [String: [ChronicleTrack.Place]] = [:]

    /// Further parts of a stream are not told of: no download has so many.
    private static let mostParts = 1_000_000

    /// Knows nothing.
    init() {}

    /// - Parameter options: those of the download, which decide what is a part.
    init(of asset: OriginAsset, _ options: DownloadOptions) async throws(LabError) {
        let texts = try await asset.playlists()
        for stream in asset.catalog.streams {
            let path = "/" + stream.playlist
            // A playlist that is no good is what the run tells of, if it ever came to it.
            guard let bytes = texts[path],
                case .media(let playlist)? = try? Playlist(parsing: bytes),
                let selected = Selection(mediaPlaylistAt: path).streams.first
            else { continue }
            // Nor does one matter of which no plan can be made.
            guard
                let plan = try? StreamPlan(
                    of: playlist, at: "http://origin" + path, as: selected, limits: options.limits,
                    systems: options.keySystems)
            else { continue }
            places[path] = plan.parts.map { part in
                ChronicleTrack.Place(
                    isInitSection: part.kind == .initSection, start: part.start,
                    duration: part.duration, cipher: part.encryption?.method)
            }
        }
    }

    /// Places of so many parts; of those that no playlist knows nothing is said.
    func places(of path: String, count: Int) -> [ChronicleTrack.Place] {
        let known =
            places[path] ?? places.filter { $0.key.hasSuffix(path) }.min { $0.key < $1.key }?.value
            ?? []
        return (0..<min(count, Self.mostParts)).map {
            $0 < known.count ? known[$0] : ChronicleTrack.Place()
        }
    }
}
