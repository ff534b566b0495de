internal import DownloadCore
internal import Foundation
internal import HLSPlaylist

/// The package of one download on disk, and the journal beside it.
///
/// Order of every step: bytes to a temporary name, synced, renamed, folder synced, journaled. What
/// the journal says is therefore always there; what is there and not in the journal is fetched
/// again. It belongs to one ``DownloadDriver``, whose steps it takes in their order.
final class PackageStore {
    let layout: PackageLayout
    let journal: DownloadJournal
    private var lock: FolderLock?
    private let bootID: String
    let url: String

    private(set) var selection: Selection?
    /// Of the selected streams, as are their folders.
    private(set) var plans: [StreamPlan] = []
    private(set) var folders: [String] = []
    /// Streams that only a player wants, by their places behind the selected ones.
    var guests: [Int: Guest] = [:]
    /// Their playlists as they came, until they are laid.
    var guestPlaylists: [Int: PlaylistCopy] = [:]
    /// The playlists as they came.
    private(set) var originals: [ResourceID: [UInt8]] = [:]
    var stored: [DownloadSnapshot.PartKey: DownloadJournal.StoredPart] = [:]
    var superseded: [Selection.Stream] = []
    /// Others play what an earlier download completed, from the playlists of the package.
    var isPlayable = false
    /// By ``KeyPlan/identity``.
    var keys: [String: StoredContentKey] = [:]
    /// Keys that the app gave, by URL. They are in no file of the package.
    var appKeys: [String: ContentKey] = [:]
    /// ``KeyPlan/identity`` of the keys that the plans need, by their URLs.
    var keyIdentities: [String: String] = [:]
    private var writers: [DownloadSnapshot.PartKey: PartWriter] = [:]
    private var unnoted: UnnotedParts
    /// Parts of which the journal has a row for what has arrived.
    private var noted: Set<DownloadSnapshot.PartKey>
    /// Folders that streams have, of earlier runs too, by the stream's identity.
    private var folderNames: [String: String]
    private let earlier: DownloadJournal.Counts

    /// What the earlier runs of this download left; nil for a new one.
    let snapshot: DownloadSnapshot?
    /// What the earlier runs received.
    var earlierCounts: (bytesReceived: Int, retries: Int) {
        (earlier.bytesReceived, earlier.retries)
    }

    static let journalName = "library.sqlite"

    /// Opens the package in `folder`, or makes one. Only one process at a time may have it open.
    /// - Throws: ``StoreFailure``.
    /// - Parameter parallelRequests: how many parts arrive at the same time.
    init(
        package: String, journal journalPath: String, url: String, parallelRequests: Int
    ) throws(StoreFailure) {
        unnoted = UnnotedParts(parallelRequests: parallelRequests)
        try DurableFolder.make(package)
        layout = PackageLayout(root: package)
        lock = try FolderLock(at: journalPath + ".lock")
        journal = try DownloadJournal(at: journalPath)
        bootID = Self.currentBootID()
        self.url = url
        let earlierURL = try journal.begin(url: url)
        earlier = try journal.counts()
        folderNames = try Self.folders(in: journal)
        let unfinished = try journal.partials()
        noted = Set(unfinished.map(\.key))
        guard let earlierURL else {
            snapshot = nil
            return
        }
        try Self.removeLeftovers(in: layout, besides: unfinished)
        let journaled = try journal.parts()
        let parts = journaled.filter {
            DurableFolder.size(of: package + "/" + $0.path) == $0.length
        }
        stored = Dictionary(uniqueKeysWithValues: parts.map { ($0.key, $0) })
        let keys = try Self.keys(in: journal, layout)
        self.keys = keys
        let content = try journal.content()
        snapshot = DownloadSnapshot(
            url: earlierURL, playlists: try journal.playlists(), stored: Set(parts.map(\.key)),
            partials: try Self.partials(
                in: journal, layout, bootID, besides: Set(journaled.map(\.key))),
            keys: Set(keys.keys),
            selection: content?.selection, superseded: content?.superseded ?? [])
    }

    /// Lets others open the package. Nothing is written to it from then on.
    func unlock() { lock = nil }

    /// Bytes of unfinished parts that can be relied on: all that were written while the system has
    /// been running since, else those that were synced.
    /// - Parameter stored: parts that the journal has as durable.
    private static func partials(
        in journal: DownloadJournal, _ layout: PackageLayout, _ bootID: String,
        besides stored: Set<DownloadSnapshot.PartKey>
    ) throws(StoreFailure) -> [DownloadSnapshot.PartKey: DownloadSnapshot.Partial] {
        var partials: [DownloadSnapshot.PartKey: DownloadSnapshot.Partial] = [:]
        for var partial in try journal.partials() {
            if !stored.contains(partial.key) { try takeBack(&partial, journal, layout) }
            guard let size = DurableFolder.size(of: layout.absolute(partial.path)) else { continue }
            let reliable = partial.bootID == bootID ? size : min(size, partial.synced)
            guard reliable > 0 else { continue }
            partials[partial.key] = .init(byteCount: reliable, entityTag: partial.entityTag)
        }
        return partials
    }

