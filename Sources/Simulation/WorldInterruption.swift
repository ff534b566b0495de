package import DownloadCore

/// Something that happens to a download of a ``World`` from outside.
package struct WorldInterruption: Sendable, Hashable {
    package enum What: Sendable, Hashable {
        case suspended
        case resumed
        case network(NetworkStatus)
        /// No byte more can be written until ``diskFree``.
        case diskFull
        case diskFree
        /// The origin serves other files from now on: those of the world's successor.
        case originReplaced
    }

    /// Since the world began.
    package var at: Duration
    package var what: What

    package init(at: Duration, what: What) {
        self.at = at
        self.what = what
    }
}
