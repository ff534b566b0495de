import Foundation

/// A new temporary folder for a vault, deleted with the value.
final class KeyTestFolder: Sendable {
    let path: String

    init() throws {
        path =
            FileManager.default.temporaryDirectory.path(percentEncoded: false)
            + "hlskeys.\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        // Nothing depends on the folder being gone.
        try? FileManager.default.removeItem(atPath: path)
    }

    func write(_ bytes: [UInt8], to name: String, mode: Int = 0o600) throws {
        let file = "\(path)/\(name)"
        try Data(bytes).write(to: URL(filePath: file))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
    }

    func copy(from source: String, to name: String) throws {
        try FileManager.default.copyItem(atPath: source, toPath: "\(path)/\(name)")
    }

    /// Permissions of a file or folder.
    func mode(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")[.posixPermissions]
            as? Int
    }

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
