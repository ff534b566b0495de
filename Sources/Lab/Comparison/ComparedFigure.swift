/// A figure that a comparison has of every run, in the order of its tables.
package enum ComparedFigure: String, Sendable, Hashable, CaseIterable, Codable {
    case seconds
    case playableSeconds
    case bytesReceived
    case wasteBytes
    case bytesStored
    case bitrateOnDisk
    case requests
    case retries
    case startupSeconds
    case stalls
    case stallSeconds
    case switches
    case playedBitrate

    /// As people call it.
    var title: String {
        switch self {
        case .seconds: "time to finish"
        case .playableSeconds: "time to playable"
        case .bytesReceived: "received"
        case .wasteBytes: "wasted"
        case .bytesStored: "on disk"
        case .bitrateOnDisk: "bitrate on disk"
        case .requests: "requests"
        case .retries: "retries"
        case .startupSeconds: "player starts after"
        case .stalls: "stalls"
        case .stallSeconds: "stalled"
        case .switches: "switches"
        case .playedBitrate: "bitrate played"
        }
    }

    var quantity: Quantity {
        switch self {
        case .seconds, .playableSeconds, .startupSeconds, .stallSeconds: .seconds
        case .bytesReceived, .wasteBytes, .bytesStored: .bytes
        case .bitrateOnDisk, .playedBitrate: .rate
        case .requests, .retries, .stalls, .switches: .count
        }
    }

    /// Its column in a CSV file, with its unit.
    var column: String {
        switch self {
        case .seconds: "time_s"
        case .playableSeconds: "playable_s"
        case .bytesReceived: "received_bytes"
        case .wasteBytes: "waste_bytes"
        case .bytesStored: "stored_bytes"
        case .bitrateOnDisk: "stored_bps"
        case .requests: "requests"
        case .retries: "retries"
        case .startupSeconds: "startup_s"
        case .stalls: "stalls"
        case .stallSeconds: "stalled_s"
        case .switches: "switches"
        case .playedBitrate: "played_bps"
        }
    }
}
