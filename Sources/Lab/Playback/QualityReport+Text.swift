extension QualityReport {
    /// A line for each metric; no line break at its end.
    package var text: String {
        var lines: [(name: String, value: String)] = []
        func add(_ name: String, _ value: String?) { lines.append((name, value ?? "-")) }
        add("state", state)
        add("startupDelay", startupDelay.map(Figures.seconds))
        add("stallCount", "\(stallCount)")
        add("stallSeconds", Figures.seconds(stallSeconds))
        for stall in stalls {
            add("  at \(Figures.seconds(stall.mediaTime))", Figures.seconds(stall.duration))
        }
        add("secondsPlayed", Figures.seconds(secondsPlayed))
        add("rebufferRatioCTA", Self.number(rebufferRatioCTA))
        add("rebufferRatioWall", Self.number(rebufferRatioWall))
        add("avgBitrate", avgBitrate.map(Self.rate))
        add("avgBitrateIndicated", avgBitrateIndicated.map(Self.rate))
        add("switchCount", "\(switches.count) (\(switches.up) up, \(switches.down) down)")
        add(
            "switchMagnitude",
            "\(Self.rate(switches.magnitudeKilobits)), "
                + "\(Self.number(switches.magnitudeLogRatio)) in ln ratio")
        for level in timeAtLevel {
            add("timeAtLevel \(Self.rate(level.bandwidth))", Figures.seconds(level.seconds))
        }
        add(
            "bufferLevel",
            bufferLevel.map {
                "\(Figures.seconds($0.mean)) (min \(Figures.seconds($0.minimum)), "
                    + "p5 \(Figures.seconds($0.p5)), p95 \(Figures.seconds($0.p95)))"
            })
        add("downloadedNotPlayed", Figures.bytes(downloadedNotPlayed))
        add("utilityLog", Self.number(utilityLog))
        add("sabreScore", Self.number(sabreScore))
        for (name, score) in [("qoeLin", qoeLin), ("qoeLog", qoeLog), ("qoeHd", qoeHd)] {
            add(
                name,
                "\(Self.number(score.whole)) "
                    + "(without the first segment \(Self.number(score.withoutFirst)))")
        }
        add("regret", regret.map(Self.number))
        add("rampUp", rampUp.map(Figures.seconds))
        add(
            "reactionTime",
            reactionTimes.map { times in
                times.isEmpty ? "none" : times.map(Figures.seconds).joined(separator: ", ")
            })
        add(
            "throughputEstimateError",
            throughputEstimateError.map {
                "\(Self.number($0.signed)) (absolute \(Self.number($0.absolute)), "
                    + "\($0.count) requests)"
            })
        add("networkEfficiency", networkEfficiency.map(Self.number))
        let width = lines.map(\.name.count).max() ?? 0
        return lines.map { name, value in
            name + String(repeating: " ", count: width + 2 - name.count) + value
        }.joined(separator: "\n")
    }

    private static func rate(_ kilobits: Double) -> String { Figures.rate(kilobits * 1_000) }

    /// Four places.
    private static func number(_ value: Double) -> String {
        guard abs(value) < 1e12 else { return "\(value)" }
        let scaled = Int((abs(value) * 10_000).rounded())
        let fraction = String(10_000 + scaled % 10_000).dropFirst()
        return "\(value < 0 && scaled > 0 ? "-" : "")\(scaled / 10_000).\(fraction)"
    }
}
