import LinkModel
import PlaybackCore
import Simulation
import Testing

@Suite struct `Sabre's sessions` {
    @Test func `are all carried`() throws {
        #expect(try SabreData.loaded.get().cases.count == 48)
    }

    @Test(arguments: SabreData.arguments)
    func `come out digit for digit, level for level`(arguments: String) throws {
        let data = try SabreData.loaded.get()
        let expected = try #require(data.cases.first { $0.args == arguments })
        let metrics = try data.metrics(arguments)
        #expect(metrics.lines.count == expected.printed.count)
        for line in metrics.lines {
            #expect(line.value == expected.printed[line.name], "\(line.name)")
        }
        #expect(metrics.downloadedLevels.map(String.init).joined() == expected.levels)
        #expect(metrics.abandons == expected.abandons)
        #expect(metrics.replacements == expected.replacements)
        for (time, finish) in zip(metrics.finished, expected.firstFinishes) {
            #expect(abs(time - finish) <= 0.5)
        }
    }
}

/// Sessions of UMass-LIDS/sabre (BSD-2-Clause), with the network and the movie they were played on.
struct SabreData: Sendable {
    struct Case: Sendable {
        var args: String
        var printed: [String: String]
        var levels: String
        var abandons: Int
        var replacements: Int
        var firstFinishes: [Double]
    }

    var cases: [Case]
    var periods: [FluidLink.Period]
    var movie: Movie

    struct Movie: Decodable, Sendable {
        var segment_duration_ms: Double
        var bitrates_kbps: [Double]
        var segment_sizes_bits: [[Double]]
    }

    private struct Period: Decodable {
        var duration_ms: Double
        var bandwidth_kbps: Double
        var latency_ms: Double
    }

    private struct Cases: Decodable {
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

    static let loaded = Result { try SabreData() }
    static let arguments = (try? loaded.get().cases.map(\.args)) ?? []

    private init() throws {
        movie = try ConformanceData.decode(Movie.self, "sabre/movie.json")
        periods = try ConformanceData.decode([Period].self, "sabre/network.json").map {
            .init(duration: $0.duration_ms, rate: $0.bandwidth_kbps, latency: $0.latency_ms)
        }
        cases = try ConformanceData.decode(Cases.self, "sabre/cases.json").cases.map { item in
            var known = Case(
                args: item.args, printed: [:], levels: "", abandons: 0, replacements: 0,
                firstFinishes: [])
            for (name, value) in item.out {
                switch (name, value) {
                case ("_levels", .text(let levels)): known.levels = levels
                case ("_abandons", .number(let count)): known.abandons = count
                case ("_replacements", .number(let count)): known.replacements = count
                case ("_finish_ms_first5", .numbers(let times)): known.firstFinishes = times
                case (_, .text(let text)): known.printed[name] = text
                default: break
                }
            }
            return known
        }
    }

    func metrics(_ arguments: String) throws -> SabreMetrics {
        var session = try session(arguments, keepsPlayed: false)
        return session.run()
    }

    func session(_ arguments: String, keepsPlayed: Bool) throws -> SabreSession {
        try SabreArguments(parsing: arguments).session(
            bitrates: movie.bitrates_kbps, segmentDuration: movie.segment_duration_ms,
            sizes: movie.segment_sizes_bits, over: periods, keepsPlayed: keepsPlayed)
    }

    /// The first segments of the movie.
    func ladder(segments: Int) -> Ladder {
        Ladder(
            bitrates: movie.bitrates_kbps, segmentDuration: movie.segment_duration_ms,
            segmentCount: segments, sizes: Array(movie.segment_sizes_bits[..<segments]))
    }

    /// What is best on this network, with the first segment at the lowest level.
    func oracle(_ ladder: Ladder) -> Oracle.Result {
        var settings = Oracle.Settings()
        settings.firstLevel = 0
        return FluidTimetable(periods).oracle(ladder, settings)
    }
}
