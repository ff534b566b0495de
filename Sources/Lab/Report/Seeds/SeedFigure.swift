/// A figure whose distribution over seeds is told, in the order of tables and reports.
enum SeedFigure: String, Sendable, CaseIterable {
    case time
    case retries
    case waste
    case requests
    case playable
    case startup
    case stalls
    case stalled
    case switches
    case bitrate

    var quantity: Quantity {
        switch self {
        case .time, .playable, .startup, .stalled: .seconds
        case .retries, .requests, .stalls, .switches: .count
        case .waste: .bytes
        case .bitrate: .rate
        }
    }

    var place: WritableKeyPath<SeedsSummary.Distributions, Distribution?> {
        switch self {
        case .time: \.seconds
        case .retries: \.retries
        case .waste: \.wasteBytes
        case .requests: \.requests
        case .playable: \.stallFreeStartSeconds
        case .startup: \.startupSeconds
        case .stalls: \.stalls
        case .stalled: \.stallSeconds
        case .switches: \.switches
        case .bitrate: \.averageBitrate
        }
    }

    /// Of a run whose download, or whose playback, came to its end; nil otherwise.
    func value(_ run: SeedResult) -> Double? {
        let download = run.isCompleted ? run : nil
        let played = run.playback.flatMap { $0.isEnded ? $0 : nil }
        return switch self {
        case .time: download?.seconds
        case .retries: download.map { Double($0.retries) }
        case .waste: download.map { Double($0.wasteBytes) }
        case .requests: download.map { Double($0.requests) }
        case .playable: download?.stallFreeStartSeconds
        case .startup: played?.startupSeconds
        case .stalls: played.map { Double($0.stalls) }
        case .stalled: played?.stallSeconds
        case .switches: played.map { Double($0.switches) }
        case .bitrate: played?.averageBitrate.map(Double.init)
        }
    }
}
