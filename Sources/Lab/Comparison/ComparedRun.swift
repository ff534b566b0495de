internal import Scenarios

/// What a comparison takes of one run.
struct ComparedRun: Sendable, Hashable {
    var seed: UInt64
    var verdict: Verdict
    /// Why the verdict is not pass; nil when it is.
    var reason: String?
    /// What is known of it: a figure that is not known is not there.
    var figures: [ComparedFigure: Double]
    /// Nil where nothing was to be stored, or nothing is known of it.
    var stored: StoredQuality?
}

extension ComparedRun {
    /// Of an engine of this program, or of another that prints the same summary.
    init(_ summary: RunSummary, of catalog: AssetCatalog) {
        let failed = summary.expectations.first { !$0.pass }
        self.init(
            seed: summary.seed, verdict: summary.verdict,
            reason: summary.verdict == .pass
                ? nil : summary.obstacle ?? failed.map { "\($0.name): \($0.detail)" } ?? "",
            figures: [:])
        let download = summary.download
        figures[.seconds] = download.seconds
        figures[.bytesReceived] = Double(download.bytesReceived)
        figures[.wasteBytes] = Double(download.wasteBytes)
        figures[.requests] = Double(download.requests)
        figures[.retries] = Double(download.retries)
        figures[.playableSeconds] = download.stallFreeStartSeconds
        if summary.playback?.mode != .only {
            stored = StoredQuality(of: download.requestedStreams, in: catalog)
            take(bytesStored: download.bytesStored, of: download.requestedStreams, in: catalog)
        }
        guard let playback = summary.playback else { return }
        figures[.startupSeconds] = playback.startupSeconds
        figures[.stalls] = Double(playback.stalls)
        figures[.stallSeconds] = playback.stallSeconds
        figures[.switches] = Double(playback.switches)
        figures[.playedBitrate] = playback.averageBitrate.map(Double.init)
    }

    /// A run that could not be carried out.
    init(seed: UInt64, error: LabError) {
        self.init(seed: seed, verdict: .error, reason: error.message, figures: [:])
    }

    /// Takes in what lies on disk.
    /// - Parameter streams: what was to be stored; the longest of them is how long the asset lasts.
    mutating func take(bytesStored: Int, of streams: [String], in catalog: AssetCatalog) {
        figures[.bytesStored] = Double(bytesStored)
        let seconds = streams.compactMap(catalog.stream).map { stream in
            stream.segments.reduce(0.0) { $0 + ($1.seconds ?? 0) }
        }
        guard let longest = seconds.max(), longest > 0 else { return }
        figures[.bitrateOnDisk] = Double(bytesStored) * 8 / longest
    }
}
