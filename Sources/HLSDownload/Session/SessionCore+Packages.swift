internal import DownloadCore
internal import Foundation
internal import Synchronization

// The packages of the library: what there is, and what goes.
extension SessionCore {
    /// Every package with what is on disk of it, oldest first.
    func packages() -> [AssetDownloadPackage] {
        let records = state.withLock { state in
            state.packages.values.filter { !$0.isDeleting }.sorted { $0.number < $1.number }
        }
        return records.map { record in
            AssetDownloadPackage(
                location: location(of: record.number), url: record.url, title: record.title,
                byteCount: LibraryFolder.size(record.number, layout),
                state: record.isBegun ? LibraryFolder.state(record.number, layout) : .empty,
                lastUse: record.lastUse, policy: record.policy)
        }
    }

    /// Deletes a package with its journal and all its tasks.
    func delete(at location: URL) throws(AssetDownloadError) {
        let number = try number(at: location)
        try state.withLock { (state) throws(AssetDownloadError) in
            guard !state.isClosed else { throw .sessionClosed }
            guard !isInUse(number, state) else {
                throw .packageInUse(path: layout.package(number))
            }
            doom(number, &state)
        }
        removeFiles(of: number)
        if LibraryFolder.exists(number, layout) {
            throw .libraryUnusable(
                path: layout.package(number), reason: "some of its files cannot be deleted")
        }
    }

    /// From here on the package is not there any more, whatever happens; its files go next, or when
    /// the library is opened again.
    func doom(_ number: Int, _ state: inout State) {
        guard var package = state.packages[number] else { return }
        package.isDeleting = true
        state.packages[number] = package
        save(package, &state)
        for task in state.tasks.values where task.package == number && task.isPending {
            finish(task.id, .packageDeleted, &state)
        }
    }

    /// Removes what is on disk of a package, then what the library knows of it.
    func removeFiles(of number: Int) {
        do throws(AssetDownloadError) {
            try LibraryFolder.remove(number, layout)
            try library.forget(package: number)
            state.withLock { state in
                state.packages[number] = nil
                releaseHeld(&state)
            }
        } catch {
            // It stays marked, and is tried again when the library is opened.
            state.withLock { $0.libraryError = $0.libraryError ?? error }
        }
    }

    func number(at location: URL) throws(AssetDownloadError) -> Int {
        let number = layout.number(at: location)
        let known = state.withLock { state in
            number.flatMap { state.packages[$0] }.map { !$0.isDeleting } == true
        }
        guard let number, known else {
            throw .notInLibrary(path: location.path(percentEncoded: false))
        }
        return number
    }
}

// MARK: - Policies

extension SessionCore {
    func policy(
        at location: URL
    ) throws(AssetDownloadError) -> AssetDownloadStorageManagementPolicy? {
        let number = try number(at: location)
        return state.withLock { $0.packages[number]?.policy }
    }

    func setPolicy(
        _ policy: AssetDownloadStorageManagementPolicy?, at location: URL
    ) throws(AssetDownloadError) {
        try change(location) { $0.policy = policy }
    }

    func noteUse(of location: URL) throws(AssetDownloadError) {
        let now = configuration.now()
        try change(location) { $0.lastUse = now }
    }

    private func change(
        _ location: URL, _ body: (inout PackageRecord) -> Void
    ) throws(AssetDownloadError) {
        let number = try number(at: location)
        try state.withLock { (state) throws(AssetDownloadError) in
            guard !state.isClosed else { throw .sessionClosed }
            guard var package = state.packages[number] else { return }
            body(&package)
            try library.save(package)
            state.packages[number] = package
        }
    }

    /// What would go to free so many bytes.
    func purgePlan(freeing bytes: Int) -> AssetDownloadPurge {
        measurePackages()
        let now = configuration.now()
        let plan = state.withLock { PurgePlan(candidates($0), freeing: bytes, at: now) }
        return AssetDownloadPurge(plan, location)
    }

    /// Frees so many bytes, as far as policies let it.
    func purge(freeing bytes: Int) throws(AssetDownloadError) -> AssetDownloadPurge {
        measurePackages()
        let now = configuration.now()
        let plan = try state.withLock { (state) throws(AssetDownloadError) in
            guard !state.isClosed else { throw .sessionClosed }
            let plan = PurgePlan(candidates(state), freeing: bytes, at: now)
            for candidate in plan.purged { doom(candidate.package, &state) }
            return plan
        }
        for candidate in plan.purged { removeFiles(of: candidate.package) }
        return AssetDownloadPurge(plan, location)
    }
}

// MARK: - Orphans

extension SessionCore {
    /// What lies among the packages and belongs to none that the library knows.
    func orphans() -> [LibraryOrphan] {
        let known = state.withLock { Set($0.packages.keys) }
        return LibraryFolder.names(in: layout).compactMap { name in
            let entry = SessionLayout.entry(name)
            if let entry, known.contains(entry.number) { return nil }
            let path = layout.packages + "/" + name
            return LibraryOrphan(
                location: URL(filePath: path), byteCount: LibraryFolder.size(of: path),
                isOfThisLibrary: entry.map { LibraryFolder.isOurs(name, $0.number, layout) }
                    ?? false)
        }
    }

    func removeOrphans() throws(AssetDownloadError) -> [LibraryOrphan] {
        let ours = orphans().filter(\.isOfThisLibrary)
        for orphan in ours {
            try LibraryFolder.remove(orphan.location.path(percentEncoded: false))
        }
        return ours
    }
}
