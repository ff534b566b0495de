internal import LinkConditioner

/// What holds on a shaped interface, for people and programs.
package struct InterfaceReport: Sendable, Encodable {
    private let report: NetemInterface.Report
    /// What people should know of it, as sentences.
    private let remarks: [String]

    init(_ report: NetemInterface.Report, remarks: [String]) {
        self.report = report
        self.remarks = remarks
    }

    /// No line break at its end.
    package var text: String {
        var lines = [
            "\(report.interface): profile \(report.profile), by Linux \(report.facts.kernel)"
        ]
        lines += direction("down", report.facts.down, report.statistics.down)
        lines += direction("up", report.facts.up, report.statistics.up)
        lines += remarks.map { "  note  \($0)" }
        return lines.joined(separator: "\n")
    }

    private func direction(
        _ heading: String, _ queues: [NetemFacts.Queue], _ counted: NetemStatistics.Direction
    ) -> [String] {
        let fill = String(repeating: " ", count: 6 - heading.count)
        let words = queues.map { queue in
            let settings = queue.settings.filter { !Self.saysNothing($0.value) }
                .map { "\($0.name) \($0.value)" }
            return "\(queue.kind) on \(queue.interface): " + settings.joined(separator: ", ")
        }
        let counts =
            "\(counted.sentPackets) packets through, \(Figures.bytes(counted.sentBytes)); "
            + "\(counted.lostPackets) lost, \(counted.queueDrops) found the queue full, "
            + "\(counted.backlogPackets) waiting"
        return words.enumerated().map { "  \($0 == 0 ? heading + fill : "      ")\($1)" }
            + ["        \(counts)"]
    }

    /// A setting that was not made.
    private static func saysNothing(_ value: String) -> Bool {
        ["0", "0 ns", "random 0", "0 ns 0"].contains(value)
    }
}
