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

    /// The same as text without the last line break.
    package func jsonText() throws(LabError) -> String {
        String(decoding: try json().dropLast(), as: UTF8.self)
    }
}
