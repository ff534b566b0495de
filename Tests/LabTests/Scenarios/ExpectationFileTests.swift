import Foundation
import Scenarios
import Testing

@testable import Lab

@Suite struct `An expectation in a scenario file` {
    typealias Expectation = Scenarios.Expectation

    private func load(_ words: String) throws -> [Expectation] {
        let text = "expectations: { \(words) }"
        return try ScenarioLoader.scenario(
            try ConfigurationDocument.parse(text, file: "one.yaml"), path: "one.yaml"
        ).expectations
    }

    @Test(arguments: [
        ("stalls: at most 2", Expectation("stalls", .atMost(2))),
        ("time: under 60 s", Expectation("time", .under(60))),
        ("waste: under 5 %", Expectation("waste", .under(5), isShare: true)),
        ("waste: at most 50 kB", Expectation("waste", .atMost(50_000))),
        ("retries: between 1 and 20", Expectation("retries", .between(1, 20))),
        ("retries: exactly 3", Expectation("retries", .exactly(3))),
        ("requests: over 3", Expectation("requests", .over(3))),
        ("quality: requested", Expectation("quality", .requested)),
        ("playback.startup: under 4 s", Expectation("playback.startup", .under(4))),
        (
            "playback.averageBitrate: at least 1 Mbit/s",
            Expectation("playback.averageBitrate", .atLeast(1_000_000))
        ),
        ("playback.qoeLin: at least -2.5", Expectation("playback.qoeLin", .atLeast(-2.5))),
        (
            "onDisk.segmentsMissing: at most 10 %",
            Expectation("onDisk.segmentsMissing", .atMost(10), isShare: true)
        ),
        ("p95(time): under 90 s", Expectation("time", .under(90), of: .percentile(95))),
        (
            "median(waste): under 1.5 %",
            Expectation("waste", .under(1.5), of: .median, isShare: true)
        ),
        (
            "max(link.bytesDown): under 1 MB",
            Expectation("link.bytesDown", .under(1_000_000), of: .max)
        ),
    ])
    func `names a figure of the summary and a bound with its unit`(
        words: String, expectation: Expectation
    ) throws {
        #expect(try load(words) == [expectation])
    }

    @Test(arguments: [
        ("tme: under 3 s", "one.yaml:1: unknown figure 'tme'; did you mean 'time'?"),
        ("download.second: under 3 s", "did you mean 'download.seconds'?"),
        ("time: under 3 kB", "has the unknown unit 'kB', not one of ns, us, ms, s, min or h"),
        ("time: under 3", "needs a unit"), ("time: below 3 s", "not 'at least …', 'at most …'"),
        ("stalls: under 3 s", "'stalls' is '3 s', not a whole number; it has no unit"),
        ("stalls: under 3 %", "it is no part of anything that it could be per cent of"),
        ("waste: between 5 kB and 1 kB", "the first is larger"),
        ("waste: between 5 % and 6 kB", "has the unknown unit 'kB', not '%'"),
        ("quality: best", "the quality can be 'requested'"),
        ("p100(time): under 3 s", "unknown 'p100' in 'p100(time)'; known are p1 to p99"),
        ("p95(tme): under 3 s", "unknown figure 'tme'; did you mean 'time'?"),
    ])
    func `that cannot be says why`(words: String, message: String) {
        let error = #expect(throws: ConfigurationError.self) { try load(words) }
        #expect(error?.description.contains(message) == true, "\(String(describing: error))")
    }

    @Test func `can be about every number of a summary`() throws {
        var paths: Set<String> = []
        func walk(_ value: Any, _ path: [String]) {
            if let object = value as? [String: Any] {
                for (key, value) in object { walk(value, path + [key]) }
            } else if value is NSNumber {
                paths.insert(path.joined(separator: "."))
            }
        }
        walk(try JSONSerialization.jsonObject(with: try RunSummary.sample.json()), [])
        // What a run was asked for is no figure of it, and a list has no one number.
        #expect(paths.subtracting(["seed"]) == Set(RunFigure.all.map(\.path)))
    }

    @Test(arguments: RunFigure.all.map(\.path))
    func `reads the number that the summary has under its path`(path: String) throws {
        let summary = RunSummary.sample
        var value: Any? = try JSONSerialization.jsonObject(with: try summary.json())
        for key in path.split(separator: ".") { value = (value as? [String: Any])?[String(key)] }
        let number = try #require(value as? NSNumber)
        #expect(RunFigure.named(path)?.value(summary) == number.doubleValue)
    }
}
