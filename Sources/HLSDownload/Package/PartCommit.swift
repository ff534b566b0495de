internal import DownloadCore

/// Makes parts that have fully arrived durable, several in one go: their bytes first, then their
/// names, then the journal, so that whatever the journal says is there.
///
/// It blocks until the medium has everything: to be performed on a thread for that.
struct PartCommit: Sendable {
    struct Part: Sendable {
        var resource: ResourceID
        /// Absolute paths before and after.
        var temporary: String
        var final: String
        /// The first of the two, open.
        var file: OpenFile
        var row: DownloadJournal.StoredPart

        fileprivate var folder: String {
            String(final[..<(final.lastIndex(of: "/") ?? final.endIndex)])
        }
    }

    let parts: [Part]
    let counts: DownloadJournal.Counts
    let journal: DownloadJournal

    func perform() throws(StoreFailure) {
        // Done again after a failure, what has its name already is passed over.
        let unnamed = parts.filter { DurableFolder.size(of: $0.temporary) != nil }
        // All on their way to the medium before the first one is waited for.
        for part in unnamed where parts.count > 1 {
            part.file.file.startSync()
        }
        for part in unnamed { try part.file.file.sync() }
        for part in unnamed { try DurableFolder.move(part.temporary, to: part.final) }
        for folder in Set(parts.map(\.folder)) { try DurableFolder.sync(folder) }
        try journal.store(parts.map(\.row), counts)
    }
}
