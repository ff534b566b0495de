import Foundation
import Testing

@Suite struct `The command line` {
    struct Mistake: Sendable, CustomTestStringConvertible {
        var arguments: [String]
        var exitCode: Int32
        var message: String
        var testDescription: String { arguments.joined(separator: " ") }
    }

    @Test(arguments: [
        Mistake(
            arguments: ["run", "--profile", "egde"], exitCode: 64,
            message: "error: unknown profile 'egde'; did you mean 'edge'?"),
        Mistake(
            arguments: ["run", "--asset", "lader"], exitCode: 64,
            message: "error: unknown asset 'lader'; did you mean 'ladder'?"),
        Mistake(
            arguments: ["run", "--quality", "bset"], exitCode: 64,
            message: "error: '--quality' is 'bset', not 'best', 'fast' or a bitrate; "
                + "did you mean 'best'?"),
        Mistake(
            arguments: ["run", "--quality", "500"], exitCode: 64,
            message: "error: '--quality' needs a unit, one of bit/s, kbit/s, Mbit/s or Gbit/s, "
                + "as in '240 kbit/s'"),
        Mistake(
            arguments: ["run", "--profil", "edge"], exitCode: 64,
            message: "error: Unknown option '--profil'. Did you mean '--profile'?"),
        Mistake(
            arguments: ["run", "--parallel", "17"], exitCode: 64,
            message: "error: --parallel is 17; it has to be 1 to 16"),
        Mistake(
            arguments: ["run", "--cmcd", "qury"], exitCode: 64,
            message: "error: --cmcd is 'qury', not 'query' or 'headers'; did you mean 'query'?"),
        Mistake(
            arguments: ["run", "--link", "netm"], exitCode: 64,
            message: "error: unknown link 'netm'; did you mean 'netem'?; links are simulate, "
                + "throttle, netem"),
        Mistake(
            arguments: ["run", "nowhere.yaml"], exitCode: 64,
            message: "error: nowhere.yaml: cannot read the file: it is not there"),
        Mistake(
            arguments: ["run", "--link", "netem", "--profile", "egde"], exitCode: 64,
            message: "error: unknown profile 'egde'; did you mean 'edge'?"),
        Mistake(
            arguments: ["link", "netem", "apply", "--dev", "nope", "--profile", "edge"],
            exitCode: 2,
            message: "error: cannot shape interface 'nope': there is none of that name; "
                + "choose another"),
        Mistake(
            arguments: ["run", "--seeds", "1...10"], exitCode: 64,
            message: "error: --seeds needs --link simulate: by throttle every seed takes its real "
                + "time; add --link simulate, or choose one with --seed"),
        Mistake(
            arguments: ["run", "--link", "simulate", "--seeds", "1..10"], exitCode: 64,
            message: "error: --seeds is '1..10'; it has to be seeds and ranges of them, as in 7, "
                + "1...1000 or 1,2,5...9"),
        Mistake(
            arguments: ["run", "--link", "simulate", "--seeds", "1...9", "--seed", "2"],
            exitCode: 64,
            message: "error: --seed and --seeds exclude each other; name all in --seeds"),
        Mistake(
            arguments: ["suite", "nowhere"], exitCode: 64,
            message: "error: nowhere: cannot read the file: it is not there"),
        Mistake(
            arguments: ["suite", "ci/scenarios/suites", "--shard", "4/3"], exitCode: 64,
            message: "error: --shard is '4/3'; it has to be a number and of how many, as in 1/3, "
                + "at most 1000"),
        Mistake(
            arguments: ["suite", "ci/scenarios/suites/smoke.yaml", "--jobs", "0"], exitCode: 64,
            message: "error: --jobs is 0; it has to be 1 to 64"),
        Mistake(
            arguments: ["suite", "ci/scenarios/suites/smoke.yaml", "--tag", "smoky"], exitCode: 64,
            message: "error: none of the 6 cases is wanted: see --list; tags are smoke"),
        Mistake(
            arguments: ["suite", "ci/scenarios/explore", "--link", "simulate"], exitCode: 64,
            message: "error: there is no scenario in ci/scenarios/explore; explorations are "
                + "played by hlslab explore --replay"),
        Mistake(
            arguments: ["suite", "ci/scenarios/suites/smoke.yaml", "--link", "simulat"],
            exitCode: 64,
            message: "error: link.via: 'via' is 'simulat', not one of 'simulate', 'throttle', "
                + "'netem'; did you mean 'simulate'?"),
        Mistake(
            arguments: ["merge", "nowhere", "--out", "x.json"], exitCode: 64,
            message: "error: cannot read the results nowhere: it is not there"),
        Mistake(
            arguments: ["replay", "ci"], exitCode: 64,
            message: "error: cannot play ci again: there is no ci/recipe/recipe.json: it is not "
                + "there; name the folder of one run"),
        Mistake(
            arguments: ["run", "--out", "/proc/nothing"], exitCode: 2,
            message: "error: cannot make the folder /proc/nothing: No such file or directory; "
                + "choose another with --out"),
        Mistake(
            arguments: ["library", "show", "/nowhere"], exitCode: 2,
            message: "error: cannot read the package '/nowhere': it is not there"),
        Mistake(
            arguments: ["library", "verify", "/etc"], exitCode: 2,
            message: "error: cannot read the package '/etc': it has neither manifest.json nor "
                + "boot.xml; name the folder that they lie in"),
        Mistake(
            arguments: ["library", "export", "/nowhere", "--to", "movie.avi"], exitCode: 64,
            message: "error: --to is 'movie.avi'; it has to end in .mp4 or .mkv"),
        Mistake(
            arguments: ["library", "estimate", "http://127.0.0.1:1/a.m3u8"], exitCode: 2,
            message: "error: cannot download the playlist (http://127.0.0.1:1/a.m3u8): "
                + "connection refused; is the server running?"),
        Mistake(
            arguments: ["library", "list", "--library", "/nowhere"], exitCode: 2,
            message: "error: there is no library at /nowhere/downloads; 'hlslab download URL "
                + "--library /nowhere' makes one, and --library names another"),
        Mistake(
            arguments: ["library", "delete", "--library", "/nowhere"], exitCode: 64,
            message: "error: name packages to delete, or --orphans"),
        Mistake(
            arguments: ["library", "purge", "--free", "5", "--library", "/nowhere"], exitCode: 64,
            message: "error: --free needs a unit, one of B, kB, MB, GB, KiB, MiB or GiB, as in "
                + "'64 KiB'"),
        Mistake(
            arguments: ["library", "policy", "0001", "--expires", "soon"], exitCode: 64,
            message: "error: --expires is 'soon'; write a day (2027-01-31), a time "
                + "(2027-01-31T18:00:00Z) or 'never'"),
        Mistake(
            arguments: ["library", "policy", "0001", "--priority", "high"], exitCode: 64,
            message: "error: --priority is 'high'; it is 'default' or 'important'"),
        Mistake(
            arguments: ["download", "http://a/i.m3u8", "--out", "x", "--library", "y"],
            exitCode: 64,
            message: "error: --out makes a package of its own, outside of any library"),
        Mistake(
            arguments: ["profiles", "show", "wfi"], exitCode: 64,
            message: "error: unknown profile 'wfi'; did you mean 'wifi'?"),
    ])
    func `says a mistake in one line with the nearest name`(mistake: Mistake) async throws {
        let run = try await Invocation(mistake.arguments)
        #expect(run.exitCode == mistake.exitCode)
        #expect(run.errors == mistake.message + "\n")
        #expect(run.output == "")
    }

