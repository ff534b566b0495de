import Foundation
import Lab
import Scenarios
import Testing

@Suite struct `A suite's cases` {
    @Test func `are all combinations, named after file and values`() throws {
        let suite = try TestSuite([
            "links.yaml": """
            base: { asset: tiny }
            matrix:
              profile: [edge, 3g]
              quality: [fast, 500 kbit/s]
            """
        ])
        #expect(
            try suite.names() == [
                "links/3g-500-kbit-s", "links/3g-fast", "links/edge-500-kbit-s",
                "links/edge-fast",
            ])
    }

    @Test func `leave out what is excluded and have what is included`() throws {
        let suite = try TestSuite([
            "m.yaml": """
            base: { asset: tiny }
            matrix:
              profile: [edge, 3g, lte]
              quality: [fast, best]
              faults: { none: [], hole: [{ kind: segment, segment: 2, status: 404 }] }
            exclude:
              - { profile: [edge, lte], faults: hole }
              - { profile: 3g, quality: fast }
            include:
              - { name: odd, profile: dsl, download.parallel: 1 }
              - { profile: lte, quality: best, faults: hole }
            """
        ])
        #expect(
            try suite.names() == [
                "m/3g-best-hole", "m/3g-best-none", "m/edge-best-none", "m/edge-fast-none",
                "m/lte-best-hole", "m/lte-best-none", "m/lte-fast-none", "m/odd",
            ])
    }

    @Test func `can set anything of a scenario by sets of any name`() async throws {
        let suite = try TestSuite([
            "m.yaml": """
            base: { asset: tiny, link: { profile: wifi } }
            matrix:
              trouble:
                none: {}
                hole: { faults: [{ kind: segment, status: 404 }], ends: { error: "404" } }
              playback: [none, with-download]
              seeds: 1...2
            """
        ])
        let outcome = try await suite.play()
        #expect(outcome.results.verdict == .pass, "\(outcome.text)")
        #expect(
            outcome.results.cases.map(\.name) == [
                "m/hole-none", "m/hole-with-download", "m/none-none", "m/none-with-download",
            ])
        #expect(outcome.results.cases.allSatisfy { $0.runs.map(\.seed) == [1, 2] })
        #expect(
            outcome.results.cases.map(\.playback) == [.none, .withDownload, .none, .withDownload])
    }

    @Test func `get what an include adds to combinations that there are`() async throws {
        let suite = try TestSuite([
            "m.yaml": """
            base: { asset: tiny }
            matrix: { profile: [wifi, lte], quality: [fast, best] }
            include: [{ profile: wifi, download.cmcd: query, seed: 7 }]
            """
        ])
        let results = try await suite.play().results
        #expect(results.cases.count == 4)
        let seeds = results.cases.flatMap { one in one.runs.map { "\(one.name) \($0.seed)" } }
        #expect(
            seeds == ["m/lte-best 1", "m/lte-fast 1", "m/wifi-best 7", "m/wifi-fast 7"])
    }

    @Test func `can be those of other files, each for every combination`() throws {
        let suite = try TestSuite([
            "all.yaml": "scenarios: [parts]\nmatrix: { quality: [fast, best] }\ntags: [parts]\n",
            "parts/a.yaml": "asset: tiny\n", "parts/b.yaml": "asset: tiny\nneeds: sockets\n",
            "parts/b.before.yaml": "asset: nothing\n",
        ])
        #expect(
            try suite.names { $0.tags = ["parts"] } == [
                "all/a-best", "all/a-fast",
                "all/b-best  (skipped: it needs sockets, which virtual time does not have)",
                "all/b-fast  (skipped: it needs sockets, which virtual time does not have)",
            ])
        #expect(try suite.names { $0.filters = ["parts/*"] }.count == 2)
    }

    @Test func `have what the base says in place of what other files say`() async throws {
        let suite = try TestSuite([
            "all.yaml": "base: { link: { via: simulate }, seed: 5 }\nscenarios: parts/a.yaml\n",
            "parts/a.yaml":
                "asset: tiny\nlink: { profile: wifi, via: throttle }\ndownload: { quality: fast }\n",
        ])
        let results = try await suite.play {
            $0.filters = ["all/*"]
            $0.link = nil
        }.results
        let one = try #require(results.cases.first)
        #expect((one.name, one.via, one.quality) == ("all/a", .simulate, "fast"))
        #expect((one.profile, one.runs.first?.seed) == ("nlc-wifi", 5))
    }

    @Test func `are of every profile and rule there is where that is wanted`() throws {
        let suite = try TestSuite([
            "m.yaml":
                "base: { asset: tiny, playback: { mode: only } }\nmatrix: { profile: all, abr: all }\n"
        ])
        let names = try suite.names()
        #expect(names.contains("m/nlc-edge-bola-e"))
        #expect(names.count > 500)
        #expect(!names.contains { $0.contains("oracle") })
    }

    @Test(arguments: [
        (
            "matrix: { profil: [edge] }", 1,
            "'profil[1]' is of 'profil', which is no key of a scenario; did you mean 'profile'?; a dimension of another name has names with what each sets"
        ),
        ("matrix:\n  profile: [edge, edge]", 2, "'profile' has 'edge' twice"),
        ("matrix: { profile: [] }", 1, "'profile' has 0 values; there have to be 1 to 512"),
        (
            "matrix: { quality: all }", 1,
            "'quality' has to be a list of values, or of names with what each sets; profile, asset and abr can be 'all'"
        ),
        ("matrx: { profile: [edge] }\nbase: {}", 1, "unknown key 'matrx'; did you mean 'matrix'?"),
        (
            "base: { asset: tiny }\nmatrix:\n  quality: [best, fats]", 3,
            "download.quality: 'quality' is 'fats', not 'best', 'fast' or a bitrate; did you mean 'fast'?"
        ),
        (
            "base:\n  aset: tiny\nmatrix: { seed: [1] }", 2,
            "unknown key 'aset'; did you mean 'asset'?"
        ),
        ("matrix: { seed: [1, 2] }\nexclude:\n  - { seed: 3 }", 3, "'seed' has no value '3'"),
        (
            "matrix: { seed: [1, 2] }\nexclude:\n  - { sed: 1 }", 3,
            "'sed' is no dimension of the matrix; did you mean 'seed'?"
        ),
        (
            "matrix: { seed: [1, 2] }\nexclude:\n  - { seed: 1 }\n  - { seed: 1 }", 4,
            "this entry of 'exclude' leaves nothing out"
        ),
        ("matrix: { seed: [1, 2] }\ninclude:\n  - { colour: red }", 3, "unknown key 'colour'"),
        (
            "matrix: { seeds: 5..1 }", 1,
            "'seeds' is '5..1'; it has to be seeds and ranges of them, as in 7, 1...1000 or 1,2,5...9"
        ),
        ("matrix: { seed: [1, 2], parallel: [1, 1] }", 1, "'parallel' has '1' twice"),
        (
            "matrix: { seed: [1] }\ninclude: [{ seed: 1 }]", 2,
            "the case 'wrong/1' is there twice, also in "
        ),
    ])
    func `that cannot be say where and why`(text: String, line: Int, message: String) throws {
        let suite = try TestSuite(["wrong.yaml": text + "\n"])
        let error = try #require(throws: LabError.self) { _ = try suite.names() }
        #expect(error.kind == .usage)
        #expect(
            error.message.hasPrefix("\(suite.path)/wrong.yaml:\(line): \(message)"),
            "\(error.message)")
    }

    @Test func `are never without end`() throws {
        let seeds = (1...200).map(String.init).joined(separator: ", ")
        let suite = try TestSuite([
            "m.yaml": "matrix: { seed: [\(seeds)], parallel: [\(seeds)] }\n"
        ])
        let error = try #require(throws: LabError.self) { _ = try suite.names() }
        #expect(error.message.hasSuffix("m.yaml:1: 'matrix' has more than 20000 cases"))
    }

    @Test func `must not be none at all`() throws {
        let suite = try TestSuite(["a.yaml": "asset: tiny\n"])
        let error = try #require(throws: LabError.self) {
            _ = try suite.names { $0.filters = ["b*"] }
        }
        #expect(error.message == "none of the 1 cases is wanted: see --list")
        let none = try #require(throws: LabError.self) {
            _ = try suite.names { $0.paths = [suite.folder + "/nowhere"] }
        }
        #expect(none.message == "\(suite.folder)/nowhere: cannot read the file: it is not there")
    }
}
