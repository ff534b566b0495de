import Foundation
import LinkModel

/// A line of a file of measured downloads: a link as given to netem, and what was measured over it.
struct CalibrationRow: Decodable {
    struct Direction: Decodable {
        var rate: String
        var delay: Double
        var loss: String?
        var limit: Int?

        enum CodingKeys: String, CodingKey {
            case rate, loss, limit
            case delay = "delay_ms"
        }
    }

    struct Object: Decodable {
        var bytes: Int
        var ttfb: Double
        var time: Double
    }

    struct Flow: Decodable {
        var connect: Double
        var objects: [Object]
    }

    struct Result: Decodable {
        var parallel: Int
        var gap: Double
        var flows: [Flow]
    }

    var name: String
    var down: Direction
    var up: Direction
    var results: [Result]

    /// The rows of a file with one JSON object per line.
    static func read(_ path: String) throws -> [CalibrationRow] {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        return try text.split(separator: "\n").map {
            try JSONDecoder().decode(CalibrationRow.self, from: Data($0.utf8))
        }
    }

    var hasLoss: Bool { down.loss != nil || up.loss != nil }

    /// The link in the model's terms.
    func profile() throws -> LinkProfile {
        LinkProfile(id: name, name: name, down: try down.link(), up: try up.link())
    }
}

struct CalibrationError: Error, CustomStringConvertible {
    var description: String
}

extension CalibrationRow.Direction {
    /// With netem's own `limit`, which counts packets on their way too.
    func link() throws -> LinkDirection {
        LinkDirection(
            rate: .bitsPerSecond(try bitsPerSecond()), delay: .microseconds(Int(delay * 1000)),
            loss: try linkLoss(), queuePackets: limit ?? 1000)
    }

    private func bitsPerSecond() throws -> Int {
        for (unit, factor) in [("gbit", 1e9), ("mbit", 1e6), ("kbit", 1e3), ("bit", 1)]
        where rate.hasSuffix(unit) {
            guard let number = Double(rate.dropLast(unit.count)) else { break }
            return Int(number * factor)
        }
        throw CalibrationError(description: "'\(rate)' is no rate as tc takes it")
    }

    /// "2%", or "gemodel p r 1-h 1-k" as tc-netem(8) has it.
    private func linkLoss() throws -> LinkLoss {
        guard let loss else { return .none }
        let words = loss.split(separator: " ")
        guard words.first == "gemodel" else {
            return .independent(try probability(loss), correlation: .never)
        }
        let numbers = try words.dropFirst().map { try probability(String($0)) }
        guard numbers.count == 4 else {
            throw CalibrationError(description: "'\(loss)' does not have four numbers")
        }
        return .gilbertElliott(
            LinkLoss.GilbertElliott(
                toBad: numbers[0], toGood: numbers[1], lossInBad: numbers[2],
                lossInGood: numbers[3]))
    }

    private func probability(_ text: String) throws -> Probability {
        guard text.hasSuffix("%"), let percent = Double(text.dropLast()) else {
            throw CalibrationError(description: "'\(text)' is no percentage")
        }
        return Probability(partsPerBillion: Int((percent * 1e7).rounded()))
    }
}