    @Test(arguments: [
        [], ["run"], ["download"], ["serve"], ["profiles"], ["profiles", "list"],
        ["profiles", "show"], ["profiles", "import"], ["profiles", "export"], ["assets"], ["link"],
        ["library"], ["library", "show"], ["library", "lint"], ["library", "verify"],
        ["library", "export"], ["library", "estimate"], ["library", "list"],
        ["library", "delete"], ["library", "purge"], ["library", "policy"], ["link", "predict"],
        ["link", "order"], ["lint"], ["explore"], ["doctor"],
    ])
    func `has help for every command`(command: [String]) async throws {
        let run = try await Invocation(command + ["--help"])
        #expect(run.exitCode == 0)
        #expect(run.output.contains("USAGE: hlslab"))
        #expect(run.errors == "")
    }

    @Test func `lists every profile file, and shows the one behind an alias`() async throws {
        let files = try FileManager.default.contentsOfDirectory(
            atPath: Invocation.root + "/Profiles"
        )
        .filter { $0.hasSuffix(".yaml") }
        let list = try await Invocation(["profiles", "list", "--format", "json"])
        let rows = try #require(
            try JSONSerialization.jsonObject(with: Data(list.output.utf8)) as? [[String: Any]])
        #expect(rows.count == files.count)
        let edge = try await Invocation(["profiles", "show", "edge"])
        #expect(edge.output.contains("240 kbit/s, 400 ms one way"))
    }

    @Test func `tells in doctor which links this machine has`() async throws {
        let run = try await Invocation(["doctor", "--format", "json"])
        let report = try #require(
            try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        let links = try #require(report["links"] as? [[String: Any]])
        #expect(links.map { $0["name"] as? String } == ["simulate", "throttle", "netem"])
        #expect(links.prefix(2).map { $0["isAvailable"] as? Bool } == [true, true])
        #expect(links.allSatisfy { $0["isAvailable"] as? Bool == true || $0["remedy"] is String })
    }
}
