package import DownloadCore

/// A package on a disk that counts bytes instead of keeping them: which bytes of which file of the
/// origin each part is made of, and how many of them would survive what.
package struct SimulatedDisk: Sendable, Hashable {
    /// A run of bytes and where it came from: what stands for a digest.
    package struct Piece: Sendable, Hashable {
        package enum Source: Sendable, Hashable {
            /// A file of the origin by its path, in the version of the entity tag.
            case resource(path: String, entityTag: String?)
            /// The same with bytes that were turned on the way, by their places in the file.
            case damaged(path: String, entityTag: String?, flips: [Int])
            /// Bytes that are in no file, such as an error page.
            case foreign([UInt8])
        }

        package var source: Source
        /// Of the file, or of the foreign bytes.
        package var range: Range<Int>
    }

    /// A part, or as much as arrived of it.
    package struct Part: Sendable, Hashable {
        package var pieces: [Piece] = []
        /// Bytes that a power cut leaves.
        package var synced = 0
        /// What the journal says the bytes belong to; nil when nothing can vouch for them.
        package var entityTag: String?
        /// Durable under its own name, journaled.
        package var isStored = false
        package var attestation: Attestation?

        package var written: Int { pieces.reduce(0) { $0 + $1.range.count } }
    }

    package typealias Key = DownloadSnapshot.PartKey

    /// What ends a run.
    package enum Crash: Sendable, Hashable {
        /// The process is killed: what was written is there.
        case kill
        /// The power goes: only what was synced or stored is there.
        case powerCut
    }

    /// Bytes after which what has arrived is synced, as the real package store does.
    package static let syncInterval = 4 << 20

    /// URL that the download was begun with; nil for an empty disk.
    package internal(set) var url: String?
    package internal(set) var playlists: [PlaylistCopy] = []
    package internal(set) var plans: [StreamPlan] = []
    /// What it is to hold, and what was there before and is to go then.
    package internal(set) var selection: Selection?
    package internal(set) var superseded: [Selection.Stream] = []
    package internal(set) var parts: [Key: Part] = [:]
    /// Bytes of the keys that are there, by ``KeyPlan/identity``.
    package internal(set) var keys: [String: Int] = [:]
    package internal(set) var isSealed = false
    /// Until when servers want to be left alone, by host and port, in the time of the disk's world.
    package internal(set) var pauses: [String: Duration] = [:]

    package init() {}

    /// What a machine that starts at `now` is told of this disk; nil for an empty one.
    package func snapshot(at now: Duration) -> DownloadSnapshot? {
        guard let url else { return nil }
        let pauses = pauses.filter { $0.value > now }.sorted { $0.key < $1.key }
        var snapshot = DownloadSnapshot(
            url: url, playlists: playlists, keys: Set(keys.keys), selection: selection,
            superseded: superseded, pauses: pauses.map { .init(host: $0, time: $1 - now) })
        for (key, part) in parts {
            if part.isStored {
                snapshot.stored.insert(key)
            } else if let tag = part.entityTag, part.written > 0 {
                snapshot.partials[key] = .init(byteCount: part.written, entityTag: tag)
            }
        }
        return snapshot
    }

    /// The disk for another world, which begins when this one ends.
    func laidAside(at now: Duration) -> SimulatedDisk {
        guard !pauses.isEmpty else { return self }
        var disk = self
        disk.pauses = pauses.compactMapValues { $0 > now ? $0 - now : nil }
        return disk
    }

    /// The disk as the next run finds it.
    /// - Returns: with how many bytes of unfinished parts were lost that a tag vouched for.
    package func after(_ crash: Crash) -> (disk: SimulatedDisk, lost: Int) {
        var disk = self
        var lost = 0
        for key in parts.keys {
            guard var part = disk.parts[key], !part.isStored else { continue }
            if crash == .powerCut, part.entityTag != nil { lost += part.written - part.synced }
            if crash == .powerCut { part.cut(to: part.synced) }
            disk.parts[key] = part
        }
        return (disk, lost)
    }
}

// MARK: - What a world does to it

extension SimulatedDisk {
    mutating func keep(_ copy: PlaylistCopy) {
        playlists.removeAll { $0.key == copy.key }
        playlists.append(copy)
    }

    /// Of two wishes of one server the one that lasts longer holds.
    mutating func keep(_ pause: ServerPause, at now: Duration) {
        pauses[pause.host] = max(now + pause.time, pauses[pause.host] ?? .zero)
    }

    mutating func discardStream(_ identity: String) {
        parts = parts.filter { $0.key.stream != identity }
    }

    /// Everything is there: what it takes the place of goes.
    mutating func letGoOfSuperseded() {
        for stream in superseded {
            discardStream(stream.identity)
            playlists.removeAll { $0.key == stream.identity }
        }
        superseded = []
    }

    /// The bytes of a part go on at `offset`; at 0 they begin anew under another tag.
    mutating func begin(_ key: Key, at offset: Int, entityTag: String?) {
        var part = parts[key] ?? Part()
        part.cut(to: offset)
        if offset == 0 { part.entityTag = entityTag }
        parts[key] = part
    }

    mutating func append(_ piece: Piece, to key: Key) {
        parts[key, default: Part()].append(piece)
    }

    /// How many more bytes of a part make what has arrived durable.
    func bytesUntilSync(of key: Key) -> Int {
        guard let part = parts[key] else { return Self.syncInterval }
        return part.synced + Self.syncInterval - part.written
    }

    mutating func store(_ key: Key, _ attestation: Attestation) {
        var part = parts[key] ?? Part()
        part.isStored = true
        part.attestation = attestation
        part.synced = part.written
        parts[key] = part
    }
}

extension SimulatedDisk.Part {
    fileprivate mutating func append(_ piece: SimulatedDisk.Piece) {
        let last = pieces.count - 1
        if last >= 0, pieces[last].range.upperBound == piece.range.lowerBound,
            pieces[last].source == piece.source
        {
            pieces[last].range = pieces[last].range.lowerBound..<piece.range.upperBound
        } else {
            pieces.append(piece)
        }
        let written = self.written
        if written - synced >= SimulatedDisk.syncInterval { synced = written }
    }

    mutating func cut(to length: Int) {
        var room = length
        pieces = pieces.compactMap { piece in
            let count = min(room, piece.range.count)
            room -= count
            guard count > 0 else { return nil }
            var kept = piece
            kept.range = piece.range.lowerBound..<piece.range.lowerBound + count
            return kept
        }
        synced = min(synced, length)
    }
}

extension SimulatedDisk.Part {
    /// Has bytes that are in no file of the origin.
    var isForeign: Bool {
        pieces.contains {
            if case .foreign = $0.source { true } else { false }
        }
    }
}
