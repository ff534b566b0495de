extension AssetDownloadError: CustomStringConvertible {
    /// What was attempted, why it failed and what helps.
    public var description: String {
        switch self {
        case .badIdentifier(let identifier):
            "cannot open a session '\(identifier)': an identifier has 1 to "
                + "\(SessionLayout.longestIdentifier) letters, digits, '.', '-' or '_' and begins "
                + "with a letter or digit"
        case .sessionInUse(let identifier):
            "cannot open the session '\(identifier)': another process or session has it open; "
                + "close that one or use another identifier"
        case .libraryDamaged(let path, let reason):
            "cannot open the library \(path): it is damaged (\(reason)); restore it, or move its "
                + "folder away and begin anew; its packages are untouched"
        case .libraryIsNewer(let path):
            "cannot open the library \(path): a later version wrote it; use that version"
        case .libraryUnusable(let path, let reason):
            "cannot use the library \(path): \(reason)"
        case .sessionClosed:
            "the session was closed; open one with the same identifier"
        case .badURL(let url):
            "cannot download '\(url)': this is no URL of a playlist"
        case .notInLibrary(let path):
            "cannot find a package at \(path) in the session's library"
        case .packageInUse(let path):
            "cannot delete \(path): a task works on it; cancel or suspend that first"
        case .tooManyMediaSelections(let limit):
            "a task has at most \(limit) media selections; make several tasks on one package"
        case .cancelled: "the task was cancelled"
        case .packageDeleted: "the task's package was deleted"
        case .notRestorable:
            "the task asks for a variant by a closure, which does not survive the process; make it "
                + "again, or ask by a predicate"
        case .quotaExceeded(let quota):
            "the library's quota of \(quota) bytes is used up and no policy lets a package go; "
                + "delete packages or raise the quota, then go on with a task on the package"
        case .downloadFailed(let failure): failure.description
        }
    }
}
