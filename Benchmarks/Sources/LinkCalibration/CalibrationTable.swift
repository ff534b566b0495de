import Foundation
import LinkModel

/// The table of a calibration, and what it comes to.
struct CalibrationTable {
    /// Least size of an object that counts, in bytes.
    static let leastBytes = 100_000
    /// Runs of the model per downloads.
    static let seeds: ClosedRange<UInt64> = 1...50

    private struct Limits {
        var name: String
        var target: Double
        var floor: Double
    }

    private let options: TCPOptions
    private var clean: [Double] = []
    private var lossy: [Double] = []
    /// Errors of the objects of each row.
    private var rows: [(name: String, errors: [Double])] = []

    init(options: TCPOptions) {
        self.options = options
    }

    static func printHeader() {
        print(
            left("row", 18), right("flows", 5), right("bytes", 9), right("gap", 4), right("n", 3),
            right("measured", 9), right("model", 8), right("10 %", 8), right("90 %", 8),
            right("ratio", 6), right("chance", 7))
    }

    /// Plays a row and prints a line for each of its objects.
    mutating func add(_ row: CalibrationRow) throws {
        var errors: [Double] = []
        for downloads in try CalibrationCase.cases(of: row) {
            let modelled = try downloads.modelled(seeds: Self.seeds, options: options)
            for (index, bytes) in downloads.plan.objects.enumerated() {
                let measured = downloads.measured[index]
                let model = modelled[index]
                let ratio = model.median / measured.median
                let chance =
                    row.hasLoss ? model.chance(ofMedian: measured.median, of: measured.count) : nil
                print(
                    Self.left(row.name, 18), Self.right("\(downloads.plan.parallel)", 5),
                    Self.right("\(bytes)", 9),
                    Self.right(Self.figure(downloads.plan.gap / .seconds(1), 0), 4),
                    Self.right("\(measured.count)", 3), Self.right(Self.figure(measured.median), 9),
                    Self.right(Self.figure(model.median), 8),
                    Self.right(Self.figure(model.quantile(0.1)), 8),
                    Self.right(Self.figure(model.quantile(0.9)), 8),
                    Self.right(Self.figure(ratio, 2), 6),
                    Self.right(chance.map { Self.figure($0 * 100, 0) + " %" } ?? "", 7))
                guard bytes >= Self.leastBytes else { continue }
                let error = ratio.isNaN ? 1 : abs(ratio - 1)
                errors.append(error)
                if row.hasLoss { lossy.append(error) } else { clean.append(error) }
            }
        }
        if !errors.isEmpty { rows.append((row.name, errors)) }
    }

    /// Prints what it comes to.
    ///
    /// - Returns: whether every floor is held.
    func conclude() -> Bool {
        print()
        let worst = rows.max { $0.errors.median < $1.errors.median }
        let name = worst.map { "worst row, median of its objects (\($0.name))" } ?? "worst row"
        let lines: [(Limits, Double?)] = [
            (
                Limits(name: "loss-free objects, median error", target: 0.05, floor: 0.10),
                clean.isEmpty ? nil : clean.median
            ),
            (
                Limits(name: "objects with loss, median error", target: 0.12, floor: 0.20),
                lossy.isEmpty ? nil : lossy.median
            ),
            (Limits(name: name, target: 0.25, floor: 0.40), worst?.errors.median),
        ]
        var holds = true
        for (limits, error) in lines {
            guard let error else { continue }
            let verdict =
                error <= limits.target
                ? "on target" : error <= limits.floor ? "above the floor" : "BELOW THE FLOOR"
            if error > limits.floor { holds = false }
            print(
                Self.left(limits.name, 60), Self.right(Self.percent(error), 7), "  target",
                Self.percent(limits.target), "floor", Self.percent(limits.floor), " ", verdict)
        }
        return holds
    }

    private static func left(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    private static func figure(_ value: Double, _ digits: Int = 3) -> String {
        String(format: "%.\(digits)f", value)
    }

    private static func percent(_ value: Double) -> String { figure(value * 100, 1) + " %" }
}
