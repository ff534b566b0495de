import Scenarios

/// A small catalog with everything a script has to tell apart: a plain stream, a byte-range stream
/// with an init section, and an I-frame stream that points into the first.
enum TestAssets {
    static let lastModified = 1_767_225_600
    static let playlistLength = 400
    static let gzipLength = 120

    static let catalog = AssetCatalog(
        id: "small", title: "Small", multivariantPlaylist: "index.m3u8",
        streams: [
            .init(
                id: "v1", kind: .video, playlist: "v1/index.m3u8",
                segments: (1...5).map {
                    .init(path: "v1/\($0).ts", length: 1_000, seconds: 4)
                }),
            .init(
                id: "a1", kind: .audio, playlist: "a1/index.m3u8",
                initSection: .init(path: "a1/all.mp4", length: 100),
                segments: (0..<3).map {
                    .init(path: "a1/all.mp4", offset: 100 + $0 * 200, length: 200, seconds: 4)
                }),
            .init(
                id: "i1", kind: .iframes, playlist: "i1/index.m3u8",
                segments: [.init(path: "v1/1.ts", offset: 188, length: 300, seconds: 4)]),
        ],
        variants: [.init(stream: "v1", peakBitRate: 100_000)],
        keys: [
            .init(id: "k1", uri: "keys/k1.key", path: "keys/k1.key", bytes: "00"),
            .init(id: "k2", uri: "skd://k2", bytes: "00", keyFormat: "f"),
        ])

    static let resources = OriginResource.all(of: catalog) { path, isPlaylist in
        .init(
            entityTag: "\"\(path)\"", lastModified: lastModified,
            length: isPlaylist
                ? playlistLength : ["a1/all.mp4": 700, "keys/k1.key": 16][path] ?? 1_000,
            gzipLength: isPlaylist ? gzipLength : nil)
    }

    static func script(_ faults: Fault...) -> OriginScript {
        OriginScript(catalog: catalog, resources: resources, faults: faults)
    }

    /// The answer of a fresh script to one request.
    static func answer(
        _ method: String = "GET", _ path: String, _ headers: [String: String] = [:]
    ) -> ResponsePlan {
        var script = script()
        return script.respond(to: request(method, path, headers), at: .zero)
    }

    static func request(
        _ method: String = "GET", _ path: String, _ headers: [String: String] = [:]
    ) -> OriginRequest {
        .init(method: method, path: path, headers: headers.mapValues { [$0] })
    }
}

extension ResponsePlan {
    var range: Range<Int>? {
        guard case .resource(_, _, let range) = body else { return nil }
        return range
    }

    var representation: Representation? {
        guard case .resource(_, let representation, _) = body else { return nil }
        return representation
    }
}
