import DownloadCore
import HLSPlaylist
import Testing

/// One question and its answer.
struct SelectionRow: Sendable, CustomTestStringConvertible {
    var section: String
    var sketch: String
    /// See ``SelectionAsk``.
    var ask: String
    /// URIs of what is fetched, in order; `error` when nothing can be selected.
    var streams: String
    /// Why: of the variant, or `NAME: why` of a rendition (by URI, else by name), `also URI: …` for
    /// the alternates of a stream, `left URI: …` for what was left out, `aux N: …` for the reason
    /// of auxiliary content; `no NAME` for a rendition that is not part of it.
    var reasons: [String]

    var testDescription: String { "\(section): \(ask)" }
}

/// Questions and answers, by what they are about. A line of a section is
/// `ask | streams | reason // reason`.
enum SelectionTable {
    static func section(
        _ title: String, _ sketch: String, _ lines: String
    ) -> [SelectionRow] {
        lines.split(separator: "\n").map { line in
            let columns = line.split(separator: "|").map(\.trimmed)
            precondition(columns.count == 3, "a row has three columns: \(line)")
            return SelectionRow(
                section: title, sketch: sketch, ask: columns[0], streams: columns[1],
                reasons: columns[2].components(by: "//"))
        }
    }

    static let all =
        bitrates + sizes + ranges + scores + ties + undeclared + media + qualifiers + playable
        + channels + lossless + languages + text + accessibility + redundant + pathways
        + auxiliary + views
}

@Suite struct `What is selected` {
    @Test(arguments: SelectionTable.all)
    func `is what the table says, for the reason that it says`(row: SelectionRow) throws {
        let playlist = PlaylistSketch(row.sketch).playlist
        let ask = try SelectionAsk(row.ask, of: playlist)
        let resolved: ResolvedSelection
        do throws(SelectionError) {
            resolved = try ask.resolve()
        } catch {
            #expect(row.streams == "error", "\(error)")
            #expect(row.reasons == [error.description])
            return
        }
        let streams = resolved.selection.streams.map(\.uri).joined(separator: " ")
        let told = resolved.explanation.joined(separator: "\n")
        #expect(streams == row.streams, "\(told)")
        let reasons = Self.reasons(of: resolved)
        for reason in row.reasons {
            if reason.hasPrefix("no ") {
                #expect(!reasons.contains { $0.hasPrefix("\(reason.dropFirst(3)): ") }, "\(told)")
            } else {
                #expect(reasons.contains(reason), "\(told)")
            }
        }
    }

    @Test func `is asked for in at least 200 ways, each of them once`() {
        #expect(SelectionTable.all.count >= 200)
        let questions = Set(SelectionTable.all.map { $0.sketch + "\n" + $0.ask })
        #expect(questions.count == SelectionTable.all.count)
    }

    @Test func `is a stored variant of an earlier playlist, on the pathway of the download`() throws
    {
        let old = AssetVariant.all(of: PlaylistSketch("var w?1 9 id=high path=west").playlist)
        let playlist = PlaylistSketch(
            """
            steer west
            var e?2 9 id=high path=east
            var w?2 9 id=high path=west
            var x 99 id=higher path=west
            """
        ).playlist
        let configuration = AssetDownloadConfiguration(
            primary: .init(variantQualifiers: [.variant(old[0])]))
        let resolved = try Selection.resolve(playlist, configuration)
        #expect(resolved.primary.variant.uri == "w?2")
        #expect(resolved.primary.reason.description == "asked for")
    }

    /// Everything that can stand in the last column.
    private static func reasons(of resolved: ResolvedSelection) -> [String] {
        var reasons = [resolved.primary.reason.description]
        reasons += resolved.contents.dropFirst().enumerated().map {
            "aux \($0 + 1): \($1.reason)"
        }
        reasons += resolved.contents.flatMap(\.renditions).map {
            "\($0.uri ?? $0.option.name): \($0.reason)"
        }
        reasons += resolved.selection.streams.map {
            "also \($0.uri): \($0.alternates.isEmpty ? "-" : $0.alternates.joined(separator: " "))"
        }
        return reasons + resolved.excluded.map { "left \($0.variant.uri): \($0.obstacle)" }
    }
}
