import Foundation
import Testing

@Suite struct `Logs and data of playbacks on the command line` {
    private static let access = """
        #Version: 1.0
        #Software: a device
        #Fields: date time uri c-start-time c-duration-watched c-stalls bytes c-transfer-duration \
        sc-indicated-bitrate sc-count c-startup-time
        2026/05/01 12:30:00.5 http://h/low.m3u8 0 10.5 1 1000000 4 800000 5 0.25
        2026/05/01 12:30:12.5 http://h/high.m3u8 10.5 30 0 6000000 10 2000000 10 -

        """

    @Test func `an access log is shown with its sums`() async throws {
        let run = try await Invocation(["log", "-"], input: Self.access)
        #expect(run.exitCode == 0)
        #expect(
            run.output == """
                standard input: access log, written by a device
                began                  at       watched  stalls  bytes    requests  observed  \
                indicated    startup  uri
                2026-05-01 12:30:00.5  0.000 s  10.5 s   1       1.00 MB  5         -         \
                800 kbit/s   0.250 s  http://h/low.m3u8
                2026-05-01 12:30:12.5  10.5 s   30.0 s   0       6.00 MB  10        -         \
                2.00 Mbit/s  -        http://h/high.m3u8
                total: 40.5 s watched in 2 periods, 1 switch, 1 stall, 7.00 MB in 15 requests, \
                4.00 Mbit/s observed, 1.69 Mbit/s indicated, started after 0.250 s

                """)
    }

    @Test func `an access log is JSON with its sums`() async throws {
        let run = try await Invocation(["log", "-", "--format", "json"], input: Self.access)
        let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        let report = try #require(object as? [String: Any])
        #expect(report["kind"] as? String == "access")
        let total = try #require(report["total"] as? [String: Any])
        #expect(total["totalDurationWatched"] as? Double == 40.5)
        #expect(total["stalls"] as? Int == 1)
        #expect(total["observedBitrate"] as? Double == 4_000_000)
        let events = try #require(report["events"] as? [[String: Any]])
        #expect(events.map { $0["bytes"] as? Int } == [1_000_000, 6_000_000])
        #expect(events[0]["date"] as? String == "2026-05-01T12:30:00.5Z")
        #expect(events[1]["c-startup-time"] == nil)
    }

    @Test func `an error log is shown`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.file(
            "error.log",
            """
            #Fields: date time uri status domain comment
            2026-05-01 12:30:00 http://h/low.m3u8 -12938 "CoreMediaErrorDomain" "HTTP 404: \u{1B}[2J"

            """)
        let run = try await Invocation(["log", path])
        #expect(run.exitCode == 0)
        #expect(run.output.contains("-12938  CoreMediaErrorDomain"))
        #expect(run.output.hasSuffix("total: 1 error\n"))
        // Nothing of a file acts on a terminal.
        #expect(!run.output.contains("\u{1B}"))
    }

    @Test(arguments: [
        ("#Fields: c-stalls\nx\n", ":2: c-stalls is 'x', which is no whole number"),
        ("#Fields: a b\n1 2\n", ":1: these are not the fields of an access log or an error log"),
        ("#Version: 1.0\n\n\"\n", ":3: a quote is not closed"),
        ("", ":1: there is no line with #Fields"),
    ])
    func `what is no log is one line with its place`(text: String, place: String) async throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("bad.log", text)
        let run = try await Invocation(["log", path])
        #expect(run.exitCode == 2)
        #expect(run.output == "")
        #expect(run.errors == "error: \(path)\(place)\n")
    }

    @Test func `what cannot be read says why`() async throws {
        let folder = try TemporaryFolder()
        for (arguments, errors) in [
            (["log", "\(folder.path)/none"], "cannot read \(folder.path)/none: it is not there"),
            (
                ["qoe", folder.path],
                "cannot read \(folder.path)/playback.json: it is not there; a run with --playback "
                    + "leaves it in its folder"
            ),
            (
                ["conformance", folder.path],
                "cannot check against \(folder.path): sabre/cases.json: it is not there"
            ),
        ] {
            let run = try await Invocation(arguments)
            #expect(run.exitCode == 2)
            #expect(run.errors == "error: \(errors)\n")
        }
    }

    @Test func `a playback is told in metrics, and as input of P1203`() async throws {
        let folder = try TemporaryFolder()
        _ = try folder.file(
            "playback.json",
            """
            {"schema": "hlslab-playback/1", "state": "ended", "startup": 1, "bytesNotPlayed": 0,
             "levels": [{"bandwidth": 1000000}], "stalls": [], "requests": [],
             "buffer": [[4, 4, 0]], "segments": [{"level": 0, "bytes": 500000, "seconds": 4,
             "start": 1, "played": 4, "fromStore": false}]}
            """)
        let run = try await Invocation(["qoe", folder.path, "--format", "json"])
        #expect(run.exitCode == 0, "\(run.errors)")
        let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        let report = try #require(object as? [String: Any])
        #expect(report["avgBitrate"] as? Double == 1_000)
        #expect((report["qoeLin"] as? [String: Any])?["whole"] as? Double == 1 - 4.3)
        let input = try await Invocation(["qoe", "\(folder.path)/playback.json", "--p1203"])
        #expect(input.output.contains("\"I23\""))
    }

    @Test func `the data of the fixtures are reproduced`() async throws {
        let run = try await Invocation(["conformance", "Fixtures/conformance"])
        #expect(run.output == "reproduced: sabre 48 of 48, pensieve 50 of 50, players 256 of 256\n")
        #expect(run.exitCode == 0)
    }
}