    /// A run that ended between the naming of a part and the journal's note of it left all bytes
    /// under the finished name, synced before they got it. They are unfinished again, so that the
    /// machine finds out that nothing is missing.
    private static func takeBack(
        _ partial: inout DownloadJournal.PartialPart, _ journal: DownloadJournal,
        _ layout: PackageLayout
    ) throws(StoreFailure) {
        let unfinished = layout.absolute(partial.path)
        guard DurableFolder.size(of: unfinished) == nil else { return }
        for path in PackageLayout.finishedPaths(ofPartial: partial.path, at: partial.key.index) {
            guard let size = DurableFolder.size(of: layout.absolute(path)) else { continue }
            try DurableFolder.move(layout.absolute(path), to: unfinished)
            try journal.synced(partial.key, size)
            partial.synced = size
            return
        }
    }

    /// Where the parts of each stream are, by its identity.
    private static func folders(
        in journal: DownloadJournal
    ) throws(StoreFailure) -> [String: String] {
        let paths =
            try journal.parts().map { ($0.key.stream, $0.path) }
            + (try journal.partials().map { ($0.key.stream, $0.path) })
        return Dictionary(
            paths.map { ($0, String($1.prefix { $0 != "/" })) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Changes with every start of the system; empty where there is no such thing, and then nothing
    /// unsynced is relied on.
    private static func currentBootID() -> String {
        guard
            let text = try? String(
                contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
        else {
            // No procfs: every start counts as a new system.
            return UUID().uuidString
        }
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

// MARK: - Playlists and plans

extension PackageStore {
    /// Keeps a playlist as it came. Its file is written with the package's description.
    func keep(_ resource: ResourceID, _ copy: PlaylistCopy) throws(StoreFailure) {
        try journal.keep(copy)
        originals[resource] = copy.bytes
    }

    /// Takes the plans in, once more when a stream comes from another place.
    /// - Parameter streams: what is in the package and goes when all of the selection is there.
    func lay(
        _ plans: [StreamPlan], _ selection: Selection, _ keys: [KeyPlan],
        superseding streams: [Selection.Stream]
    ) throws(StoreFailure) {
        self.plans = plans
        note(keys)
        self.selection = selection
        superseded = streams
        folders = plans.indices.map { stream in
            folder(of: plans[stream].stream, at: stream, peakBitRate(ofStream: stream))
        }
        for folder in folders { try DurableFolder.make(layout.absolute(folder)) }
        try journal.keep(selection, superseding: streams)
        if !isComplete { try removePlaylistWithHoles() }
        isPlayable = DurableFolder.size(of: multivariantPlaylist) != nil
    }

    /// The URLs of keys, by which parts name them.
    func note(_ keys: [KeyPlan]) {
        keyIdentities = Dictionary(
            keys.map { ($0.url, $0.identity) }, uniquingKeysWith: { first, _ in first })
    }

    private var multivariantPlaylist: String {
        layout.absolute(PackageLayout.multivariantPlaylist)
    }

    /// A package that was complete and no longer is must not be taken for one that plays.
    func removePlaylistWithHoles() throws(StoreFailure) {
        guard !LocalPlaylists.playsWhole(layout) else { return }
        try DurableFolder.remove(multivariantPlaylist)
        isPlayable = false
    }

    /// Peak bitrate of a stream in bits per second; 0 for a rendition.
    func peakBitRate(ofStream stream: Int) -> Int {
        guard plans[stream].stream.kind == .video else { return 0 }
        return stream == 0
            ? selection?.peakBitRate ?? 0 : plans[stream].stream.variant?.peakBitRate ?? 0
    }

    /// A stream keeps the folder of earlier runs, in which its parts are; a new one gets a folder
    /// that no other stream has.
    func folder(of stream: Selection.Stream, at place: Int, _ peakBitRate: Int) -> String {
        if let folder = folderNames[stream.identity] { return folder }
        let taken = Set(folderNames.values)
        var number = place
        var folder = ""
        repeat {
            folder = PackageLayout.folder(
                stream: number, kind: stream.kind, peakBitRate: peakBitRate)
            number += 1
        } while taken.contains(folder)
        folderNames[stream.identity] = folder
        return folder
    }

    /// The stream's parts belong to another version of the presentation.
    ///
    /// Their files go first: one that is there has a row that says what it is, or is the finished
    /// form of an unfinished one, and never the remains of another version.
    func discardStream(_ identity: String) throws(StoreFailure) {
        try noteBegun()
        var paths = try journal.partials().filter { $0.key.stream == identity }.map(\.path)
        for key in stored.keys.filter({ $0.stream == identity }) {
            if let part = stored.removeValue(forKey: key) { paths.append(part.path) }
        }
        let files = paths.map(layout.absolute)
        for file in files { try DurableFolder.remove(file) }
        let folders = Set(files.map { String($0[..<($0.lastIndex(of: "/") ?? $0.endIndex)]) })
        for folder in folders where DurableFolder.isThere(folder) { try DurableFolder.sync(folder) }
        try journal.discardStream(identity)
        noted = noted.filter { $0.stream != identity }
    }
}

// MARK: - Parts

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

    /// Counts bytes that a part's writer has taken, and notes what has begun when that is due.
    func received(_ count: Int, of resource: ResourceID, at now: Duration) throws(StoreFailure) {
        let (stream, index) = place(of: resource)
        if unnoted.received(count, of: key(stream, index), at: now) { try noteBegun() }
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
        let path = PackageLayout.path(
            plan(stream).parts[index], at: index, in: folder(stream), attestation.container)
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
            noted.remove(part.row.key)
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
