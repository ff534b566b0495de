internal import DownloadCore

/// Makes parts that have fully arrived durable, several in one go.
///
/// First the journal says what they are to be, then they get their names, then their bytes are synced,
/// and then the journal says that they are there. Whatever is lost in between, a durable byte always
/// has a durable name, and a durable note by which it is recognised.
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
        for part in unnamed where parts.count > 1 { part.file.file.startSync() }
        try journal.promise(parts.map(\.row), counts)
        for part in unnamed { try DurableFolder.move(part.temporary, to: part.final) }
        for folder in Set(parts.map(\.folder)) { try DurableFolder.sync(folder) }
        for part in parts { try part.file.file.sync() }
        try journal.store(parts.map(\.row))
    }
}
