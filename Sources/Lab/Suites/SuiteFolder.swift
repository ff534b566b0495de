internal import Foundation

/// The folder that the results of a suite and its runs are written into.
struct SuiteFolder: Sendable {
    /// Absolute path.
    let path: String

    var results: String { path + "/results.json" }

    /// - Parameters:
    ///   - path: nil: a new folder below `runs/` in the current one.
    ///   - isForSockets: the runs leave packages, which a run that finds one goes on with.
    /// - Throws: ``LabError`` when it cannot be written, or holds such runs already.
    init(_ path: String?, isForSockets: Bool, now: Date) throws(LabError) {
        self.path = RunFolder.absolute(path ?? RunFolder.unused(named: "suite", now: now))
        if isForSockets, FileManager.default.fileExists(atPath: self.path + "/runs") {
            throw LabError(
                .usage,
                "cannot play over sockets into \(self.path): it has runs already, which would go on "
                    + "where they were; choose another folder with --out")
        }
        try RunFolder.make(self.path)
    }

    /// Of a run, below this one.
    func place(of name: String, seed: UInt64) -> String { "runs/\(name)/seed-\(seed)" }
}
