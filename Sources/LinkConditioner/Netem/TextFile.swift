internal import Glibc

/// Reads small text files of the kernel, whose length is not known beforehand.
enum TextFile {
    /// Largest file that is read, in bytes; modules.dep has hundreds of kilobytes.
    static let maximumBytes = 16 << 20

    /// The text of the file at `path`, nil when it cannot be read.
    static func read(_ path: String) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while bytes.count < maximumBytes {
            let count = Glibc.read(file, &chunk, chunk.count)
            guard count >= 0 else { return nil }
            if count == 0 { break }
            bytes += chunk[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension String {
    /// The first line, without the line's end.
    var firstLine: String {
        String(prefix { !$0.isNewline })
    }

    /// What stands behind `key` on the line that begins with it, without white space.
    func line(after key: String) -> String? {
        guard let line = split(separator: "\n").first(where: { $0.hasPrefix(key) }) else {
            return nil
        }
        return line.dropFirst(key.count).filter { !$0.isWhitespace }
    }
}
