import Foundation
import Simulation

/// Outputs of other projects that have to be reproduced; see Fixtures/conformance/README.md.
struct ConformanceData: ConformanceSource {
    /// A text of a file that is something else instead.
    struct Change {
        var path: String
        var old: String
        var new: String
    }

    var change: Change?

    static let loaded = Result { try Conformance(from: ConformanceData()) }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Fixtures/conformance").standardized

    func decode<Value: Decodable>(_ type: Value.Type, _ path: String) throws -> Value {
        try JSONDecoder().decode(type, from: Data(text(path).utf8))
    }

    func text(_ path: String) throws -> String {
        let text = try String(contentsOf: Self.folder.appending(path: path), encoding: .utf8)
        guard let change, change.path == path, let place = text.range(of: change.old) else {
            return text
        }
        return text.replacingCharacters(in: place, with: change.new)
    }
}
