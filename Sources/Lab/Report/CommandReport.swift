/// What a command has found: for people, as JSON, and as an exit code.
package protocol CommandReport: Encodable, Sendable {
    var text: String { get }
    /// 0 when all is well.
    var exitCode: Int32 { get }
}

extension CommandReport {
    package var exitCode: Int32 { 0 }
}
