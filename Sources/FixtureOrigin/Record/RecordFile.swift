import FoundationEssentials
import Scenarios
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A file with one line of JSON per request that has ended.
final class RecordFile: Sendable {
    private let path: String
    /// Guards the order of lines; the descriptor itself never changes.
    private let descriptor: Mutex<CInt>

    /// Opens the file, or makes it; what it holds stays.
    init(path: String) throws(OriginError) {
        self.path = path
        let opened = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        guard opened >= 0 else { throw Self.failure(path) }
        descriptor = Mutex(opened)
    }

    deinit {
        _ = descriptor.withLock { close($0) }
    }

    func append(_ entry: OriginRecord.Entry) throws(OriginError) {
        var line: [UInt8]
        do {
            line = try RecordLine(entry).text()
        } catch {
            throw .recordUnwritable(path: path, reason: "\(error)")
        }
        let failure = descriptor.withLock { descriptor -> OriginError? in
            while !line.isEmpty {
                let count = write(descriptor, line, line.count)
                guard count > 0 else { return Self.failure(path) }
                line.removeFirst(count)
            }
            return nil
        }
        if let failure { throw failure }
    }

    private static func failure(_ path: String) -> OriginError {
        .recordUnwritable(path: path, reason: SystemError.last)
    }
}
