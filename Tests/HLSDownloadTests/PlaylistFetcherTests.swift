import DownloadCore
import FixtureOrigin
import HLSDownload
import HLSPlaylist
import Scenarios
import Testing

@Suite struct `A fetcher of playlists` {
    /// What the fetcher makes of an origin's multivariant playlist under some faults.
    private func fetch(
        _ faults: [Fault] = [], path: String = "/index.m3u8",
        limits: DownloadLimits = DownloadLimits(), idle: Duration = .seconds(20)
    ) async throws -> Result<PlaylistFetcher.Answer, DownloadFailure> {
        try await withOrigin(.synthetic(try TestAssets.movie()), faults) { _, url in
            let fetcher = PlaylistFetcher(limits: limits, idle: idle)
            let address = try #require(PlaylistURL.resolve(path, against: url))
            let result: Result<PlaylistFetcher.Answer, DownloadFailure>
            do throws(DownloadFailure) {
                result = .success(try await fetcher.fetch(address))
            } catch {
                result = .failure(error)
            }
            await fetcher.shutDown()
            return result
        }
    }

    private func reason(
        _ result: Result<PlaylistFetcher.Answer, DownloadFailure>
    ) throws -> DownloadFailure.Reason {
        guard case .failure(let failure) = result else {
            throw Unexpected(what: "\(result)")
        }
        return failure.reason
    }

    private struct Unexpected: Error { var what: String }

    private func fault(_ effect: FaultEffect, times: Int? = nil) -> Fault {
        Fault(match: .init(kind: .multivariantPlaylist), effect: effect, times: times)
    }

    @Test func `hands over the text and where it came from`() async throws {
        let answer = try await fetch().get()
        #expect(answer.url.hasSuffix("/index.m3u8"))
        #expect(answer.bytes.starts(with: Array("#EXTM3U".utf8)))
        guard case .multivariant = try Playlist(parsing: answer.bytes) else {
            Issue.record("the origin's first playlist is a multivariant one")
            return
        }
    }

    @Test func `takes the address behind a redirect as the base`() async throws {
        let answer = try await fetch(
            [fault(.redirect(to: "/low/index.m3u8"), times: 1)]
        ).get()
        #expect(answer.url.hasSuffix("/low/index.m3u8"))
        guard case .media = try Playlist(parsing: answer.bytes) else {
            Issue.record("behind the redirect is a media playlist")
            return
        }
    }

    @Test func `follows a loop of redirects no further than the limit`() async throws {
        let result = try await fetch(
            [fault(.redirect(to: "/index.m3u8"))], limits: .init(redirects: 3))
        #expect(try reason(result) == .refused("more than 3 redirects"))
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://h.example/a"])
    func `follows no redirect out of the web`(target: String) async throws {
        let result = try await fetch([fault(.redirect(to: target))])
        #expect(try reason(result) == .refused("a redirect to \(target) is not followed"))
    }

    @Test func `says the status that is not a playlist`() async throws {
        #expect(try reason(await fetch([fault(.status(404))])) == .status(404))
    }

    @Test func `reads no more than the limit`() async throws {
        let result = try await fetch(limits: .init(playlistBytes: 100))
        #expect(try reason(result) == .transport(.tooLong(limit: 100)))
    }

    @Test func `takes a body that is cut short for no playlist`() async throws {
        let result = try await fetch([fault(.truncate(afterByte: 50))])
        guard case .transport(.connectionLost) = try reason(result) else {
            Issue.record("\(result)")
            return
        }
    }

    /// The server would be silent for a minute.
    @Test func `gives up on a server that falls silent`() async throws {
        let result = try await fetch(
            [fault(.stall(afterByte: 50, for: .seconds(60)))], idle: .milliseconds(200))
        let expected = "nothing came within the time allowed"
        #expect(try reason(result) == .transport(.connectionLost(expected)))
    }

    @Test(arguments: ["ftp://h.example/a", "file:///etc/passwd", "no address"])
    func `asks the web only`(url: String) async throws {
        let fetcher = PlaylistFetcher()
        let failure = await #expect(throws: DownloadFailure.self) {
            _ = try await fetcher.fetch(url)
        }
        await fetcher.shutDown()
        #expect(failure?.reason == .refused("only http and https are fetched"))
    }
}
