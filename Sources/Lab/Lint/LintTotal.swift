/// What the validator found in all playlists of one call.
package struct LintTotal: Sendable, Hashable {
    private var playlists = 0
    private var withErrors = 0
    private var unread = 0

    package init() {}

    package mutating func count(_ report: LintReport) {
        playlists += 1
        if report.isUnread {
            unread += 1
        } else if report.errorCount > 0 {
            withErrors += 1
        }
    }

    /// 0 when no playlist has errors, 1 when one has, 2 when one could not be read.
    package var exitCode: Int32 { unread > 0 ? 2 : withErrors > 0 ? 1 : 0 }

    /// A line for people; nil when there was one playlist only, which has its own line.
    package var text: String? {
        guard playlists > 1 else { return nil }
        let unread = unread > 0 ? ", \(unread) not readable" : ""
        return "\(playlists) playlists: \(withErrors) with errors\(unread)"
    }
}
