import Foundation

/// What the classes of other players gave for the same inputs; see Fixtures/conformance/README.md.
enum PlayerData {
    struct Sequence: Sendable {
        var name: String
        /// Milliseconds and bytes.
        var samples: [(milliseconds: Int, bytes: Int)]
        /// Bit/s after each sample.
        var hlsjs: [Double]
        var shaka: [Double]
        var exoplayer: [Double]
    }

    struct Levels: Decodable {
        struct Decision: Decodable {
            var ladder: String
            var segmentSeconds: Double
            var bandwidth: Double
            var buffer: Double
            var lastLevel: Int
            var expected: Int

            init(from decoder: any Decoder) throws {
                var container = try decoder.unkeyedContainer()
                ladder = try container.decode(String.self)
                segmentSeconds = try container.decode(Double.self)
                bandwidth = try container.decode(Double.self)
                buffer = try container.decode(Double.self)
                lastLevel = try container.decode(Int.self)
                expected = try container.decode(Int.self)
            }
        }

        /// Peak and average bit/s of each level.
        var ladders_bps_max_avg: [String: [[Double]]]
        var cases: [Decision]
        var ttfb_sequence_ms_to_estimate: [[Double]]
    }

    private struct Estimators: Decodable {
        struct Sequence: Decodable {
            var samples: [[Int]]
            var hlsjs: [Double]
            var shaka: [Double]
            var exoplayer: [Double]
        }

        var sequences: [String: Sequence]
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Fixtures/conformance/players").standardized

    private static func decode<Value: Decodable>(_ type: Value.Type, _ name: String) throws -> Value
    {
        try JSONDecoder().decode(type, from: Data(contentsOf: folder.appending(path: name)))
    }

    static func sequences() throws -> [Sequence] {
        try decode(Estimators.self, "estimators.json").sequences.map { name, sequence in
            Sequence(
                name: name, samples: sequence.samples.map { ($0[0], $0[1]) },
                hlsjs: sequence.hlsjs, shaka: sequence.shaka, exoplayer: sequence.exoplayer)
        }
    }

    static func levels() throws -> Levels { try decode(Levels.self, "hlsjs_levels.json") }
}
