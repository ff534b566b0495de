internal import DownloadCore

// Parts: from their first byte to their place in the package.
extension PackageStore {
    func key(_ stream: Int, _ index: Int) -> DownloadSnapshot.PartKey {
        .init(stream: plan(stream).stream.identity, index: index)
    }

    private func plan(_ stream: Int) -> StreamPlan {
        stream < plans.count ? plans[stream] : guest(stream).plan
    }

    private func folder(_ stream: Int) -> String {
        stream < folders.count ? folders[stream] : guest(stream).folder
    }

    private func guest(_ stream: Int) -> Guest {
        guard let guest = guests[stream] else {
            preconditionFailure("a stream is laid before its parts come")
        }
        return guest
    }

    /// A part that is durable in the package.
    func storedPart(_ resource: ResourceID) -> DownloadJournal.StoredPart? {
        let (stream, index) = place(of: resource)
        guard stream < plans.count || guests[stream] != nil else { return nil }
        return stored[key(stream, index)]
    }

    private func partialPath(_ stream: Int, _ index: Int) -> String {
        PackageLayout.partialPath(index: index, in: folder(stream))
    }

    /// Takes in that a part begins from its first byte, and what vouches for the bytes to come.
    func begin(_ resource: ResourceID, entityTag: String?) throws(StoreFailure) {
        let (stream, index) = place(of: resource)
        let key = key(stream, index)
        guard let entityTag else { return try forget(key) }
        let row = DownloadJournal.PartialPart(
            key: key, path: partialPath(stream, index), entityTag: entityTag, bootID: bootID,
            synced: 0)
        // What is said of other bytes must not stand while these arrive.
        try writer(of: resource).beforeFirstByte(
            now: inJournal.contains(key) || notes.rows[key] != nil
        ) { [unowned self] () throws(StoreFailure) in try note(row) }
    }

    private func note(_ row: DownloadJournal.PartialPart) throws(StoreFailure) {
        guard !inJournal.contains(row.key) else {
            callOffSync(of: row.key)
            return try journal.begin([row])
        }
        try notes.begin(row)
        if notes.isFull { try takeOverNotes() }
    }

    private func takeOverNotes() throws(StoreFailure) {
        try journal.begin(
            notes.rows.values.sorted {
                ($0.key.stream, $0.key.index) < ($1.key.stream, $1.key.index)
            })
        inJournal.formUnion(notes.rows.keys)
        try notes.clear()
    }

    /// Nobody is to go on with what there is of a part.
    private func forget(_ key: DownloadSnapshot.PartKey) throws(StoreFailure) {
        callOffSync(of: key)
        try notes.end([key])
        guard inJournal.contains(key) else { return }
        try journal.discard(key)
        inJournal.remove(key)
    }

    private func callOffSync(of key: DownloadSnapshot.PartKey) {
        syncs.removeValue(forKey: key)?.callOff()
    }

    /// The writer of a part.
    func writer(of resource: ResourceID) throws(StoreFailure) -> PartWriter {
        let (stream, index) = place(of: resource)
        let key = key(stream, index)
        if let writer = writers[key] { return writer }
        let writer = PartWriter(
            path: layout.absolute(partialPath(stream, index)),
            check: try check(of: plan(stream).parts[index]), spare: spareBlocks)
        writers[key] = writer
        return writer
    }

    /// Bytes of a part that are on disk and not yet stored.
    func partialSize(of resource: ResourceID) -> Int {
        let (stream, index) = place(of: resource)
        return DurableFolder.size(of: layout.absolute(partialPath(stream, index))) ?? 0
    }

    /// What makes durable what has arrived of a part, and the journal say so.
    func sync(_ plan: BodyPlan, _ writer: PartWriter) -> PartSync? {
        let (stream, index) = place(of: plan.resource)
        let key = key(stream, index)
        let count = writer.beginSync()
        // Without a tag nobody goes on with it.
        guard let tag = plan.entityTag, let file = writer.opened else { return nil }
        let row = DownloadJournal.PartialPart(
            key: key, path: partialPath(stream, index), entityTag: tag, bootID: bootID,
            synced: count)
        let folder = writer.hasDurableName ? nil : layout.absolute(folder(stream))
        let sync = PartSync(file, folder: folder, row, journal)
        inJournal.insert(key)
        syncs[key] = sync
        return sync
    }

    func discardPartial(_ resource: ResourceID) throws(StoreFailure) {
        let (stream, index) = place(of: resource)
        writers.removeValue(forKey: key(stream, index))?.forget()
        try forget(key(stream, index))
        try DurableFolder.remove(layout.absolute(partialPath(stream, index)))
    }

    /// What has to be done to make a part, all bytes of which have arrived, a part of the package.
    func finishing(
        _ resource: ResourceID, _ attestation: Attestation
    ) throws(StoreFailure) -> PartCommit.Part {
        let (stream, index) = place(of: resource)
        let key = key(stream, index)
        let written = try writer(of: resource).finish()
        writers[key] = nil
        callOffSync(of: key)
        if case .memory(let block) = written { bytesInMemory += block.count }
        let path = PackageLayout.path(
            plan(stream).parts[index].kind, at: index, in: folder(stream),
            attestation.container)
        return PartCommit.Part(
            resource: resource, key: key, path: path, final: layout.absolute(path),
            temporary: layout.absolute(partialPath(stream, index)), written: written,
            attestation: attestation)
    }

    /// Whether a part that is whole may wait in memory to be made durable.
    func mayKeepInMemory(_ writer: PartWriter) -> Bool {
        guard let count = writer.countInMemory else { return false }
        return bytesInMemory + count <= Self.mostBytesInMemory
    }

    /// The step that makes parts durable together.
    func commit(of parts: [PartCommit.Part], _ progress: DownloadProgress) -> PartCommit {
        PartCommit(
            parts: parts, counts: counts(progress), journal: journal, discards: discards.all,
            isBehindDiscarded: discards.all > discards.durable)
    }

    /// Notes that the step was done.
    /// - Parameter rows: what the journal says of each part.
    func committed(_ commit: PartCommit, _ rows: [DownloadJournal.StoredPart]) {
        discards.durable = commit.discards
        for row in rows {
            stored[row.key] = row
            inJournal.remove(row.key)
        }
        for part in commit.parts {
            guard case .memory(let block) = part.written else { continue }
            bytesInMemory -= block.count
            spareBlocks.give(block)
        }
        // A note too many does no harm: the journal has the part.
        try? notes.end(rows.map(\.key))
    }

    /// Notes what the download has received so far, earlier runs included.
    func record(_ progress: DownloadProgress) throws(StoreFailure) {
        try journal.record(counts(progress))
    }

    private func counts(_ progress: DownloadProgress) -> DownloadJournal.Counts {
        .init(
            bytesReceived: earlier.bytesReceived + progress.bytesReceived,
            retries: earlier.retries + progress.retries)
    }

    func place(of resource: ResourceID) -> (stream: Int, index: Int) {
        guard case .part(let stream, let index) = resource else {
            preconditionFailure("only parts are written by a part writer")
        }
        return (stream, index)
    }
}
