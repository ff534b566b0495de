internal import Foundation
internal import LinkModel

/// Reads files with links that other programs wrote.
enum LinkFile {
    /// Reads a file, but never much more than ``RateTrace/maximumFileBytes``: it may be a device.
    ///
    /// - Throws: ``ConfigurationError`` when it cannot be read or is too large.
    static func read(_ path: String) throws(ConfigurationError) -> [UInt8] {
        let limit = RateTrace.maximumFileBytes
        let data: Data
        do {
            let handle = try FileHandle(forReadingFrom: URL(filePath: path))
            data = try handle.read(upToCount: limit + 1) ?? Data()
        } catch {
            let reason = FileManager.default.fileExists(atPath: path) ? "readable" : "there"
            throw ConfigurationError(
                file: path, message: "cannot read the file: it is not \(reason)")
        }
        guard data.count <= limit else {
            throw ConfigurationError(
                file: path, message: "the file has more than \(limit) bytes: cut it")
        }
        return Array(data)
    }
}
