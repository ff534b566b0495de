internal import LinkModel

/// Writes profiles as files in `Profiles/` have them. What is read from the text is the profile
/// again; the moments of a ``LinkRate/trace(_:)`` are in a file of their own.
struct ProfileText {
    private var lines: [String] = []

    static func of(_ profile: LinkProfile) -> String {
        var text = ProfileText()
        text.add(profile)
        return text.lines.joined(separator: "\n") + "\n"
    }

    /// The file with the moments of a ``LinkRate/trace(_:)``, which lies beside the profile.
    static func traceFile(of profile: LinkProfile) -> String { "\(profile.id).mahimahi" }

    /// That file with its contents; nil for a profile that needs none.
    static func companion(of profile: LinkProfile) -> ProfileExchange.Companion? {
        guard case .trace(let trace) = profile.down.rate else { return nil }
        return ProfileExchange.Companion(
            name: traceFile(of: profile), bytes: Array(MahimahiFormat.write(trace).utf8))
    }

    private mutating func add(_ profile: LinkProfile) {
        lines.append("name: \(Self.quoted(profile.name))")
        if !profile.summary.isEmpty {
            lines.append("description: \(Self.quoted(profile.summary))")
        }
        if !profile.source.isEmpty { lines.append("source: \(Self.quoted(profile.source))") }
        if !profile.aliases.isEmpty {
            lines.append("aliases: [\(profile.aliases.map(Self.quoted).joined(separator: ", "))]")
        }
        lines.append("down:")
        lines += Self.entries(of: profile.down).map { "  " + $0 }
        lines.append("up:")
        lines += Self.entries(of: profile.up).map { "  " + $0 }
        if let delay = profile.dnsDelay { lines.append("dns: \(Self.time(delay))") }
        addOutages(profile.outages)
        if case .trace = profile.down.rate {
            let file = Self.quoted(Self.traceFile(of: profile))
            lines.append("trace: {file: \(file), format: mahimahi}")
        }
        guard !profile.steps.isEmpty else { return }
        lines.append("steps:")
        for step in profile.steps { add(step, of: profile) }
        if profile.stepsRepeat { lines.append("repeat: true") }
    }

    private mutating func addOutages(_ outages: [LinkOutage]) {
        guard !outages.isEmpty else { return }
        lines.append("outages:")
        for outage in outages {
            var entries = ["at: \(Self.time(outage.start))", "for: \(Self.time(outage.length))"]
            if let period = outage.period { entries.append("every: \(Self.time(period))") }
            if outage.effect != .hold { entries.append("effect: \(outage.effect.rawValue)") }
            lines.append("  - {\(entries.joined(separator: ", "))}")
        }
    }

    private mutating func add(_ step: LinkStep, of profile: LinkProfile) {
        lines.append("  - for: \(Self.time(step.length))")
        for (name, direction, base) in [
            ("down", step.down, profile.down), ("up", step.up, profile.up),
        ] where direction != base {
            let known = Self.entries(of: base, inStepOver: base)
            let entries = Self.entries(of: direction, inStepOver: base).filter {
                !known.contains($0)
            }
            lines.append("    \(name): {\(entries.joined(separator: ", "))}")
        }
    }

    /// `rate: 1 Mbit/s`, `delay: 40 ms` and so on: what differs from a direction's defaults, or, in
    /// a step, what its base has and the step does not.
    private static func entries(
        of direction: LinkDirection, inStepOver base: LinkDirection? = nil
    ) -> [String] {
        var entries = ["rate: \(rate(direction.rate))"]
        if direction.delay != .zero || base != nil {
            entries.append("delay: \(time(direction.delay))")
        }
        if let jitter = direction.jitter {
            entries.append("jitter: \(text(jitter))")
        } else if base?.jitter != nil {
            entries.append("jitter: 0 ms")
        }
        if direction.loss != .none || base != nil {
            entries.append("loss: \(text(direction.loss))")
        }
        if direction.queue != LinkQueue() || base != nil {
            entries.append("queue: \(text(direction.queue))")
        }
        if direction.duplicate != .never || base != nil {
            entries.append("duplicate: \(text(direction.duplicate))")
        }
        if let reorder = direction.reorder {
            entries.append(
                "reorder: {probability: \(reorder.probability), correlation: \(reorder.correlation), "
                    + "gap: \(reorder.gap) packets}")
        } else if base?.reorder != nil {
            entries.append("reorder: 0 %")
        }
        if direction.corrupt != .never || base != nil {
            entries.append("corrupt: \(text(direction.corrupt))")
        }
        return entries
    }
}
