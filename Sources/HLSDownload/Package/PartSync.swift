internal import DownloadCore
internal import Synchronization

/// Makes durable what has arrived of a part that goes on arriving, and then has the journal say so.
/// It blocks until the medium has it: to be performed on a thread for that.
final class PartSync: Sendable {
    private let file: OpenFile
    /// The folder whose names are not durable yet; nil: they are.
    private let folder: String?
    private let row: DownloadJournal.PartialPart
    private let journal: DownloadJournal
    private let isCalledOff = Mutex(false)

    /// - Parameter row: says how many bytes are durable then.
    init(
        _ file: OpenFile, folder: String?, _ row: DownloadJournal.PartialPart,
        _ journal: DownloadJournal
    ) {
        self.file = file
        self.folder = folder
        self.row = row
        self.journal = journal
    }

    func perform() throws(StoreFailure) {
        if let folder { try DurableFolder.sync(folder) }
        try file.file.sync()
        try journal.synced(row) { !self.isCalledOff.withLock { $0 } }
    }

    /// The part begins again, is discarded or finished: what is written of it to the journal from now on
    /// holds.
    func callOff() { isCalledOff.withLock { $0 = true } }
}
