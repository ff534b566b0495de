internal import DownloadCore
internal import Foundation
internal import HLSPlaylist

/// The package of one download on disk, and the journal beside it.
///
/// Bytes go to a temporary name; those of a small part that comes fast wait in memory until all are
/// there. What makes them a part of the package is a ``PartCommit``. What the journal says is therefore
/// always there; what is there and not in the journal is fetched again. It belongs to one
/// ``DownloadDriver``, whose steps it takes in their order.
final class PackageStore {
    let layout: PackageLayout
    let journal: DownloadJournal
    private var lock: FolderLock?
    let bootID: String
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
    var writers: [DownloadSnapshot.PartKey: PartWriter] = [:]
    let spareBlocks = SparePartBlocks()
    /// Of parts that are whole and wait to be made durable.
    var bytesInMemory = 0
    /// Beyond that, parts are written as soon as they are whole.
    static let mostBytesInMemory = 4 << 20
    /// Parts that have begun to arrive, unless the journal has a row for what has.
    let notes: PartNotes
    var inJournal: Set<DownloadSnapshot.PartKey>
    /// How often rows of parts became of no use, and how many times of these are on the medium too.
    var discards = (all: 0, durable: 0)
    /// The latest of each part, until the part is begun anew, discarded or finished.
    var syncs: [DownloadSnapshot.PartKey: PartSync] = [:]
    /// Folders that streams have, of earlier runs too, by the stream's identity.
    private var folderNames: [String: String]
    let earlier: DownloadJournal.Counts

    /// What the earlier runs of this download left; nil for a new one.
    let snapshot: DownloadSnapshot?
    /// What the earlier runs received.
    var earlierCounts: (bytesReceived: Int, retries: Int) {
        (earlier.bytesReceived, earlier.retries)
    }

    static let journalName = "library.sqlite"

    /// Opens the package in `folder`, or makes one. Only one process at a time may have it open.
    /// - Throws: ``StoreFailure``.
    init(
        package: String, journal journalPath: String, url: String
    ) throws(StoreFailure) {
        try DurableFolder.make(package)
        layout = PackageLayout(root: package)
        lock = try FolderLock(at: journalPath + ".lock")
        journal = try DownloadJournal(at: journalPath)
        bootID = Self.currentBootID()
        notes = try PartNotes(at: journalPath + ".begun", bootID: bootID)
        self.url = url
        let earlierURL = try journal.begin(url: url)
        try Self.takeOver(notes, by: journal, isNew: earlierURL == nil)
        earlier = try journal.counts()
        try Self.keepPromises(of: journal, in: layout)
        folderNames = try Self.folders(in: journal)
        let unfinished = try journal.partials()
        inJournal = Set(unfinished.map(\.key))
        guard let earlierURL else {
            snapshot = nil
            return
        }
        let noted = try journal.parts()
        try Self.removeLeftovers(
            in: layout, besides: Set(unfinished.map(\.path) + noted.map(\.path)))
        let parts = noted.filter {
            DurableFolder.size(of: package + "/" + $0.path) == $0.length
        }
        if parts.count < noted.count { discards.all += 1 }
        stored = Dictionary(uniqueKeysWithValues: parts.map { ($0.key, $0) })
        let keys = try Self.keys(in: journal, layout)
        self.keys = keys
        let content = try journal.content()
        snapshot = DownloadSnapshot(
            url: earlierURL, playlists: try journal.playlists(), stored: Set(parts.map(\.key)),
            partials: try Self.partials(in: journal, layout, bootID),
            keys: Set(keys.keys),
            selection: content?.selection, superseded: content?.superseded ?? [],
            pauses: try journal.pauses(at: .now(bootID: bootID)))
    }

    /// Lets others open the package. Nothing is written to it from then on.
    func unlock() { lock = nil }

    /// Bytes of unfinished parts that can be relied on: all that were written while the system has
    /// been running since, else those that were synced.
    private static func partials(
        in journal: DownloadJournal, _ layout: PackageLayout, _ bootID: String
    ) throws(StoreFailure) -> [DownloadSnapshot.PartKey: DownloadSnapshot.Partial] {
        var partials: [DownloadSnapshot.PartKey: DownloadSnapshot.Partial] = [:]
        for partial in try journal.partials() {
            guard let size = DurableFolder.size(of: layout.absolute(partial.path)) else { continue }
            let reliable = partial.bootID == bootID ? size : min(size, partial.synced)
            guard reliable > 0 else { continue }
            partials[partial.key] = .init(byteCount: reliable, entityTag: partial.entityTag)
        }
        return partials
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

extension PackageStore {
    /// What a server asked for, now.
    func keep(_ pause: ServerPause) throws(StoreFailure) {
        try journal.keep(pause, from: .now(bootID: bootID))
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
        var paths = try journal.partials().filter { $0.key.stream == identity }.map(\.path)
        let begun = notes.rows.values.filter { $0.key.stream == identity }
        paths += begun.map(\.path)
        for key in stored.keys.filter({ $0.stream == identity }) {
            if let part = stored.removeValue(forKey: key) { paths.append(part.path) }
        }
        let files = paths.map(layout.absolute)
        for file in files { try DurableFolder.remove(file) }
        let folders = Set(files.map { String($0[..<($0.lastIndex(of: "/") ?? $0.endIndex)]) })
        for folder in folders where DurableFolder.isThere(folder) { try DurableFolder.sync(folder) }
        for (key, sync) in syncs where key.stream == identity { sync.callOff() }
        syncs = syncs.filter { $0.key.stream != identity }
        try notes.end(begun.map(\.key))
        try journal.discardStream(identity)
        discards.all += 1
        inJournal = inJournal.filter { $0.stream != identity }
    }
}
