import Foundation

extension TestFolder {
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
}
