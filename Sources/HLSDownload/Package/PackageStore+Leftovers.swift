internal import DownloadCore

extension PackageStore {
    /// Removes what a process that was ended left of parts which the journal does not know, see
    /// ``UnnotedParts``. Nobody can say what such bytes are.
    static func removeLeftovers(
        in layout: PackageLayout, besides partials: [DownloadJournal.PartialPart]
    ) throws(StoreFailure) {
        let known = Set(partials.map(\.path))
        let entries: [PackageFolder.Entry]
        do {
            entries = try PackageFolder(layout.root).entries()
        } catch {
            throw .other(path: layout.root, reason: "it cannot be listed: \(error)")
        }
        for entry in entries
        where entry.kind == .file && PackageLayout.isPartial(entry.path)
            && !known.contains(entry.path)
        {
            try DurableFolder.remove(layout.absolute(entry.path))
        }
    }
}
