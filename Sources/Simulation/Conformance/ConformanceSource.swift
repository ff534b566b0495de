/// Where conformance data are read from: a folder with `sabre`, `pensieve` and `players`.
package protocol ConformanceSource {
    /// A JSON file of the folder, by its path in it.
    func decode<Value: Decodable>(_ type: Value.Type, _ path: String) throws -> Value

    /// A text file of the folder.
    func text(_ path: String) throws -> String
}

/// Why data cannot be checked against: they are not what they are to be.
package struct ConformanceProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// Path in the folder.
    package var file: String
    package var reason: String

    package init(file: String, reason: String) {
        self.file = file
        self.reason = reason
    }

    package var description: String { "\(file): \(reason)" }
}
