import Scenarios

@testable import Lab

extension RunSummary {
    /// A summary that has every figure, each another number.
    static var sample: RunSummary {
        var onDisk = OnDisk()
        onDisk.segmentsExpected = 101
        onDisk.segmentsAtRequestedQuality = 102
        onDisk.segmentsMissing = 103
        onDisk.segmentsCorrupt = 104
        onDisk.bytesVerified = 105
        return RunSummary(
            scenario: "sample", asset: "ladder", quality: "best", seed: 1,
            link: .init(
                profile: "edge", via: .throttle, bytesDown: 106, bytesUp: 107,
                allowedSeconds: 108.5, modelSeconds: 109.5),
            verdict: .pass, expectations: [],
            download: .init(
                state: "completed", seconds: 110.5, bytesReceived: 111, bytesStored: 112,
                wasteBytes: 113, requests: 114, retries: 115, recoverableErrors: 116,
                stallFreeStartSeconds: 117.5, requestedVariant: "v1", requestedStreams: ["v1"]),
            onDisk: onDisk, attestations: [:],
            playback: .init(
                mode: .withDownload, rule: "bola-e", state: "ended", startupSeconds: 118.5,
                stalls: 119, stallSeconds: 120.5, switches: 121, switchesUp: 122,
                averageBitrate: 123, indicatedBitrate: 124, secondsWatched: 125.5, qoeLin: 126.5,
                levels: [],
                bytes: .init(
                    player: 127, download: 128, kept: 129, replaced: 130, abandoned: 131, lost: 132,
                    fetchedTwice: 133, logged: 134, notPlayed: 135), faults: []),
            traceSHA256: "", runFolder: "", replay: "")
    }
}
