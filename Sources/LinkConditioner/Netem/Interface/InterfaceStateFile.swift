internal import Glibc

/// Where the state of a shaped interface is kept. Written as a whole or not at all.
struct InterfaceStateFile {
    let path: String
    private let folder: String
    private static let ending = ".state"

    init(folder: String, interface: String) {
        self.folder = folder
        path = "\(folder)/\(interface)\(Self.ending)"
    }

    /// Names of the interfaces that have a file in a folder, in their order; none where the folder
    /// is not there.
    static func interfaces(in folder: String) -> [String] {
        guard let entries = opendir(folder) else { return [] }
        defer { closedir(entries) }
        var names: [String] = []
        while let entry = readdir(entries) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasSuffix(ending) { names.append(String(name.dropLast(ending.count))) }
        }
        return names.sorted()
    }

    /// Nil when there is none.
    ///
    /// - Throws: ``NetemError/unreadableState(path:)`` for a file that is not one of these.
    func read() throws(NetemError) -> InterfaceState? {
        guard access(path, F_OK) == 0 else { return nil }
        guard let text = TextFile.read(path), let state = InterfaceState(text: text) else {
            throw .unreadableState(path: path)
        }
        return state
    }

    func write(_ state: InterfaceState) throws(NetemError) {
        if mkdir(folder, 0o755) != 0, errno != EEXIST {
            throw .file(attempt: "make the folder", path: folder, code: errno)
        }
        let temporary = path + ".new"
        let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw .file(attempt: "write", path: temporary, code: errno) }
        let bytes = Array(state.text.utf8)
        let isWritten = Glibc.write(file, bytes, bytes.count) == bytes.count && fsync(file) == 0
        let code = errno
        close(file)
        guard isWritten else { throw .file(attempt: "write", path: temporary, code: code) }
        guard rename(temporary, path) == 0 else {
            throw .file(attempt: "write", path: path, code: errno)
        }
    }

    func remove() throws(NetemError) {
        guard unlink(path) == 0 || errno == ENOENT else {
            throw .file(attempt: "remove", path: path, code: errno)
        }
    }
}
