internal import LinkModel

/// How long transfers take over a link, by the link model: many seeds, in virtual time.
package struct LinkPrediction: Sendable {
    /// Connections of one question.
    static let mostConnections = 256
    /// Objects of one connection, and bytes of one.
    static let mostObjects = 1_000
    static let mostBytes = 10_000_000_000

    let profile: LinkProfile
    let plan: TransferPlan
    let seeds: SeedList
    let options: TCPOptions

    /// Plays the plan once for each seed.
    /// - Throws: ``LabError``, also when the transfers never end.
    package func report() throws(LabError) -> PredictionReport {
        var runs: [[TransferTimes]] = []
        for seed in seeds.seeds {
            guard let times = try times(seed) else {
                throw LabError(
                    .run,
                    "cannot predict transfers over '\(profile.id)': with seed \(seed) they do not "
                        + "end; is there a rate, and less than 100 % loss?")
            }
            runs.append(times)
        }
        return PredictionReport(self, runs)
    }

    private func times(_ seed: UInt64) throws(LabError) -> [TransferTimes]? {
        do throws(UnsupportedLinkFeatures) {
            return try TransferRun.times(of: plan, over: profile, options: options, seed: seed)
        } catch {
            throw LabError(.unavailable, "\(error)")
        }
    }
}

/// What a prediction found: distributions over all seeds and connections, in seconds.
package struct PredictionReport: Sendable, Encodable {
    package struct Object: Sendable, Encodable {
        package var bytes: Int
        /// From the request to the first and to the last byte.
        package var firstByte: Distribution
        package var lastByte: Distribution
    }

    private let schema = "hlslab-prediction/1"
    package let profile: String
    package let parallel: Int
    package let gapSeconds: Double
    package let seeds: String
    package let congestionControl: String
    /// From the first packet to the connection's being established, TLS included.
    package let connect: Distribution
    /// In the order in which each connection asks for them.
    package let objects: [Object]
    /// From the first packet to the last byte of the last connection.
    package let total: Distribution
    /// Segments sent again and retransmission time-outs of one connection, in the mean.
    package let resentSegments: Double
    package let timeouts: Double

    init(_ prediction: LinkPrediction, _ runs: [[TransferTimes]]) {
        let connections = runs.flatMap(\.self)
        profile = prediction.profile.id
        parallel = prediction.plan.parallel
        gapSeconds = prediction.plan.gap / .seconds(1)
        seeds = prediction.seeds.text
        congestionControl = prediction.options.congestionControl.rawValue
        connect = Self.distribution(connections.map(\.connect))
        objects = prediction.plan.objects.indices.map { index in
            Object(
                bytes: prediction.plan.objects[index],
                firstByte: Self.distribution(connections.map { $0.objects[index].firstByte }),
                lastByte: Self.distribution(connections.map { $0.objects[index].lastByte }))
        }
        let gaps = prediction.plan.gap * (prediction.plan.objects.count - 1)
        total = Self.distribution(
            runs.map { run in
                run.map { times in
                    times.objects.reduce(times.connect + gaps) { $0 + $1.lastByte }
                }.max() ?? .zero
            })
        let count = Double(connections.count)
        resentSegments = Double(connections.reduce(0) { $0 + $1.statistics.segmentsResent }) / count
        timeouts = Double(connections.reduce(0) { $0 + $1.statistics.timeouts }) / count
    }

    private static func distribution(_ times: [Duration]) -> Distribution {
        guard let distribution = Distribution(times.map { $0 / .seconds(1) }) else {
            preconditionFailure("a prediction has a seed and a connection at least")
        }
        return distribution
    }
}

extension PredictionReport {
    /// A table; no line break at its end.
    package var text: String {
        var rows = [row("connect", connect)]
        for (index, object) in objects.enumerated() {
            let name = "object \(index + 1), \(Figures.bytes(object.bytes))"
            rows.append(row("\(name): first byte", object.firstByte))
            rows.append(row("\(name): last byte", object.lastByte))
        }
        rows.append(row("all of it", total))
        let table = Table(heads: ["", "median", "p5", "p95", "min", "max"], rows: rows)
        return """
            \(profile), \(parallel) connection\(parallel == 1 ? "" : "s"), \(congestionControl), \
            seeds \(seeds)
            \(table.text)
            \(Self.tenths(resentSegments)) segments sent again and \(Self.tenths(timeouts)) time-outs \
            for each connection
            """
    }

    private func row(_ name: String, _ times: Distribution) -> [String] {
        [name] + [times.median, times.p5, times.p95, times.min, times.max].map(Figures.seconds)
    }

    private static func tenths(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
