internal import Crypto
internal import Dispatch
internal import DownloadCore
internal import Synchronization

/// Makes parts that have fully arrived durable, several in one go.
///
/// First the journal says what they are to be, and what is in memory gets its file: from then on a kill
/// costs nothing. Then what the journal says is made durable, then the others get their names, then the
/// names are made durable, then the bytes, and then the journal says that they are there. Whatever is lost
/// in between, bytes that were durable before have a durable note by which they are recognised.
///
/// It blocks until the medium has everything: to be performed on a thread for that.
struct PartCommit: Sendable {
    struct Part: Sendable {
        var resource: ResourceID
        var key: DownloadSnapshot.PartKey
        /// Of its file: relative to the package, and absolute.
        var path: String
        var final: String
        /// Absolute path of what has been written of it.
        var temporary: String
        var written: PartWriter.Written
        var attestation: Attestation

        fileprivate var folder: String {
            String(final[..<(final.lastIndex(of: "/") ?? final.endIndex)])
        }

        /// What the journal is to say. Digests what is in memory.
        fileprivate var row: DownloadJournal.StoredPart {
            let length: Int
            let sha256: String
            switch written {
            case .file(_, let count, let digest): (length, sha256) = (count, digest)
            case .memory(let block):
                var digest = SHA256()
                digest.update(bufferPointer: block.bytes)
                (length, sha256) = (block.count, digest.finalize().hexadecimal)
            }
            return DownloadJournal.StoredPart(
                key: key, path: path, length: length, sha256: sha256, attestation: attestation)
        }

        /// What is in memory.
        fileprivate var block: PartBlock? {
            if case .memory(let block) = written { block } else { nil }
        }

        /// The file of what is on disk, by its name. Done again after a failure, one that has it is passed
        /// over.
        fileprivate func name() throws(StoreFailure) -> OpenFile? {
            guard case .file(let file, _, _) = written else { return nil }
            if DurableFolder.size(of: temporary) != nil {
                try DurableFolder.move(temporary, to: final)
            }
            return file
        }
    }

    let parts: [Part]
    let counts: DownloadJournal.Counts
    let journal: DownloadJournal
    /// How often rows had been discarded before.
    let discards: Int
    /// Discarded rows may come back with a power cut: no file may have their names before.
    let isBehindDiscarded: Bool

    /// - Returns: what the journal says of each part.
    func perform() throws(StoreFailure) -> [DownloadJournal.StoredPart] {
        let rows = try eachPart { part, _ throws(StoreFailure) in part.row }
        // All on their way to the medium before the first one is waited for.
        let startsAll = parts.count > 1
        for part in parts where startsAll {
            if case .file(let file, _, _) = part.written { file.file.startSync() }
        }
        try journal.promise(rows)
        if isBehindDiscarded { try journal.recordDurably(counts) }
        // One after the other: a folder takes one name at a time.
        var made: [OpenFile?] = []
        for part in parts { made.append(part.block == nil ? nil : try OpenFile(newAt: part.final)) }
        let new = made
        _ = try eachPart { part, place throws(StoreFailure) in
            guard let block = part.block, let open = new[place] else { return }
            try open.file.write(block.bytes, at: 0)
            if startsAll { open.file.startSync() }
        }
        try journal.recordDurably(counts)
        var named: [OpenFile?] = []
        for part in parts { named.append(try part.name()) }
        let files = zip(new, named).compactMap { $0 ?? $1 }
        for folder in Set(parts.map(\.folder)) { try DurableFolder.sync(folder) }
        _ = try eachPart { _, place throws(StoreFailure) in try files[place].file.sync() }
        try journal.store(rows)
        return rows
    }

    /// Threads at once: more wait for the same medium.
    private static let threads = 4
    /// Parts for each of them.
    private static let share = 8

    /// Does something with each part and its place, on several threads if there are many.
    /// - Throws: the failure of one part. Others may be done.
    private func eachPart<Value: Sendable>(
        _ act: @Sendable (Part, Int) throws(StoreFailure) -> Value
    ) throws(StoreFailure) -> [Value] {
        let threads = max(1, min(Self.threads, parts.count / Self.share))
        let outcomes = Mutex<[(place: Int, result: Result<Value, StoreFailure>)]>([])
        DispatchQueue.concurrentPerform(iterations: threads) { thread in
            var mine: [(place: Int, result: Result<Value, StoreFailure>)] = []
            for place in stride(from: thread, to: parts.count, by: threads) {
                let result = Result { () throws(StoreFailure) in try act(parts[place], place) }
                mine.append((place, result))
                if case .failure = result { break }
            }
            outcomes.withLock { $0 += mine }
        }
        var values: [Value] = []
        for outcome in outcomes.withLock({ $0.sorted { $0.place < $1.place } }) {
            values.append(try outcome.result.get())
        }
        return values
    }
}
