public import DownloadCore
internal import HLSPlaylist

/// Tells how large a download will be before it begins: fetches the playlists, resolves the options,
/// and reckons. No media is fetched.
public struct AssetDownloadEstimator: Sendable {
    private let options: DownloadOptions

    /// An estimator for downloads without options: the best quality.
    public init() {
        self.init(options: DownloadOptions())
    }

    package init(options: DownloadOptions) {
        self.options = options
    }

    /// Estimates the download of a presentation.
    /// - Parameters:
    ///   - url: absolute http or https URL of a multivariant or media playlist.
    ///   - package: folder of a package of the same presentation; what it has is not fetched again.
    /// - Throws: ``DownloadFailure`` when a playlist cannot be had, or the presentation cannot be
    ///   downloaded.
    public func estimate(_ url: String, package: String? = nil) async throws -> DownloadEstimate {
        let fetcher = PlaylistFetcher(limits: options.limits)
        do throws(DownloadFailure) {
            let estimate = try await estimate(url, Stored(package: package), fetcher)
            await fetcher.shutDown()
            return estimate
        } catch {
            await fetcher.shutDown()
            throw error
        }
    }

    private func estimate(
        _ url: String, _ stored: Stored, _ fetcher: PlaylistFetcher
    ) async throws(DownloadFailure) -> DownloadEstimate {
        let answer = try await fetcher.fetch(url)
        switch try parsed(answer) {
        case .media(let playlist):
            let selection = Selection(mediaPlaylistAt: "")
            let source = try source(playlist, at: answer.url, selection.streams[0], stored)
            return DownloadEstimate(selection, of: nil, [source])
        case .multivariant(let playlist):
            let selection = try resolve(playlist, at: answer.url)
            var sources: [EstimateSource] = []
            for stream in selection.streams {
                let address = PlaylistURL.resolve(stream.uri, against: answer.url) ?? stream.uri
                guard Address.isAdmitted(address, from: answer.url) else {
                    throw failure(.refused("its address is not http or https"), address)
                }
                let media = try await fetcher.fetch(address)
                guard case .media(let playlist) = try parsed(media) else {
                    throw failure(.notAPlaylist("a media playlist was expected"), address)
                }
                sources.append(try source(playlist, at: media.url, stream, stored))
            }
            return DownloadEstimate(selection, of: playlist, sources)
        }
    }

    private func parsed(_ answer: PlaylistFetcher.Answer) throws(DownloadFailure) -> Playlist {
        do throws(PlaylistError) {
            return try Playlist(parsing: answer.bytes)
        } catch {
            throw failure(.notAPlaylist("\(error)"), answer.url)
        }
    }

    private func resolve(
        _ playlist: MultivariantPlaylist, at url: String
    ) throws(DownloadFailure) -> Selection {
        do throws(SelectionError) {
            return try options.resolve(playlist).selection
        } catch {
            throw failure(.notAPlaylist("\(error)"), url)
        }
    }

    private func source(
        _ playlist: MediaPlaylist, at url: String, _ stream: Selection.Stream, _ stored: Stored
    ) throws(DownloadFailure) -> EstimateSource {
        do throws(DownloadFailure.Reason) {
            let plan = try StreamPlan(of: playlist, at: url, as: stream, limits: options.limits)
            return EstimateSource(plan, of: playlist, stored: stored.parts(of: plan))
        } catch {
            throw failure(error, url)
        }
    }

    private func failure(_ reason: DownloadFailure.Reason, _ url: String) -> DownloadFailure {
        DownloadFailure(reason: reason, url: url, subject: "the playlist")
    }
}

/// What a package has already.
private struct Stored {
    private var streams: [String: MoviePackage.Stream] = [:]
    private var folder: PackageFolder?

    /// A package that is not there, or cannot be read, has nothing: all would be fetched.
    init(package: String?) {
        guard let package, let folder = try? PackageFolder(package),
            let found = try? MoviePackage(in: folder)
        else { return }
        self.folder = folder
        for stream in found.streams {
            if let uri = stream.uri { streams[uri] = stream }
        }
    }

    /// Bytes of the parts that are there, by place; none when the playlist has other parts now.
    func parts(of plan: StreamPlan) -> [Int: Int] {
        guard let folder, let stream = streams[plan.stream.uri],
            plan.firstDifference(from: stream) == nil
        else { return [:] }
        var parts: [Int: Int] = [:]
        for (index, part) in stream.parts.enumerated() {
            guard let path = part.path, let length = part.length,
                folder.size(of: path) == length
            else { continue }
            parts[index] = length
        }
        return parts
    }
}
