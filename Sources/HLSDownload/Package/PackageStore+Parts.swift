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
    /// - Parameter now: time since the download's start.
    func begin(_ resource: ResourceID, entityTag: String?, at now: Duration) throws(StoreFailure) {
        let (stream, index) = place(of: resource)
        let key = key(stream, index)
        unnoted.end(key)
        guard let entityTag else { return try forget(key) }
        let row = DownloadJournal.PartialPart(
            key: key, path: partialPath(stream, index), entityTag: entityTag, bootID: bootID,
            synced: 0)
        // What the journal says of other bytes must not stand while these arrive.
        if noted.contains(key) { return try journal.begin([row]) }
        unnoted.begin(row, at: now)
    }

    /// Counts bytes that a part's writer is about to take, and notes what has begun when that is due.
    func expect(_ count: Int, of resource: ResourceID, at now: Duration) throws(StoreFailure) {
        let (stream, index) = place(of: resource)
        if unnoted.expect(count, of: key(stream, index), at: now) { try noteBegun() }
    }

    /// Lets the journal know of every part that has begun to arrive.
    func noteBegun() throws(StoreFailure) {
        let rows = unnoted.rows
        guard !rows.isEmpty else { return }
        try journal.begin(rows)
        noted.formUnion(rows.map(\.key))
        unnoted.removeAll()
    }

    private func forget(_ key: DownloadSnapshot.PartKey) throws(StoreFailure) {
        unnoted.end(key)
        guard noted.contains(key) else { return }
        try journal.discard(key)
        noted.remove(key)
    }

    /// The writer of a part.
    func writer(of resource: ResourceID) throws(StoreFailure) -> PartWriter {
        let (stream, index) = place(of: resource)
        let key = key(stream, index)
        if let writer = writers[key] { return writer }
        let writer = try PartWriter(
            path: layout.absolute(partialPath(stream, index)),
            check: try check(of: plan(stream).parts[index]))
        writers[key] = writer
        return writer
    }

    /// Bytes of a part that are on disk and not yet stored.
    func partialSize(of resource: ResourceID) -> Int {
        let (stream, index) = place(of: resource)
        return DurableFolder.size(of: layout.absolute(partialPath(stream, index))) ?? 0
    }

    /// Notes how much of a part is durable, unless what the writer wrote was discarded meanwhile.
    func synced(_ resource: ResourceID, _ count: Int, by writer: PartWriter) throws(StoreFailure) {
        let (stream, index) = place(of: resource)
        guard writers[key(stream, index)] === writer else { return }
        if unnoted.contains(key(stream, index)) { try noteBegun() }
        try journal.synced(key(stream, index), count)
    }

    func discardPartial(_ resource: ResourceID) throws(StoreFailure) {
        let (stream, index) = place(of: resource)
        writers[key(stream, index)] = nil
        try forget(key(stream, index))
        try DurableFolder.remove(layout.absolute(partialPath(stream, index)))
    }

    /// What has to be done to make a part, all bytes of which have arrived, a part of the package.
    func finishing(
        _ resource: ResourceID, _ attestation: Attestation, _ written: PartWriter.Written
    ) -> PartCommit.Part {
        let (stream, index) = place(of: resource)
        let key = key(stream, index)
        writers[key] = nil
        if unnoted.contains(key) { finishingUnnoted.insert(key) }
        let path = PackageLayout.path(
            plan(stream).parts[index].kind, at: index, in: folder(stream),
            attestation.container)
        return PartCommit.Part(
            resource: resource, temporary: layout.absolute(partialPath(stream, index)),
            final: layout.absolute(path), file: written.file,
            row: DownloadJournal.StoredPart(
                key: key, path: path, length: written.length, sha256: written.sha256,
                attestation: attestation))
    }

    /// The step that makes parts durable together.
    func commit(of parts: [PartCommit.Part], _ progress: DownloadProgress) -> PartCommit {
        PartCommit(parts: parts, counts: counts(progress), journal: journal)
    }

    /// Notes that the step was done.
    func committed(_ commit: PartCommit) {
        for part in commit.parts {
            stored[part.row.key] = part.row
            unnoted.end(part.row.key)
            let isNoted = noted.remove(part.row.key) != nil
            if finishingUnnoted.remove(part.row.key) != nil, isNoted {
                // Noted meanwhile, perhaps behind the commit. A row too many of a part that is there
                // does no harm: its file is gone.
                try? journal.discard(part.row.key)
            }
        }
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
