import Foundation

/// A new temporary folder, deleted with the value.
final class TestFolder: Sendable {
    let path: String

    /// - Parameter parent: nil: that for temporary files.
    init(in parent: String? = nil) throws {
        let temporary = FileManager.default.temporaryDirectory.path(percentEncoded: false)
        path = (parent.map { $0 + "/" } ?? temporary) + "hlsdownload.\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
    }

    /// A folder that is there.
    init(at path: String) { self.path = path }

    deinit {
        // Nothing depends on the folder being gone.
        try? FileManager.default.removeItem(atPath: path)
    }

    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(filePath: "\(path)/\(name)"))
    }

    func bytes(of name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: "\(path)/\(name)")))
    }

    func text(of name: String) throws -> String {
        String(decoding: try bytes(of: name), as: UTF8.self)
    }

    func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: "\(path)/\(name)") }

    /// Relative paths of all files, sorted.
    func files() -> [String] {
        let found = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return found.sorted().filter { name in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(
                atPath: "\(path)/\(name)", isDirectory: &isFolder)
                && !isFolder.boolValue
        }
    }
}
