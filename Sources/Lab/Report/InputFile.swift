internal import Foundation

/// A file that a person names, or standard input: its bytes, and no more of them than are wanted.
enum InputFile {
    /// Why it cannot be read.
    struct Failure: Error {
        var reason: String
    }

    /// - Parameters:
    ///   - path: `-` is standard input.
    ///   - limit: no more bytes are read.
    static func bytes(of path: String, limit: Int) throws(Failure) -> [UInt8] {
        guard path != "-" else { return try bytes(of: .standardInput, limit: limit) }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw Failure(reason: "it is not there")
        }
        guard !isFolder.boolValue else { throw Failure(reason: "it is a folder") }
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw Failure(reason: "permission denied")
        }
        return try bytes(of: file, limit: limit)
    }

    private static func bytes(of file: FileHandle, limit: Int) throws(Failure) -> [UInt8] {
        do {
            var bytes: [UInt8] = []
            while bytes.count < limit, let more = try file.read(upToCount: limit - bytes.count),
                !more.isEmpty
            {
                bytes.append(contentsOf: more)
            }
            return bytes
        } catch {
            throw Failure(reason: error.localizedDescription)
        }
    }
}
