internal import Foundation

/// The program that runs, to be started once more.
enum ThisProgram {
    /// Its path, links resolved.
    static var path: String { URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path }
}
