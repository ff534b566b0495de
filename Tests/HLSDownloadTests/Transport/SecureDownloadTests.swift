import DownloadCore
import FixtureOrigin
import Foundation
import HLSDownload
import NIOSSL
import Scenarios
import Synchronization
import Testing

@Suite struct `A download over TLS` {
    @Test(arguments: [(HTTPVersion.automatic, 2), (.http1Only, 1)])
    func `is whole over the version of HTTP that was agreed on`(
        version: HTTPVersion, major: Int
    ) async throws {
        let asset = try TestAssets.movie()
        let certificate = try TestCertificate()
        try await SecureOrigin.run(asset, certificate) { origin in
            var download = TestDownload(url: origin.url, folder: try TestFolder())
            download.options.trustedRoots = certificate.path
            download.options.httpVersion = version
            let result = try await download.run()
            #expect(result.failure == "")
            #expect(try download.digests() == (try asset.digests(of: "high")))
            #expect(origin.asked.count == 8)
            #expect(origin.asked.allSatisfy { $0.version == major }, "\(origin.asked)")
        }
    }

    @Test func `opens no more connections than it has requests at once`() async throws {
        let asset = try TestAssets.movie(seconds: 60, segmentSeconds: 1)
        let certificate = try TestCertificate()
        try await SecureOrigin.run(asset, certificate) { origin in
            var download = TestDownload(url: origin.url, folder: try TestFolder())
            download.options.trustedRoots = certificate.path
            download.options.httpVersion = .http1Only
            #expect(try await download.run().outcome == .completed)
            #expect(origin.asked.count == 62)
            #expect(origin.connections <= download.options.parallelRequests)
        }
    }

    @Test func `gives its password and its fields to its origin, and keeps them to itself`()
        async throws
    {
        let certificate = try TestCertificate()
        try await SecureOrigin.run(try TestAssets.movie(), certificate) { origin in
            let url = origin.url.replacing("https://", with: "https://ann:s3cret@")
            var download = TestDownload(url: url, folder: try TestFolder())
            download.options.trustedRoots = certificate.path
            download.options.headers = [
                try HeaderField(name: "X-Key", value: "k3y"),
                try HeaderField(name: "User-Agent", value: "tester"),
            ]
            #expect(try await download.run().outcome == .completed)
            for request in origin.asked {
                #expect(request.headers["authorization"] == ["Basic YW5uOnMzY3JldA=="])
                #expect(request.headers["x-key"] == ["k3y"])
                #expect(request.headers["user-agent"] == ["tester"])
            }
            #expect(origin.asked.first?.headers["cookie"] == nil)
            #expect(origin.asked.dropFirst().allSatisfy { $0.headers["cookie"] == ["session=7"] })
            for file in download.folder.files() {
                let bytes = Data(try download.folder.bytes(of: file))
                for secret in ["s3cret", "k3y", "YW5uOnMzY3JldA", "session=7"] {
                    #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(secret) is in \(file)")
                }
            }
        }
    }

    struct Refusal: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var names = "DNS:localhost,IP:127.0.0.1"
        var isTrusted = true
        var maximum: TLSVersion?
        var says: String
    }

    @Test(arguments: [
        Refusal(
            testDescription: "certificate is not trusted", isTrusted: false,
            says: "the server's certificate is not trusted; give the certificate of who has signed "
                + "it as a trusted root"),
        Refusal(
            testDescription: "certificate is for another host", names: "DNS:elsewhere.test",
            says: "the server's certificate is for another host"),
        Refusal(
            testDescription: "version of TLS is an old one", maximum: .tlsv11,
            says: "the server does not speak TLS 1.2 or newer"),
    ])
    func `ends at once, in one line, when the`(refusal: Refusal) async throws {
        let certificate = try TestCertificate(for: refusal.names)
        let asset = try TestAssets.movie()
        let minimum: TLSVersion = refusal.maximum == nil ? .tlsv12 : .tlsv1
        try await SecureOrigin.run(
            asset, certificate, minimum: minimum, maximum: refusal.maximum
        ) { origin in
            var download = TestDownload(url: origin.url, folder: try TestFolder())
            if refusal.isTrusted { download.options.trustedRoots = certificate.path }
            let result = try await download.run()
            #expect(
                result.failure == "cannot download the playlist (\(origin.url)): "
                    + "no secure connection: " + refusal.says)
            #expect(result.retryReasons.isEmpty)
        }
    }

    @Test(arguments: ["missing.pem", "empty.pem", "wrong.pem"])
    func `says which file has no roots`(name: String) async throws {
        let folder = try TestFolder()
        try folder.write("", to: "empty.pem")
        try folder.write("-----BEGIN CERTIFICATE-----\nno\n", to: "wrong.pem")
        var download = TestDownload(url: "https://localhost:1/", folder: folder)
        download.options.trustedRoots = folder.path + "/" + name
        let result = try await download.run()
        #expect(result.failure.contains("'\(folder.path)/\(name)'"), "\(result.failure)")
    }
}

