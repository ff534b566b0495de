import Scenarios
import Testing

/// CVE-2016-1897, CVE-2016-1898 and CVE-2017-9993 (ffmpeg's HLS demuxer): a playlist from the
/// network made the client open its user's files. CVE-2026-44353: the same through other schemes.
@Suite struct `A playlist with an address that is not of the web` {
    static let addresses = [
        "file:///etc/passwd", "FILE:///etc/passwd", "file:/etc/passwd",
        "file://localhost/etc/passwd",
        "concat:http://127.0.0.1/h.m3u8|file:///etc/passwd", "subfile,,start,0,end,9,,:/etc/passwd",
        "unix:///var/run/docker.sock", "http+unix://%2Fvar%2Frun%2Fdocker.sock/info",
        "gopher://127.0.0.1:6379/_INFO", "ftp://127.0.0.1/x.ts", "data:video/mp2t;base64,Rw==",
        "javascript:alert(1)", "pipe:0", "crypto+file:///etc/passwd", "rtmp://127.0.0.1/x",
    ]

    @Test(arguments: addresses)
    func `of a segment is refused, and nothing is opened`(address: String) async throws {
        let run = try await HostileOrigin.run([
            HostileOrigin.media(HostileOrigin.playlist([address]))
        ])
        #expect(!run.isComplete)
        #expect(run.failure.contains("high/index.m3u8"), "\(run.failure)")
        #expect(run.record.segments.allSatisfy { $0.status == 404 })
        #expect(!run.paths.contains { $0.hasSuffix(".ts") })
    }

    @Test(arguments: addresses)
    func `of a key is refused`(address: String) async throws {
        let key = "#EXT-X-KEY:METHOD=AES-128,URI=\"\(address)\"\n"
        let run = try await HostileOrigin.run([
            HostileOrigin.media(HostileOrigin.playlist(["1.ts"], before: key))
        ])
        #expect(!run.isComplete)
        #expect(run.failure != "")
        #expect(run.record.segments.isEmpty)
    }

    @Test(arguments: addresses)
    func `of a media playlist is refused`(address: String) async throws {
        let text = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000\n\(address)\n"
        let run = try await HostileOrigin.run([HostileOrigin.multivariant(text)])
        #expect(!run.isComplete)
        #expect(run.failure != "")
        #expect(run.record.segments.isEmpty)
    }

    @Test(
        arguments: addresses.filter {
            !$0.hasPrefix("subfile") && $0 != "data:video/mp2t;base64,Rw=="
        })
    func `of an init section is refused`(address: String) async throws {
        let map = "#EXT-X-MAP:URI=\"\(address)\"\n"
        let run = try await HostileOrigin.run([
            HostileOrigin.media(HostileOrigin.playlist(["1.ts"], before: map))
        ])
        #expect(!run.isComplete)
        #expect(run.failure.contains("is not http or https"), "\(run.failure)")
        #expect(run.record.segments.isEmpty)
    }
}
