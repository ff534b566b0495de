internal import AsyncHTTPClient
package import DownloadCore
internal import HLSPlaylist
internal import NIOCore

/// Gets single playlists by their URL, for those who want to read them rather than download what
/// they name. One attempt; redirects are followed as a download follows them.
package struct PlaylistFetcher: Sendable {
    /// A playlist as it came.
    package struct Answer: Sendable, Hashable {
        /// Where it came from, after redirects: the base of its relative URIs.
        package var url: String
        /// The body, decompressed.
        package var bytes: [UInt8]
    }

    private let transport: HTTPTransport
    private let limits: DownloadLimits

    /// - Parameter idle: how long a server may send nothing.
    package init(limits: DownloadLimits = DownloadLimits(), idle: Duration = .seconds(20)) {
        self.limits = limits
        do throws(TransportFailure) {
            transport = try HTTPTransport(
                DownloadOptions(limits: limits), on: EngineThreads.next(), idle: idle)
        } catch {
            preconditionFailure("no trusted roots were given that could not be read")
        }
    }

    /// Closes all connections. Call once, when no request is open.
    package func shutDown() async {
        await transport.shutDown()
    }

    /// - Throws: ``DownloadFailure`` for every answer that is not a body of at most
    ///   ``DownloadLimits/playlistBytes`` bytes with the status 200.
    package func fetch(_ url: String) async throws(DownloadFailure) -> Answer {
        let address = CredentialedURL(url)
        let fields = RequestFields(address, DownloadOptions())
        var url = address.url
        for _ in 0...limits.redirects {
            guard Address.isAdmitted(url) else {
                throw failure(.refused("only http and https are fetched"), url)
            }
            let response: HTTPTransport.Response
            do throws(TransportFailure) {
                response = try await transport.send(
                    .playlist(at: url), fields.fields(for: url, at: .zero))
            } catch {
                throw failure(.transport(error), url)
            }
            switch response.head.status {
            case 200: return Answer(url: url, bytes: try await body(of: response, url))
            case 301, 302, 303, 307, 308: url = try target(of: response.head, from: url)
            default: throw failure(.status(response.head.status), url)
            }
        }
        throw failure(.refused("more than \(limits.redirects) redirects"), url)
    }

    private func target(
        of head: ResponseHead, from url: String
    ) throws(DownloadFailure) -> String {
        guard let location = head.location,
            let target = PlaylistURL.resolve(location, against: url)
        else { throw failure(.refused("the server redirects to nowhere"), url) }
        guard Address.isAdmitted(target, from: url, allowsLocal: limits.localAddresses) else {
            throw failure(.refused("a redirect to \(target) is not followed"), url)
        }
        return target
    }

    private func body(
        of response: HTTPTransport.Response, _ url: String
    ) async throws(DownloadFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        do {
            for try await chunk in response.body {
                guard bytes.count + chunk.readableBytes <= limits.playlistBytes else {
                    throw TransportFailure.tooLong(limit: limits.playlistBytes)
                }
                bytes.append(contentsOf: chunk.readableBytesView)
            }
        } catch {
            let limit = limits.playlistBytes
            throw failure(.transport(TransportFailure(error, limit: limit)), url)
        }
        return bytes
    }

    private func failure(_ reason: DownloadFailure.Reason, _ url: String) -> DownloadFailure {
        DownloadFailure(reason: reason, url: url, subject: "the playlist")
    }
}
