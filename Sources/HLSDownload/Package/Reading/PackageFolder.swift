internal import Glibc

/// The folder of a package, for reading only. Every name is looked up from the folder itself,
/// component by component, and no link is followed: what it opens lies inside the package, even
/// when somebody renames things meanwhile.
final class PackageFolder: Sendable {
    /// As it was given.
    let path: String
    private let descriptor: Int32

    /// Files and folders that a listing takes: those of a day of two-second segments in twenty
    /// streams.
    static let mostEntries = 1_000_000

    /// - Throws: ``PackageReadingError`` when there is no such folder.
    init(_ path: String) throws(PackageReadingError) {
        self.path = path
        descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let code = errno
            throw PackageReadingError(
                package: path,
                fault: code == ENOENT
                    ? .missing
                    : code == ENOTDIR
                        ? .notAFolder : .unreadable("it \(String(cString: strerror(code)))"))
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Opens a regular file.
    /// - Parameter path: relative to the package.
    func open(_ path: String) throws(PackageFileFault) -> PackageFile {
        if let reason = PackagePath.fault(in: path) { throw .unsafeName(reason) }
        let components = path.split(separator: "/").map(String.init)
        let folder = try descend(components.dropLast())
        defer { close(folder) }
        // Without O_NONBLOCK a pipe that somebody put there would be waited for.
        let flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
        let file = openat(folder, components[components.count - 1], flags)
        guard file >= 0 else { throw Self.fault(errno) }
        return try PackageFile(owning: file)
    }

    /// All bytes of a file.
    func bytes(of path: String, limit: Int) throws(PackageFileFault) -> [UInt8] {
        try open(path).bytes(limit: limit)
    }

    /// Length of a regular file; nil when there is none, or one that must not be read.
    func size(of path: String) -> Int? {
        do throws(PackageFileFault) {
            return try open(path).size
        } catch {
            return nil
        }
    }

    /// A descriptor of a folder of the package, to be closed by the caller.
    private func descend(_ components: some Sequence<String>) throws(PackageFileFault) -> Int32 {
        // Opened anew, since a copy would share its place in a listing.
        var folder = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw Self.fault(errno) }
        for component in components {
            let next = openat(folder, component, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            let code = errno
            close(folder)
            guard next >= 0 else { throw Self.fault(code, isFolder: true) }
            folder = next
        }
        return folder
    }

    private static func fault(_ code: Int32, isFolder: Bool = false) -> PackageFileFault {
        switch code {
        case ENOENT: .missing
        case ELOOP: .link
        // Linux says so of a link where a folder is asked for, as of a file.
        case ENOTDIR where isFolder: .link
        case ENOTDIR, EISDIR, ENXIO: .notAFile
        default: .unreadable(String(cString: strerror(code)))
        }
    }
}

// MARK: - What there is

extension PackageFolder {
    /// Something that lies in the package.
    struct Entry: Sendable, Hashable {
        enum Kind: Sendable, Hashable { case file, folder, link, other }

        /// Relative to the package.
        var path: String
        var kind: Kind
        var size: Int
        var mode: mode_t
    }

    /// Everything in the package, sorted by path. Folders deeper than a package has any are listed
    /// and not entered.
    func entries() throws(PackageFileFault) -> [Entry] {
        var found: [Entry] = []
        var folders: [[String]] = [[]]
        while let folder = folders.popLast() {
            let listed = try list(folder)
            for entry in listed where entry.kind == .folder && folder.count < 3 {
                folders.append(entry.path.split(separator: "/").map(String.init))
            }
            found += listed
            guard found.count <= Self.mostEntries else { throw .tooLong(limit: Self.mostEntries) }
        }
        return found.sorted { $0.path < $1.path }
    }

    private func list(_ components: [String]) throws(PackageFileFault) -> [Entry] {
        let folder = try descend(components)
        guard let stream = fdopendir(folder) else {
            let code = errno
            close(folder)
            throw Self.fault(code)
        }
        defer { closedir(stream) }
        var entries: [Entry] = []
        while let entry = readdir(stream), entries.count <= Self.mostEntries {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard name != ".", name != ".." else { continue }
            var facts = stat()
            guard fstatat(dirfd(stream), name, &facts, AT_SYMLINK_NOFOLLOW) == 0 else {
                // Gone meanwhile, or a name that is no UTF-8: nothing that a package has.
                entries.append(
                    Entry(
                        path: (components + [name]).joined(separator: "/"), kind: .other, size: 0,
                        mode: 0))
                continue
            }
            let kind: Entry.Kind =
                switch facts.st_mode & S_IFMT {
                case S_IFREG: .file
                case S_IFDIR: .folder
                case S_IFLNK: .link
                default: .other
                }
            entries.append(
                Entry(
                    path: (components + [name]).joined(separator: "/"), kind: kind,
                    size: Int(facts.st_size), mode: facts.st_mode & 0o7777))
        }
        return entries
    }
}
