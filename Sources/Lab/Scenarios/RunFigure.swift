internal import Scenarios

/// A figure of `summary.json` that a scenario can expect something of.
struct RunFigure: Sendable {
    /// Its keys in `summary.json`, with points between them.
    let path: String
    /// Other names for it.
    let aliases: [String]
    let unit: FigureUnit
    /// Of what the figure is a part, so that it can be told in per cent; nil: of nothing.
    let whole: (@Sendable (RunSummary) -> Double?)?
    /// Nil where the run has no such figure.
    let value: @Sendable (RunSummary) -> Double?

    private init(
        _ path: String, _ aliases: String..., unit: FigureUnit,
        of whole: (@Sendable (RunSummary) -> Double?)? = nil,
        value: @escaping @Sendable (RunSummary) -> Double?
    ) {
        self.path = path
        self.aliases = aliases
        self.unit = unit
        self.whole = whole
        self.value = value
    }

    /// The quality is no number: that all segments are there at the requested one.
    static let quality = "quality"

    /// By path or alias; nil for another name.
    static func named(_ name: String) -> RunFigure? { byName[name] }

    /// Everything that can be asked for, short names first.
    static let names = all.flatMap(\.aliases) + all.map(\.path)

    private static let byName = Dictionary(
        uniqueKeysWithValues: all.flatMap { figure in
            ([figure.path] + figure.aliases).map { ($0, figure) }
        })

    static let all = link + download + onDisk + playback + bytes

    private static let link = [
        RunFigure("link.bytesDown", unit: .bytes) { Double($0.link.bytesDown) },
        RunFigure("link.bytesUp", unit: .bytes) { Double($0.link.bytesUp) },
        RunFigure("link.allowedSeconds", unit: .seconds) { $0.link.allowedSeconds },
        RunFigure("link.modelSeconds", unit: .seconds) { $0.link.modelSeconds },
    ]

    private static let download = [
        RunFigure("download.seconds", "time", unit: .seconds) { $0.download.seconds },
        RunFigure("download.bytesReceived", unit: .bytes) { Double($0.download.bytesReceived) },
        RunFigure("download.bytesStored", unit: .bytes, of: received) {
            Double($0.download.bytesStored)
        },
        RunFigure("download.wasteBytes", "waste", unit: .bytes, of: received) {
            Double($0.download.wasteBytes)
        },
        RunFigure("download.requests", "requests", unit: .count) { Double($0.download.requests) },
        RunFigure("download.retries", "retries", unit: .count, of: requests) {
            Double($0.download.retries)
        },
        RunFigure("download.recoverableErrors", unit: .count, of: requests) {
            Double($0.download.recoverableErrors)
        },
        RunFigure("download.stallFreeStartSeconds", "playable", unit: .seconds) {
            $0.download.stallFreeStartSeconds
        },
    ]

    private static let onDisk = [
        RunFigure("onDisk.segmentsExpected", unit: .count) { Double($0.onDisk.segmentsExpected) },
        RunFigure("onDisk.segmentsAtRequestedQuality", unit: .count, of: segments) {
            Double($0.onDisk.segmentsAtRequestedQuality)
        },
        RunFigure("onDisk.segmentsMissing", unit: .count, of: segments) {
            Double($0.onDisk.segmentsMissing)
        },
        RunFigure("onDisk.segmentsCorrupt", unit: .count, of: segments) {
            Double($0.onDisk.segmentsCorrupt)
        },
        RunFigure("onDisk.bytesVerified", unit: .bytes) { Double($0.onDisk.bytesVerified) },
    ]

    private static let playback = [
        RunFigure("playback.startupSeconds", "startup", "playback.startup", unit: .seconds) {
            $0.playback?.startupSeconds
        },
        RunFigure("playback.stalls", "stalls", unit: .count) {
            $0.playback.map { Double($0.stalls) }
        },
        RunFigure("playback.stallSeconds", "stallTime", unit: .seconds, of: watched) {
            $0.playback?.stallSeconds
        },
        RunFigure("playback.switches", "switches", unit: .count) {
            $0.playback.map { Double($0.switches) }
        },
        RunFigure("playback.switchesUp", unit: .count, of: switches) {
            $0.playback.map { Double($0.switchesUp) }
        },
        RunFigure("playback.averageBitrate", unit: .bitsPerSecond) {
            $0.playback?.averageBitrate.map(Double.init)
        },
        RunFigure("playback.indicatedBitrate", unit: .bitsPerSecond) {
            $0.playback?.indicatedBitrate.map(Double.init)
        },
        RunFigure("playback.secondsWatched", unit: .seconds) { $0.playback?.secondsWatched },
        RunFigure("playback.qoeLin", unit: .number) { $0.playback?.qoeLin },
    ]

    private static let bytes = [
        played("player") { $0.player }, played("download") { $0.download },
        played("kept") { $0.kept }, played("replaced") { $0.replaced },
        played("abandoned") { $0.abandoned }, played("lost") { $0.lost },
        played("fetchedTwice") { $0.fetchedTwice }, played("logged") { $0.logged },
        played("notPlayed") { $0.notPlayed },
    ]

    private static func played(
        _ name: String, _ count: @escaping @Sendable (RunSummary.Playback.Bytes) -> Int
    ) -> RunFigure {
        RunFigure("playback.bytes.\(name)", unit: .bytes, of: received) {
            $0.playback.map { Double(count($0.bytes)) }
        }
    }

    private static let received: @Sendable (RunSummary) -> Double? = {
        Double($0.download.bytesReceived)
    }
    private static let requests: @Sendable (RunSummary) -> Double? = {
        Double($0.download.requests)
    }
    private static let segments: @Sendable (RunSummary) -> Double? = {
        Double($0.onDisk.segmentsExpected)
    }
    private static let switches: @Sendable (RunSummary) -> Double? = {
        $0.playback.map { Double($0.switches) }
    }
    private static let watched: @Sendable (RunSummary) -> Double? = {
        $0.playback?.secondsWatched
    }
}

extension RunFigure {
    /// The figure as an expectation has it: in its unit, or in per cent of its whole.
    func value(in summary: RunSummary, asShare isShare: Bool) -> Double? {
        guard let value = value(summary) else { return nil }
        guard isShare else { return value }
        guard let whole = whole?(summary) else { return nil }
        // Nothing of nothing is no part of it.
        return whole > 0 ? value / whole * 100 : value > 0 ? 100 : 0
    }
}
