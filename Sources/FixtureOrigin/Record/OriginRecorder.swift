import Scenarios
import Synchronization

/// Keeps the record while requests end, and the file of it if there is one.
final class OriginRecorder: Sendable {
    private let record = Mutex(OriginRecord())
    private let file: RecordFile?
    private let onEntry: (@Sendable (OriginRecord.Entry) -> Void)?

    init(file: RecordFile?, onEntry: (@Sendable (OriginRecord.Entry) -> Void)?) {
        self.file = file
        self.onEntry = onEntry
    }

    var snapshot: OriginRecord {
        record.withLock { $0 }
    }

    /// - Throws: ``OriginError/recordUnwritable(path:reason:)``; the entry is in the record all the
    ///   same.
    func append(_ entry: OriginRecord.Entry) throws(OriginError) {
        record.withLock { $0.entries.append(entry) }
        onEntry?(entry)
        try file?.append(entry)
    }
}
