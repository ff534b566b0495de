internal import Foundation
internal import Synchronization

/// One end of a pipe that carries lines of JSON, each written at once: whoever dies leaves all that
/// were written, and at most one that is not whole, which counts for nothing.
final class PipeLines: Sendable {
    /// Longest line that is read. A playlist of 16 MB comes as numbers.
    private static let longestLine = 256 << 20
    private static let lineBreak = UInt8(ascii: "\n")

    private let handle: FileHandle
    private let writing = Mutex(())

    init(_ handle: FileHandle) {
        self.handle = handle
    }

    /// - Returns: whether it was written; nobody reads any more if not.
    @discardableResult
    func send(_ message: some Encodable) -> Bool {
        let encoder = JSONEncoder()
        // A mean of nothing has bounds that JSON has no numbers for.
        encoder.nonConformingFloatEncodingStrategy = Self.encodedInfinities
        do {
            var line = try encoder.encode(message)
            line.append(Self.lineBreak)
            return writing.withLock { _ in write(line) }
        } catch {
            preconditionFailure("what this program says can be written: \(error)")
        }
    }

    private func write(_ line: Data) -> Bool {
        line.withUnsafeBytes { bytes in
            var place = 0
            while place < bytes.count {
                let count = Foundation.write(
                    handle.fileDescriptor, bytes.baseAddress?.advanced(by: place),
                    bytes.count - place)
                if count < 0, errno != EINTR { return false }
                place += max(0, count)
            }
            return true
        }
    }

    /// Reads on a thread of its own until the other end is closed.
    func read(
        onLine: @escaping @Sendable (Data) -> Void, onEnd: @escaping @Sendable () -> Void
    ) {
        let handle = handle
        let thread = Thread {
            var rest = Data()
            var buffer = [UInt8](repeating: 0, count: 64 << 10)
            while rest.count < Self.longestLine {
                let count = Foundation.read(handle.fileDescriptor, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                var unread = buffer[..<count]
                while let end = unread.firstIndex(of: Self.lineBreak) {
                    rest.append(contentsOf: unread[..<end])
                    unread = unread[(end + 1)...]
                    onLine(rest)
                    rest.removeAll(keepingCapacity: true)
                }
                rest.append(contentsOf: unread)
            }
            onEnd()
        }
        thread.start()
    }

    func close() {
        // Nothing is left to be written: every line is, at once.
        try? handle.close()
    }

    /// What a line says; nil for one of another kind.
    static func message<Message: Decodable>(_ type: Message.Type, in line: Data) throws -> Message {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = decodedInfinities
        return try decoder.decode(type, from: line)
    }

    private static let encodedInfinities = JSONEncoder.NonConformingFloatEncodingStrategy
        .convertToString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    private static let decodedInfinities = JSONDecoder.NonConformingFloatDecodingStrategy
        .convertFromString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
}
