/// A configuration file or name that cannot be used: what is wrong, where, and what to write.
package struct ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Path of the file as it was given; nil when the fault is in no file.
    package let file: String?
    /// Line in the file, from 1; nil when the fault is the file as a whole.
    package let line: Int?
    /// Column in the line, from 1, where it is known.
    package let column: Int?
    package let message: String

    package init(
        file: String? = nil, line: Int? = nil, column: Int? = nil, message: String
    ) {
        self.file = file
        self.line = line
        self.column = column
        self.message = message
    }

    /// `Profiles/edge.yaml:14: unknown key 'lattency'; did you mean 'latency'?`
    package var description: String {
        guard let file else { return message }
        guard let line else { return "\(file): \(message)" }
        return "\(file):\(line): \(message)"
    }
}
