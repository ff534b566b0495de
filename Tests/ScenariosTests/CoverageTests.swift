import Scenarios
import Testing

@Suite struct `Coverage of a presentation` {
    /// Four segments of a second each.
    private func stream(_ id: String, _ findings: [Coverage.Finding]) -> Coverage.Stream {
        Coverage.Stream(
            id: id,
            segments: findings.enumerated().map { index, finding in
                .init(start: Double(index), seconds: 1, length: 100, finding: finding)
            })
    }

    struct Case: Sendable {
        var video: [Coverage.Finding]
        var audio: [Coverage.Finding]
        var pieces: Int
        var worst: [Coverage.Finding]
    }

    @Test(arguments: [
        Case(video: [.right, .right], audio: [], pieces: 2, worst: [.right, .right]),
        Case(
            video: [.right, .missing], audio: [], pieces: 4,
            worst: [.right, .right, .missing, .missing]),
        Case(video: [.missing, .right], audio: [.right, .corrupt], pieces: 1, worst: [.corrupt]),
        Case(
            video: [.corrupt, .right], audio: [.missing, .missing], pieces: 2,
            worst: [.corrupt, .missing]),
        Case(
            video: [.right, .right, .right, .missing], audio: [], pieces: 2,
            worst: [.right, .missing]),
        Case(video: [], audio: [], pieces: 40, worst: []),
    ])
    func `tells the worst of each piece, in any stream`(of: Case) {
        let coverage = Coverage(streams: [stream("v", of.video), stream("a", of.audio)])
        #expect(coverage.worst(inPieces: of.pieces) == of.worst)
    }

    @Test func `holds a segment whose init section is not the origin's for corrupt`() throws {
        let part = AssetCatalog.Part(path: "v/1.m4s", length: 9, seconds: 2, sha256: "aa")
        let catalog = AssetCatalog(
            id: "a", title: "a", multivariantPlaylist: "index.m3u8",
            streams: [
                .init(
                    id: "v", kind: .video, playlist: "v/index.m3u8",
                    initSection: .init(path: "v/0.mp4", length: 3, sha256: "bb"),
                    segments: [part, part])
            ], variants: [.init(stream: "v", peakBitRate: 1)])
        let requested = try #require(RequestedQuality(.best, in: catalog))
        let evidence = PackageEvidence(streams: [
            "v": .init(
                initSection: .init(path: "x", length: 3, sha256: "cc"),
                segments: [.init(path: "y", length: 9, sha256: "aa"), nil])
        ])
        let coverage = Coverage(of: evidence, against: catalog, for: requested)
        #expect(coverage.streams.map { $0.segments.map(\.finding) } == [[.corrupt, .missing]])
        #expect(coverage.streams[0].segments.map(\.start) == [0, 2])
        let onDisk = OnDisk(of: evidence, against: catalog, for: requested)
        #expect(onDisk.segmentsCorrupt == 1 && onDisk.segmentsMissing == 1)
    }
}
