internal import Glibc

/// Small files through which the kernel is set.
enum KernelFile {
    static func write(_ text: String, to path: String) throws(NetemError) {
        let file = open(path, O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { throw .file(attempt: "write", path: path, code: errno) }
        defer { close(file) }
        let bytes = Array(text.utf8)
        guard Glibc.write(file, bytes, bytes.count) == bytes.count else {
            throw .file(attempt: "write", path: path, code: errno)
        }
    }
}
