import Foundation
import Testing

/// `hlslab profiles import` and `export`, as people see them.
@Suite struct `Profiles of other programs` {
    @Test func `are exported to standard output, what is lost to standard error`() async throws {
        let run = try await Invocation([
            "profiles", "export", "sabre-example", "--format", "pensieve",
        ])
        #expect(run.output == "0 5\n30 5\n60 3\n90 1.5\n120 3\n")
        #expect(
            run.errors == """
                note: pensieve does not hold the delay (75 ms down, 75 ms up)
                note: pensieve does not hold description, source

                """)
        #expect(run.exitCode == 0)
    }

    @Test func `are imported to standard output, assumptions to standard error`() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.file(
            "Home Link.ini", "[Home]\nbwIn=5000000\nbwOut=1000000\nlatency=60\nplr=1\n")
        let run = try await Invocation(["profiles", "import", file])
        #expect(
            run.output == """
                name: Home
                source: "Imported from Home Link.ini, 'Home' of WebPageTest."
                down:
                  rate: 5 Mbit/s
                  delay: 30 ms
                  loss: 1 %
                up:
                  rate: 1 Mbit/s
                  delay: 30 ms
                  loss: 1 %

                """)
        #expect(
            run.errors == """
                note: 'latency' is a round trip there: half of it each way here
                note: 'plr' is taken for each way

                """)
    }

    @Test func `play when they are imported into a folder`() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("train.up", "1\n2\n4\n")
        let out = folder.path + "/train.yaml"
        let run = try await Invocation([
            "profiles", "import", file, "--name", "train", "--out", out,
        ])
        #expect(run.output == "")
        #expect(
            run.errors == """
                note: a recording has no way up: unlimited here, with the delay of the way down
                note: the recording has no delay: 0 ms here; add 'delay' to both

                """)
        let show = try await Invocation(["profiles", "show", out])
        #expect(show.errors == "")
        #expect(show.output.contains("a trace of 9.084 Mbit/s"))
        let back = try await Invocation(["profiles", "export", out, "--format", "mahimahi"])
        #expect(back.output == "1\n2\n4\n")
    }

    @Test func `are refused with file, line and remedy`() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("a.trace", "1\n0\n")
        let run = try await Invocation(["profiles", "import", file])
        #expect(run.exitCode == 64)
        #expect(run.errors == "error: \(file):2: 0 ms come after 1 ms; sort the lines\n")
        #expect(run.output == "")
    }

    @Test(arguments: [
        (
            ["profiles", "import", "nowhere.csv"],
            "error: nowhere.csv: cannot read the file: it is not there\n"
        ),
        (
            ["profiles", "import", "README.md"],
            "error: README.md: the content looks like no known format; say which with --format\n"
        ),
        (
            ["profiles", "export", "edge", "--format", "sabr"],
            "error: unknown format 'sabr'; did you mean 'sabre'?; formats are mahimahi, sabre, "
                + "pensieve, csv, webpagetest, nlc, devtools, yaml\n"
        ),
    ])
    func `say a mistake in one line`(arguments: [String], message: String) async throws {
        let run = try await Invocation(arguments)
        #expect(run.exitCode == 64)
        #expect(run.errors == message)
    }
}
