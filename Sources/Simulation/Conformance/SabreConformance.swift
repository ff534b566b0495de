package import LinkModel
package import PlaybackCore

/// Sessions of Sabre (UMass-LIDS/sabre, BSD-2-Clause), with the networks and movies that they were
/// played on: all that it printed, digit for digit, and the level of every segment.
package struct SabreConformance: Sendable {
    /// A session as its command line tells it, and what came of it.
    package struct Case: Sendable {
        package var arguments: String
        package var printed: [String: String]
        package var levels: [Int]
        package var segmentCount: Int?
        package var abandons: Int
        package var replacements: Int
        /// Milliseconds at which the first segments were there, rounded by whoever wrote them down.
        package var firstFinishes: [Double]
    }

    package struct Movie: Decodable, Sendable {
        var segment_duration_ms: Double
        var bitrates_kbps: [Double]
        var segment_sizes_bits: [[Double]]

        package var bitrates: [Double] { bitrates_kbps }
    }

    private struct Period: Decodable {
        var duration_ms: Double
        var bandwidth_kbps: Double
        var latency_ms: Double
    }

    private static let folder = "sabre"
    package let cases: [Case]
    private var movies: [String: Movie] = [:]
    private var networks: [String: [FluidLink.Period]] = [:]

    /// - Throws: what the source throws, and ``ConformanceProblem`` for data that are none.
    package init(from source: some ConformanceSource) throws {
        cases = try source.decode(Cases.self, "\(Self.folder)/cases.json").cases.map(Case.init)
        for session in cases {
            let (network, movie) = Self.files(of: session)
            if networks[network] == nil { networks[network] = try Self.read(network, source) }
            if movies[movie] == nil { movies[movie] = try Self.read(movie, source) }
        }
    }

    /// The files beside the cases that a command line names.
    private static func files(of session: Case) -> (network: String, movie: String) {
        let words = session.arguments.split(separator: " ")
        func file(after option: Substring, else usual: String) -> String {
            guard let place = words.firstIndex(of: option), place + 1 < words.count,
                let name = words[place + 1].split(separator: "/").last, name != ".."
            else { return usual }
            return String(name)
        }
        return (file(after: "-n", else: "network.json"), file(after: "-m", else: "movie.json"))
    }

    private static func read(
        _ name: String, _ source: some ConformanceSource
    ) throws -> [FluidLink.Period] {
        let periods = try source.decode([Period].self, "\(folder)/\(name)").map {
            FluidLink.Period(
                duration: $0.duration_ms, rate: $0.bandwidth_kbps, latency: $0.latency_ms)
        }
        guard periods.contains(where: { $0.rate > 0 && $0.duration > $0.latency }),
            periods.allSatisfy({ $0.duration > 0 && $0.rate >= 0 && $0.latency >= 0 })
        else {
            throw ConformanceProblem(
                file: "\(folder)/\(name)", reason: "this link never carries anything")
        }
        return periods
    }

    private static func read(_ name: String, _ source: some ConformanceSource) throws -> Movie {
        let movie = try source.decode(Movie.self, "\(folder)/\(name)")
        let levels = movie.bitrates_kbps
        guard let lowest = levels.first, lowest > 0, movie.segment_duration_ms > 0,
            zip(levels, levels.dropFirst()).allSatisfy({ $0 <= $1 }),
            !movie.segment_sizes_bits.isEmpty,
            movie.segment_sizes_bits.allSatisfy({ $0.count == levels.count })
        else {
            throw ConformanceProblem(
                file: "\(folder)/\(name)",
                reason: "levels rise from above 0, and each segment has a size in each")
        }
        return movie
    }

    /// The movie of a session.
    package func movie(of session: Case) -> Movie? { movies[Self.files(of: session).movie] }

    /// The link of a session.
    package func network(of session: Case) -> [FluidLink.Period]? {
        networks[Self.files(of: session).network]
    }

    /// A session, ready to be played.
    /// - Throws: `SabreArguments.Problem` for a command line that cannot be.
    package func session(
        _ session: Case, keepsPlayed: Bool = false
    ) throws(SabreArguments.Problem) -> SabreSession {
        guard let movie = movie(of: session), let periods = network(of: session) else {
            throw SabreArguments.Problem(description: "its network or its movie is missing")
        }
        return try SabreArguments(parsing: session.arguments).session(
            bitrates: movie.bitrates_kbps, segmentDuration: movie.segment_duration_ms,
            sizes: movie.segment_sizes_bits, over: periods, keepsPlayed: keepsPlayed)
    }

    /// Plays a session and compares all that came of it.
    package func check(_ expected: Case) -> ConformanceCase {
        var result = ConformanceCase(.sabre, expected.arguments)
        do throws(SabreArguments.Problem) {
            var session = try session(expected)
            Self.compare(session.run(), expected, &result)
        } catch {
            result.differ(error.description)
        }
        return result
    }

    private static func compare(
        _ metrics: SabreMetrics, _ expected: Case, _ result: inout ConformanceCase
    ) {
        var printed = expected.printed
        for line in metrics.lines {
            let value = printed.removeValue(forKey: line.name)
            guard value != line.value else { continue }
            result.differ("\(line.name) is \(line.value), not \(value ?? "there at all")")
        }
        for name in printed.keys.sorted() { result.differ("\(name) is not printed") }
        result.compare(levels: metrics.downloadedLevels, expected.levels)
        if let count = expected.segmentCount, count != metrics.downloadedLevels.count {
            result.differ("\(metrics.downloadedLevels.count) segments, not \(count)")
        }
        for (name, count, other) in [
            ("abandons", metrics.abandons, expected.abandons),
            ("replacements", metrics.replacements, expected.replacements),
        ] where count != other {
            result.differ("\(name): \(count), not \(other)")
        }
        result.compare(
            "finish", Array(metrics.finished.prefix(expected.firstFinishes.count)),
            expected.firstFinishes
        ) { _ in 0.5 }
    }
}

extension SabreConformance {
    /// The first segments of a session's movie.
    package func ladder(_ movie: Movie, segments: Int) -> Ladder {
        Ladder(
            bitrates: movie.bitrates_kbps, segmentDuration: movie.segment_duration_ms,
            segmentCount: segments, sizes: Array(movie.segment_sizes_bits.prefix(segments)))
    }

    fileprivate struct Cases: Decodable {
        struct Case: Decodable {
            var args: String
            var out: [String: Value]
        }

        enum Value: Decodable {
            case text(String)
            case number(Int)
            case numbers([Double])

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                // One of three forms; that another one does not fit is no error.
                if let text = try? container.decode(String.self) {
                    self = .text(text)
                } else if let number = try? container.decode(Int.self) {
                    self = .number(number)
                } else {
                    self = .numbers(try container.decode([Double].self))
                }
            }
        }

        var cases: [Case]
    }
}

extension SabreConformance.Case {
    fileprivate init(_ item: SabreConformance.Cases.Case) {
        self.init(
            arguments: item.args, printed: [:], levels: [], segmentCount: nil, abandons: 0,
            replacements: 0, firstFinishes: [])
        for (name, value) in item.out {
            switch (name, value) {
            case ("_levels", .text(let text)): levels = text.map { $0.wholeNumberValue ?? -1 }
            case ("_segments", .number(let count)): segmentCount = count
            case ("_abandons", .number(let count)): abandons = count
            case ("_replacements", .number(let count)): replacements = count
            case ("_finish_ms_first5", .numbers(let times)): firstFinishes = times
            case (_, .text(let text)): printed[name] = text
            default: break
            }
        }
    }
}
