internal import LinkModel

extension ProfileText {
    /// Most steps that a report names one by one.
    private static let longestTimeline = 20

    /// What a direction does, for people: `240 kbit/s`, `400 ms one way`, `queue 50 packets`,
    /// `loss 1 %`.
    static func values(of direction: LinkDirection) -> [String] {
        var values = [
            "\(direction.rate)", "\(time(direction.delay)) one way",
            "queue \(text(direction.queue))",
        ]
        if let jitter = direction.jitter { values.append("jitter \(text(jitter))") }
        if direction.loss != .none { values.append("loss \(text(direction.loss))") }
        if direction.duplicate != .never { values.append("copies \(text(direction.duplicate))") }
        if let reorder = direction.reorder {
            values.append("reorder \(reorder.probability), gap \(reorder.gap) packets")
        }
        if direction.corrupt != .never { values.append("corrupt \(text(direction.corrupt))") }
        return values
    }

    /// What a profile does besides its directions, a line each: `dns 3 s`, `30 s  5 Mbit/s, …`.
    static func values(of profile: LinkProfile) -> [String] {
        var lines: [String] = []
        if let delay = profile.dnsDelay { lines.append("dns      \(time(delay))") }
        for outage in profile.outages {
            let again = outage.period.map { ", every \(time($0))" } ?? ""
            lines.append(
                "outage   \(time(outage.length)) at \(time(outage.start))\(again), "
                    + (outage.effect == .hold ? "the queue holds" : "all is lost"))
        }
        for (index, step) in profile.steps.prefix(longestTimeline).enumerated() {
            lines.append("step \(index + 1)   \(time(step.length)): \(changes(step, profile))")
        }
        let rest = profile.steps.count - longestTimeline
        if rest > 0 { lines.append("         and \(rest) more") }
        if !profile.steps.isEmpty {
            lines.append(
                "         \(profile.stepsRepeat ? "again and again" : "the last one stays")")
        }
        return lines
    }

    /// What a step has that the profile has not.
    private static func changes(_ step: LinkStep, _ profile: LinkProfile) -> String {
        let down = values(of: step.down).filter { !values(of: profile.down).contains($0) }
        let up = values(of: step.up).filter { !values(of: profile.up).contains($0) }
        let parts = [("down", down), ("up", up)].filter { !$0.1.isEmpty }.map {
            "\($0.0) \($0.1.joined(separator: ", "))"
        }
        return parts.isEmpty ? "as above" : parts.joined(separator: "; ")
    }
}
