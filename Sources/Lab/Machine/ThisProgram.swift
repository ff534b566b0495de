internal import Foundation

/// The program that runs.
package enum ThisProgram {
    /// Its path, links resolved. Looked up once, and before mounts of its own are entered: there the
    /// kernel has no name any more for a file that was opened outside.
    package static let path = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path
}
