internal import DownloadCore
internal import Foundation
internal import HLSDownload
internal import HLSPlaylist

/// The bytes of a playlist to be linted, and where they came from.
struct PlaylistText {
    let bytes: [UInt8]
    /// Base of relative URIs; nil for standard input.
    let address: String?
    var isFromNetwork: Bool {
        ["http", "https"].contains(address.flatMap(PlaylistURL.scheme(of:)))
    }

    /// Where each line begins, in bytes.
    private let lineStarts: [Int]

    private init(bytes: [UInt8], address: String?) {
        self.bytes = bytes
        self.address = address
        var starts = [0]
        // A carriage return alone ends a line too, as the parser has it.
        for (index, byte) in bytes.enumerated() {
            let isEnd =
                byte == UInt8(ascii: "\n")
                || (byte == UInt8(ascii: "\r")
                    && (index + 1 == bytes.count || bytes[index + 1] != UInt8(ascii: "\n")))
            if isEnd { starts.append(index + 1) }
        }
        lineStarts = starts
    }

    /// Why there is no text.
    struct Failure: Error {
        var reason: String
    }

    init(_ source: PlaylistSource, _ fetcher: PlaylistFetcher) async throws(Failure) {
        switch source {
        case .url(let url): try await self.init(url: url, fetcher)
        case .file(let path):
            self.init(bytes: try Self.contents(ofFile: path), address: source.address)
        case .standardInput:
            self.init(bytes: try Self.contents(ofFile: "-"), address: nil)
        }
    }

    /// A media playlist that a multivariant playlist names. A local one may name local files; one
    /// from the network may not.
    init(
        member uri: String, of base: String?, _ fetcher: PlaylistFetcher
    ) async throws(Failure) {
        guard let base else {
            throw Failure(reason: "where the multivariant playlist lies is not known")
        }
        guard let address = PlaylistURL.resolve(uri, against: base),
            let scheme = PlaylistURL.scheme(of: address)
        else { throw Failure(reason: "its address cannot be resolved") }
        let isLocal = PlaylistURL.scheme(of: base) == "file"
        switch scheme {
        case "file" where isLocal:
            guard let path = URL(string: address)?.path(percentEncoded: false) else {
                throw Failure(reason: "its address is no path")
            }
            try await self.init(.file(path), fetcher)
        case "http" where !isLocal, "https" where !isLocal:
            try await self.init(url: address, fetcher)
        case "http", "https":
            throw Failure(reason: "the network is asked for nothing that a local file names")
        default: throw Failure(reason: "\(scheme): is not read")
        }
    }

    private init(url: String, _ fetcher: PlaylistFetcher) async throws(Failure) {
        do throws(DownloadFailure) {
            let answer = try await fetcher.fetch(url)
            self.init(bytes: answer.bytes, address: answer.url)
        } catch {
            throw Failure(reason: "\(error.reason)")
        }
    }

    private static func contents(ofFile path: String) throws(Failure) -> [UInt8] {
        do throws(InputFile.Failure) {
            return try InputFile.bytes(of: path, limit: PlaylistLinter.maximumBytes)
        } catch {
            throw Failure(reason: error.reason)
        }
    }

    /// The beginning of a line, from 1 on; nil when there is none or nothing in it.
    func excerpt(ofLine line: Int) -> String? {
        guard lineStarts.indices.contains(line - 1) else { return nil }
        let start = lineStarts[line - 1]
        let end = lineStarts.indices.contains(line) ? lineStarts[line] : bytes.count
        let shown = bytes[start..<end].prefix(PlaylistLinter.excerptLength + 2)
        let text = String(decoding: shown, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty else { return nil }
        return end - start > shown.count ? text + "…" : text
    }
}
