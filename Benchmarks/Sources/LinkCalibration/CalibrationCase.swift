import LinkModel

/// The same downloads, repeated: one line of the table per object.
struct CalibrationCase {
    var row: String
    var hasLoss: Bool
    var profile: LinkProfile
    var plan: TransferPlan
    /// Measured seconds, per object.
    var measured: [[Double]]

    /// The cases of a row, in the order of its results.
    static func cases(of row: CalibrationRow) throws -> [CalibrationCase] {
        var cases: [CalibrationCase] = []
        for result in row.results {
            let bytes = result.flows[0].objects.map(\.bytes)
            let plan = TransferPlan(
                parallel: result.parallel, objects: bytes, gap: .seconds(result.gap))
            var index = cases.firstIndex { $0.plan == plan }
            if index == nil {
                cases.append(
                    CalibrationCase(
                        row: row.name, hasLoss: row.hasLoss, profile: try row.profile(),
                        plan: plan, measured: bytes.map { _ in [] }))
                index = cases.count - 1
            }
            for flow in result.flows {
                for (object, figures) in flow.objects.enumerated() {
                    cases[index!].measured[object].append(figures.time)
                }
            }
        }
        return cases
    }

    /// Seconds in the model, per object, over seeds and connections.
    func modelled(seeds: ClosedRange<UInt64>, options: TCPOptions) throws -> [[Double]] {
        var times: [[Double]] = plan.objects.map { _ in [] }
        for seed in seeds {
            guard
                let flows = try TransferRun.times(
                    of: plan, over: profile, options: options, seed: seed)
            else { continue }
            for flow in flows {
                for (object, figures) in flow.objects.enumerated() {
                    times[object].append(figures.lastByte / .seconds(1))
                }
            }
        }
        return times
    }
}
