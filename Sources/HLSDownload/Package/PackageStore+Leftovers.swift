internal import Crypto
internal import DownloadCore

// What a process left that was ended, or a machine without power.
extension PackageStore {
    /// Has the journal know what has begun to arrive. Where it has a row of its own, that is the later.
    static func takeOver(
        _ notes: PartNotes, by journal: DownloadJournal, isNew: Bool
    ) throws(StoreFailure) {
        guard !notes.isEmpty else { return }
        if !isNew {
            let known = Set(
                try journal.parts().map(\.key) + (try journal.partials().map(\.key)))
            try journal.begin(notes.rows.values.filter { !known.contains($0.key) })
        }
        try notes.clear()
    }

    /// Takes every part that was promised into the package if it is there, whole; else it is as if it had
    /// never been promised.
    static func keepPromises(
        of journal: DownloadJournal, in layout: PackageLayout
    ) throws(StoreFailure) {
        let promised = try journal.promised()
        guard !promised.isEmpty else { return }
        let partials = Set(try journal.partials().map(\.key))
        for part in promised {
            let final = layout.absolute(part.path)
            let folder = String(part.path.prefix { $0 != "/" })
            let temporary = layout.absolute(
                PackageLayout.partialPath(index: part.key.index, in: folder))
            var isWhole = try self.isWhole(part, at: final)
            if !isWhole, try self.isWhole(part, at: temporary) {
                try DurableFolder.move(temporary, to: final)
                isWhole = true
            }
            if isWhole {
                try DurableFolder.sync(layout.absolute(folder))
                try DurableFile(at: final).sync()
                try journal.store([part])
            } else {
                // What of it was synced before is gone on with.
                if DurableFolder.size(of: final) != nil {
                    if partials.contains(part.key) {
                        try DurableFolder.move(final, to: temporary)
                    } else {
                        try DurableFolder.remove(final)
                    }
                }
                try journal.breakPromise(part.key)
            }
        }
    }

    private static func isWhole(
        _ part: DownloadJournal.StoredPart, at path: String
    ) throws(StoreFailure) -> Bool {
        guard DurableFolder.size(of: path) == part.length else { return false }
        var digest = SHA256()
        try DurableFile(at: path).read(part.length) { digest.update(bufferPointer: $0) }
        return digest.finalize().hexadecimal == part.sha256
    }

    /// Removes what a process that was ended, or a machine without power, left of parts which the journal
    /// does not know, under their temporary names or their last ones. Nobody can say what such bytes are.
    /// - Parameter known: paths relative to the package.
    static func removeLeftovers(
        in layout: PackageLayout, besides known: Set<String>
    ) throws(StoreFailure) {
        for entry in try entries(in: layout)
        where entry.kind == .file && PackageLayout.isPart(entry.path) && !known.contains(entry.path)
        {
            try DurableFolder.remove(layout.absolute(entry.path))
        }
    }

    /// Everything that lies in the package.
    static func entries(
        in layout: PackageLayout
    ) throws(StoreFailure) -> [PackageFolder.Entry] {
        do {
            return try PackageFolder(layout.root).entries()
        } catch {
            throw .other(path: layout.root, reason: "it cannot be listed: \(error)")
        }
    }
}
