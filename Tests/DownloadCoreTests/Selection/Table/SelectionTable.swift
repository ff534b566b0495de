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
    /// of auxiliary content.
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
        for reason in row.reasons {
            #expect(Self.reasons(of: resolved).contains(reason), "\(told)")
        }
    }

    @Test func `is asked for in at least 200 ways, each of them once`() {
        #expect(SelectionTable.all.count >= 200)
        let questions = Set(SelectionTable.all.map { $0.sketch + "\n" + $0.ask })
        #expect(questions.count == SelectionTable.all.count)
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
