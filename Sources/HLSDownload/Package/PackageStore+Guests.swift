internal import DownloadCore

// Streams that only a player wants. They have folders of their own beside those of the selection; no
// playlist and no description of the package names them. What is written of them is in the journal
// before it is in the package, or is known by its name: after a crash it is used or goes.
extension PackageStore {
    struct Guest {
        var plan: StreamPlan
        var folder: String
    }

    /// Keeps a guest's playlist until it is laid: the journal has it together with what says that
    /// the guest is to go.
    func keepGuest(_ stream: Int, _ copy: PlaylistCopy) { guestPlaylists[stream] = copy }

    /// Makes room for a guest's stream.
    /// - Parameters:
    ///   - keys: of all streams, the guest's among them.
    ///   - streams: what goes when all of the selection is there, the guest among it.
    func layGuest(
        _ stream: Int, _ plan: StreamPlan, _ keys: [KeyPlan],
        superseding streams: [Selection.Stream]
    ) throws(StoreFailure) {
        guard let selection else {
            preconditionFailure("the selection is laid before its guests")
        }
        superseded = streams
        try journal.keep(selection, superseding: streams)
        if let copy = guestPlaylists[stream] { try journal.keep(copy) }
        guestPlaylists[stream] = nil
        note(keys)
        let isVideo = plan.stream.kind == .video
        let folder = folder(
            of: plan.stream, at: stream, isVideo ? plan.stream.variant?.peakBitRate ?? 0 : 0)
        guests[stream] = Guest(plan: plan, folder: folder)
        try DurableFolder.make(layout.absolute(folder))
        // Its parts of before may have been of another version, and played by others.
        if isPlayable { try removePlaylistWithHoles() }
    }

    /// Lets go of a guest's part in whose place there is one of the selection. Who reads it keeps what
    /// he has.
    ///
    /// The file goes first: one that is there has a row that says what it is. Where a power cut brings
    /// it back without one, it goes at the end with its folder.
    func discardGuestPart(_ resource: ResourceID) throws(StoreFailure) {
        let (stream, index) = place(of: resource)
        let key = key(stream, index)
        // What an earlier download completed plays until the better is complete.
        guard !isPlayable, let part = stored[key] else { return }
        try DurableFolder.remove(layout.absolute(part.path))
        try journal.discardStored(key)
        discards.all += 1
        stored[key] = nil
    }

    /// The package is whole: what was there in its place goes.
    func letGoOfSuperseded() throws(StoreFailure) {
        guard let selection else { return }
        for stream in superseded {
            try discardStream(stream.identity)
            try journal.letGo(of: stream.identity)
        }
        if !superseded.isEmpty { try journal.keep(selection, superseding: []) }
        superseded = []
        try removeOtherFolders()
        try removeOtherKeys()
    }

    /// Removes what the layout names in folders of streams that the package does not have. What
    /// somebody else has put there stays.
    private func removeOtherFolders() throws(StoreFailure) {
        var others: [String] = []
        // A folder comes before what is in it.
        for entry in try Self.entries(in: layout) {
            let names = entry.path.split(separator: "/").map(String.init)
            guard let folder = names.first, !folders.contains(folder),
                PackageLayout.isStreamFolder(folder)
            else { continue }
            if entry.kind == .folder, names.count == 1 { others.append(folder) }
            guard entry.kind == .file, names.count == 2, others.last == folder,
                PackageLayout.isInStreamFolder(names[1])
            else { continue }
            try DurableFolder.remove(layout.absolute(entry.path))
        }
        for folder in others { try DurableFolder.removeIfEmpty(layout.absolute(folder)) }
    }

    /// Removes keys that no part of the package needs: file, then row.
    private func removeOtherKeys() throws(StoreFailure) {
        let needed = Set(
            plans.flatMap(\.parts).compactMap { $0.keyURL.flatMap { keyIdentities[$0] } })
        let others = keys.filter { !needed.contains($0.key) }
        guard !others.isEmpty else { return }
        for key in others.values {
            try DurableFolder.remove(layout.absolute(PackageLayout.key(key.number)))
        }
        try DurableFolder.sync(layout.absolute(PackageLayout.keyFolder))
        for identity in others.keys {
            try journal.discardKey(identity)
            keys[identity] = nil
        }
    }
}
