internal import Foundation
package import Scenarios

/// A page that was made anew from what a run, a suite or a comparison left: what `hlslab report`
/// prints.
package struct RemadeReport: CommandReport {
    package enum Kind: String, Sendable, Hashable, Encodable {
        case run, seeds, suite, comparison

        fileprivate var words: String {
            switch self {
            case .run: "run"
            case .seeds: "run of many seeds"
            case .suite: "suite"
            case .comparison: "comparison"
            }
        }
    }

    package let schema = "hlslab-report/1"
    package var of: Kind
    /// Folder or file that it was made from.
    package var source: String
    /// False: the run was killed, or goes on.
    package var hasEnded = true
    /// Nil: a comparison has none, nor has what did not end.
    package var verdict: Verdict?
    /// Files that were written.
    package var page: String
    package var session: String?

    package var text: String {
        let head = hasEnded ? verdict?.rawValue.uppercased() ?? "DONE" : "NOT ENDED"
        return
            (["\(head)  \(of.words) \(source)", "  page      \(page)"]
            + (session.map { ["  session   \($0)"] } ?? [])).joined(separator: "\n")
    }
}
