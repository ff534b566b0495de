internal import Foundation

/// What a command has found: for people, as JSON, and as an exit code.
package protocol CommandReport: Encodable, Sendable {
    var text: String { get }
    /// 0 when all is well.
    var exitCode: Int32 { get }
}

extension CommandReport {
    package var exitCode: Int32 { 0 }
}

extension CommandReport {
    /// Writes one of its forms to a file, the old one or the new one being there at any time.
    /// - Throws: ``LabError`` when it cannot be written.
    package func write(_ form: String, to path: String) throws(LabError) {
        do {
            try Data("\(form)\n".utf8).write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw LabError(.run, "cannot write \(path): \(RunFolder.reason(error))")
        }
    }
}
