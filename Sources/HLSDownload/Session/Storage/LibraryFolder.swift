internal import DownloadCore
internal import Foundation

/// Looks at the files of packages, and removes them. Follows no link.
enum LibraryFolder {
    /// Bytes of a package and its journal.
    static func size(_ number: Int, _ layout: SessionLayout) -> Int {
        layout.journalFiles(number).reduce(size(of: layout.package(number))) {
            $0 + (DurableFolder.size(of: $1) ?? 0)
        }
    }

    /// Bytes of a file, or of all files below a folder.
    static func size(of path: String) -> Int {
        if let size = DurableFolder.size(of: path) { return size }
        guard isFolder(path) else { return 0 }
        // What cannot be listed has no size that anybody could know.
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
        return names.reduce(0) { $0 + (DurableFolder.size(of: path + "/" + $1) ?? 0) }
    }

    static func exists(_ number: Int, _ layout: SessionLayout) -> Bool {
        names(in: layout).contains { SessionLayout.entry($0)?.number == number }
    }

    /// What the folder of the packages holds, sorted.
    static func names(in layout: SessionLayout) -> [String] {
        // The folder is made when the session is; one that was taken away since holds nothing.
        ((try? FileManager.default.contentsOfDirectory(atPath: layout.packages)) ?? []).sorted()
    }

    /// The highest number that a name on disk has; 0 when there is none.
    static func highestNumber(in layout: SessionLayout) -> Int {
        names(in: layout).compactMap { SessionLayout.entry($0)?.number }.max() ?? 0
    }

    /// Removes a package, then its journal.
    static func remove(_ number: Int, _ layout: SessionLayout) throws(AssetDownloadError) {
        for path in [layout.package(number)] + layout.journalFiles(number) { try remove(path) }
    }

    /// Removes a file or a folder with all that is in it; one that is not there is no error.
    static func remove(_ path: String) throws(AssetDownloadError) {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch CocoaError.fileNoSuchFile {
            return
        } catch {
            throw .libraryUnusable(path: path, reason: error.localizedDescription)
        }
    }

    /// Whether what lies under a name of the library is what the library writes under it: a folder
    /// with a journal beside it, or the journal itself.
    static func isOurs(_ name: String, _ number: Int, _ layout: SessionLayout) -> Bool {
        let path = layout.packages + "/" + name
        if name.hasSuffix(".movpkg") { return isFolder(path) && isJournal(layout.journal(number)) }
        guard DurableFolder.size(of: path) != nil else { return false }
        return name.hasSuffix(".sqlite") ? isJournal(path) : isJournal(layout.journal(number))
    }

    /// A database of SQLite begins with these words (its file format, section 1.3).
    private static func isJournal(_ path: String) -> Bool {
        let magic = Array("SQLite format 3\0".utf8)
        guard let size = DurableFolder.size(of: path), size >= magic.count else { return false }
        var bytes: [UInt8] = []
        do throws(StoreFailure) {
            try DurableFile(at: path).read(magic.count) { bytes.append(contentsOf: $0) }
        } catch {
            // What cannot be read is not certainly a journal.
            return false
        }
        return bytes == magic
    }

    private static func isFolder(_ path: String) -> Bool {
        // Nothing under the name, or nothing that may be looked at.
        let type = try? FileManager.default.attributesOfItem(atPath: path)[.type]
        return type as? FileAttributeType == .typeDirectory
    }
}

// MARK: - The state of a package

extension LibraryFolder {
    /// What the manifest and the lengths of the files say.
    static func state(_ number: Int, _ layout: SessionLayout) -> AssetDownloadPackage.State {
        let folder = layout.package(number)
        guard isFolder(folder) else { return .missing }
        let path = folder + "/" + PackageLayout.manifest
        guard DurableFolder.size(of: path) != nil else { return .partial(firstHole: nil) }
        let manifest: PackageManifest
        do {
            let data = try Data(contentsOf: URL(filePath: path))
            manifest = try JSONDecoder().decode(PackageManifest.self, from: data)
        } catch {
            return .damaged("its \(PackageLayout.manifest) cannot be read: \(error)")
        }
        guard manifest.isComplete else { return .partial(firstHole: manifest.firstHole) }
        for part in manifest.streams.flatMap(\.parts) where part.kind != "gap" {
            if let fault = fault(of: part, in: folder) { return .damaged(fault) }
        }
        return .complete
    }

    private static func fault(of part: PackageManifest.Part, in folder: String) -> String? {
        guard let path = part.path, let length = part.length else {
            return "its manifest names no file for \(part.kind) \(part.number)"
        }
        let steps = path.split(separator: "/", omittingEmptySubsequences: false)
        guard !steps.contains(where: { ["", ".", ".."].contains($0) }) else {
            return "its manifest names a file outside of it"
        }
        guard let size = DurableFolder.size(of: folder + "/" + path) else {
            return "\(path) is missing"
        }
        return size == length ? nil : "\(path) has \(size) bytes in place of \(length)"
    }
}
