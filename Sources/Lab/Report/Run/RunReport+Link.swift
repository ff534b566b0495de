internal import LinkModel
internal import Scenarios

// What the link was, and what came over it.
extension RunReport {
    private static let mostRatePieces = 120
    /// Samples of the nominal rate over the run.
    private static let nominalSamples = 480

    var linkPart: [Markup] {
        [
            .element("h2", [:], "Link"),
            .element(
                "p", [:],
                "\(profile.name), \(summary.link.via.words). All connections share one bottleneck "
                    + "with one queue."),
            HTMLTable(
                caption: "The link, direction by direction", heads: heads, numbers: 1..<heads.count,
                rows: [
                    row("down", profile.down, summary.linkRecord?.down, summary.link.bytesDown),
                    row("up", profile.up, summary.linkRecord?.up, summary.link.bytesUp),
                ]
            ).markup,
        ] + ratePlot + [
            .element(
                "details", [:],
                [
                    .element("summary", [:], "The profile in full"),
                    .listing("The link profile", ProfileReport(profile).text),
                ])
        ]
            + (summary.linkRecord?.kernel.map { [.element("p", ["class": "faint"], $0.text)] } ?? [])
    }

    private var heads: [String] {
        ["direction", "nominal rate", "payload rate", "payload", "delay", "queue"]
            + (summary.linkRecord == nil ? [] : ["packets", "lost", "queue full"])
    }

    private func row(
        _ name: String, _ direction: LinkDirection, _ record: LinkRecord.Direction?, _ bytes: Int
    ) -> HTMLTable.Row {
        let isSteady = profile.steps.isEmpty
        let rate = summary.download.seconds > 0 ? Double(bytes * 8) / summary.download.seconds : 0
        var cells: [HTMLTable.Cell] = [
            "\(name)", isSteady ? "\(direction.rate)" : "changes",
            "\(Figures.rate(rate))", "\(Figures.bytes(bytes))",
            "\(Int((direction.delay / .milliseconds(1)).rounded())) ms",
            "\(direction.queuePackets) packets",
        ]
        if let record {
            let expected =
                record.expectedLoss.map { $0 > 0 ? " (expected \(percent($0)))" : "" } ?? ""
            cells += [
                "\(record.packets)", "\(record.lost), \(percent(record.lostFraction))\(expected)",
                "\(record.queueDrops)",
            ]
        }
        return HTMLTable.Row(cells)
    }

    private func percent(_ share: Double) -> String {
        let tenths = Int((share * 1000).rounded())
        return "\(tenths / 10).\(tenths % 10) %"
    }

    private var ratePlot: [Markup] {
        let (length, rates) = chronicle.received.rates(inPieces: Self.mostRatePieces)
        guard let most = rates.max(), most > 0 else { return [] }
        var points = rates.enumerated().map {
            Plot.Point(x: Double($0) * length, y: $1)
        }
        points.append(.init(x: Double(rates.count) * length, y: 0))
        let nominal = nominalRate
        let highest = nominal.map(\.y).max() ?? 0
        let isNominalNear = highest <= most * 4
        var shapes = outages
        shapes.append(
            .steps(
                points,
                title: "Bytes of bodies that the engine received; at most \(Figures.rate(most))"))
        if isNominalNear, !nominal.isEmpty {
            shapes.append(.steps(nominal, line: .dashed, title: "What the profile's rate is"))
        }
        let plot = Plot(
            description: "Rate at which bodies arrived over time, at most \(Figures.rate(most)).",
            x: timeAxis,
            y: PlotAxis(
                "received", .rate, showing: 0...(isNominalNear ? max(most, highest) : most)),
            shapes: shapes, size: .whole)
        let beside =
            nominal.isEmpty
            ? ""
            : isNominalNear
                ? " Dashed: the profile's rate, which headers take part of."
                : " The profile's rate, \(Figures.rate(highest)), lies above this drawing."
        let dark = outages.isEmpty ? "" : " Crossed: outages."
        return [
            .element(
                "p", ["class": "faint"],
                "Bytes of bodies as they reached the engine, in pieces of "
                    + "\(Figures.seconds(length)); what came behind a lost packet counts when the "
                    + "gap is closed.\(beside)\(dark)"),
            .wide("Rate over time", plot.svg),
        ]
    }

    /// The profile's rate towards the engine over time; empty without a limit. Of a recording, its
    /// mean.
    private var nominalRate: [Plot.Point] {
        func rate(_ direction: LinkDirection) -> Double? {
            direction.rate.meanBitsPerSecond.map(Double.init)
        }
        guard !profile.steps.isEmpty else {
            return rate(profile.down).map { [.init(x: 0, y: $0), .init(x: seconds, y: $0)] } ?? []
        }
        var points: [Plot.Point] = []
        var time = 0.0
        repeat {
            for step in profile.steps where time < seconds && points.count < Self.nominalSamples {
                guard let value = rate(step.down) else { return [] }
                points.append(.init(x: time, y: value))
                time += step.length / .seconds(1)
            }
        } while profile.stepsRepeat && time < seconds && points.count < Self.nominalSamples
        return points + (points.last.map { [.init(x: seconds, y: $0.y)] } ?? [])
    }

    private var outages: [Plot.Shape] {
        let most = 100
        return profile.outages.flatMap { outage -> [Plot.Shape] in
            let (first, length) = (outage.start / .seconds(1), outage.length / .seconds(1))
            let period = outage.period.map { $0 / .seconds(1) } ?? .infinity
            return (0..<most).map { first + (period.isFinite ? Double($0) * period : 0) }
                .prefix(period.isFinite ? most : 1).filter { $0 < seconds }
                .map { start in
                    .band(
                        from: start, to: min(start + length, seconds),
                        title: "outage from \(Figures.seconds(start)) for "
                            + "\(Figures.seconds(length)) (\(outage.effect.rawValue))")
                }
        }
    }
}

extension Markup {
    /// A drawing over the whole width of the page; scrolled where there is less.
    static func wide(_ label: String, _ drawing: Markup) -> Markup {
        .element("figure", ["class": "wide"], [.region(label, [drawing])])
    }
}

extension Scenario.Via {
    fileprivate var words: String {
        switch self {
        case .simulate: "in virtual time (simulate)"
        case .throttle: "played in this process over loopback (throttle)"
        case .netem: "played by the kernel's queues (netem)"
        }
    }
}
