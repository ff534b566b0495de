package import Foundation

extension Encodable {
    /// Indented JSON with sorted keys and a line break at its end.
    package func json() throws(LabError) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            return try encoder.encode(self) + Data("\n".utf8)
        } catch {
            throw LabError(.run, "cannot write a result as JSON: \(error)")
        }
    }

    /// JSON in one line, with sorted keys, without a line break.
    package func jsonLine() throws(LabError) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        } catch {
            throw LabError(.run, "cannot write a result as JSON: \(error)")
        }
    }

    /// The same as text without the last line break.
    package func jsonText() throws(LabError) -> String {
        String(decoding: try json().dropLast(), as: UTF8.self)
    }
}
