internal import Foundation
internal import Simulation

/// Conformance data of a folder on disk.
struct ConformanceFolder: ConformanceSource {
    let path: String

    /// Of one file.
    private static let mostBytes = 64 << 20

    func decode<Value: Decodable>(_ type: Value.Type, _ file: String) throws -> Value {
        do {
            return try JSONDecoder().decode(type, from: try data(file))
        } catch let error as DecodingError {
            throw ConformanceProblem(
                file: file, reason: "not as it has to be: \(error.words)")
        }
    }

    func text(_ file: String) throws -> String {
        String(decoding: try data(file), as: UTF8.self)
    }

    private func data(_ file: String) throws -> Data {
        do throws(InputFile.Failure) {
            return Data(try InputFile.bytes(of: "\(path)/\(file)", limit: Self.mostBytes))
        } catch {
            throw ConformanceProblem(file: file, reason: error.reason)
        }
    }
}
