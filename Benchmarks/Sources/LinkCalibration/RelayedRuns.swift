import Foundation
import LinkModel

/// A file of downloads that were measured through a relay with a queue of its own: round trip 80 ms,
/// a rate in the direction of the download only, a drop-tail queue of 150,000 bytes, no loss.
struct RelayedRuns: Decodable {
    struct Run: Decodable {
        struct Request: Decodable {
            var gap: Double
            var bytes: Int
            var total: Double

            enum CodingKeys: String, CodingKey {
                case bytes
                case gap = "gap_s"
                case total = "total_s"
            }
        }

        var congestionControl: String
        var rate: Double
        var roundTrip: Int
        var requests: [Request]

        enum CodingKeys: String, CodingKey {
            case requests
            case congestionControl = "cc"
            case rate = "rate_mbps"
            case roundTrip = "rtt_ms"
        }
    }

    static let queueBytes = 150_000

    var runs: [Run]

    static func read(_ path: String) throws -> RelayedRuns {
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        return try JSONDecoder().decode(RelayedRuns.self, from: data)
    }
}

extension RelayedRuns.Run {
    /// Seconds in the model per request; nil for a congestion control that the model does not have.
    func modelled(seed: UInt64) throws -> [Double]? {
        var options = TCPOptions()
        guard let algorithm = TCPOptions.CongestionAlgorithm(rawValue: congestionControl)
        else { return nil }
        options.congestionControl = algorithm
        let delay = Duration.milliseconds(roundTrip) / 2
        let profile = LinkProfile(
            id: "relayed", name: "Relayed",
            down: LinkDirection(
                rate: .bitsPerSecond(Int(rate * 1e6)), delay: delay,
                queue: LinkQueue(.bytes(RelayedRuns.queueBytes))),
            up: LinkDirection(rate: .unlimited, delay: delay))
        let plan = TransferPlan(
            objects: requests.map(\.bytes), gaps: requests.dropFirst().map { .seconds($0.gap) })
        return try TransferRun.times(of: plan, over: profile, options: options, seed: seed)?[0]
            .objects.map { $0.lastByte / .seconds(1) }
    }
}