@Suite struct `A download with a bandwidth limit` {
    /// Bits per second over those of the limit, from the first response to the end of the last body.
    private static func measure(_ asset: SyntheticAsset) async throws -> Double {
        try await withOrigin(.synthetic(asset)) { _, url in
            var download = TestDownload(url: url, folder: try TestFolder())
            let limit = try asset.byteCount(of: "high") * 8 / 5
            download.options.bandwidthLimit = limit
            let span = Mutex<(first: Duration?, last: Duration)>((nil, .zero))
            let driver = try download.driver { time, event, _ in
                span.withLock { span in
                    if case .responded = event { span.first = span.first ?? time }
                    if case .ended = event { span.last = time }
                }
            }
            #expect(await driver.run() == .completed)
            let progress = await driver.progress
            #expect(progress.retries == 0)
            let (first, last) = span.withLock { $0 }
            let seconds = (last - (try #require(first))) / .seconds(1)
            return Double(progress.bytesReceived * 8) / seconds / Double(limit)
        }
    }

    @Test func `is as fast as the limit, within 2 % over 5 s`() async throws {
        // So few bytes that making them takes the origin no time worth mentioning.
        let asset = try TestAssets.movie(bitsPerSecond: 100_000)
        var share = 0.0
        // A machine that is busy with other tests makes a download slow, and none fast.
        for _ in 1...6 where share < 0.98 {
            share = try await Self.measure(asset)
            print("bandwidth limit: \(share) of it")
            try #require(share <= 1.02)
        }
        #expect(share >= 0.98)
    }

    @Test func `mistakes its own patience for no stall`() async throws {
        let asset = try TestAssets.movie(seconds: 8, bitsPerSecond: 200_000)
        try await withOrigin(.synthetic(asset)) { _, url in
            var download = TestDownload(url: url, folder: try TestFolder())
            download.options.bandwidthLimit = try asset.byteCount(of: "high") * 8 / 10
            download.options.timeouts = Timeouts(progress: .seconds(4))
            let result = try await download.run()
            #expect(result.outcome == .completed)
            #expect(result.retryReasons == [])
        }
    }
}

@Suite struct `A download of redundant streams` {
    @Test func `takes from another host what one has no more, and nothing twice`() async throws {
        let asset = try TestAssets.movie()
        let original = try #require(try asset.files()["/index.m3u8"])
        try await withOrigin(.synthetic(asset)) { second, secondURL in
            let other = secondURL.replacing("index.m3u8", with: "")
            let lines = String(decoding: original, as: UTF8.self).split(separator: "\n")
            var text = lines.map { $0 + "\n" }.joined()
            for (tag, uri) in zip(lines, lines.dropFirst()) where tag.hasPrefix("#EXT-X-STREAM") {
                text += "\(tag)\n\(other)\(uri)\n"
            }
            let edited = EditedContent(asset: .synthetic(asset), playlist: Array(text.utf8))
            let faults = (4...6).map { Fault(match: .init(segment: $0), effect: .status(404)) }
            let first = try FixtureOrigin(
                script: OriginScript(
                    catalog: asset.catalog, resources: edited.resources, faults: faults),
                content: edited)
            try await withOrigin(first) { first, url in
                var download = TestDownload(url: url, folder: try TestFolder())
                download.options.parallelRequests = 1
                let result = try await download.run()
                #expect(result.failure == "")
                #expect(try download.digests() == (try asset.digests(of: "high")))
                #expect(
                    try await first.settledRecord().segments.map(\.status) == [200, 200, 200, 404])
                #expect(try await second.settledRecord().segments.count == 3)
                let parts = try download.manifest().streams[0].parts
                #expect(parts[0].uri.hasPrefix(url.replacing("index.m3u8", with: "")))
                #expect(try download.manifest().streams[0].url.hasPrefix(other))
            }
        }
    }
}
