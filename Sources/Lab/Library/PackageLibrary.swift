internal import DownloadCore
internal import Foundation
internal import HLSDownload

/// A folder of packages as a session of the engine keeps it: what there is, what goes, and when.
package struct PackageLibrary: Sendable {
    /// Absolute path of the folder that sessions share.
    package let folder: String
    /// Which of its sessions.
    package let session: String

    package static let defaultSession = "downloads"

    /// - Parameters:
    ///   - folder: nil: the one of this person, `hlslab/library` below the XDG data folder (XDG Base
    ///     Directory Specification 0.8: `XDG_DATA_HOME`, else `~/.local/share`).
    ///   - session: nil: ``defaultSession``.
    init(folder: String?, session: String?) throws(LabError) {
        self.session = session ?? Self.defaultSession
        let current = URL(filePath: FileManager.default.currentDirectoryPath + "/")
        var chosen = folder ?? ""
        if folder == nil { chosen = try Self.ofThisPerson() }
        self.folder = URL(filePath: chosen, relativeTo: current).standardized.path
    }

    private static func ofThisPerson() throws(LabError) -> String {
        let environment = ProcessInfo.processInfo.environment
        // The specification has relative paths ignored.
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
            return data + "/hlslab/library"
        }
        guard let home = environment["HOME"], home.hasPrefix("/") else {
            throw LabError(.usage, "there is no HOME to keep a library in; name one with --library")
        }
        return home + "/.local/share/hlslab/library"
    }

    /// Absolute path of the session's folder.
    var place: String { "\(folder)/\(session)" }

    /// Opens the session. What ran in it waits until it is asked for again.
    /// - Parameter makes: whether to make a library where there is none.
    func open(
        _ configuration: AssetDownloadSessionConfiguration = .init(), makes: Bool = false
    ) throws(LabError) -> AssetDownloadSession {
        guard makes || FileManager.default.fileExists(atPath: place + "/library.sqlite") else {
            throw LabError(
                .run,
                "there is no library at \(place); 'hlslab download URL --library \(folder)' makes "
                    + "one, and --library names another")
        }
        var configuration = configuration
        configuration.startsSuspended = true
        do throws(AssetDownloadError) {
            return try AssetDownloadSession(
                identifier: session, libraryFolder: URL(filePath: folder),
                configuration: configuration)
        } catch {
            if case .badIdentifier = error { throw LabError(.usage, "\(error)") }
            throw LabError(.run, "\(error)")
        }
    }

    /// Opens the session for as long as `body` takes.
    private func during<Value>(
        _ body: (AssetDownloadSession) throws(LabError) -> Value
    ) async throws(LabError) -> Value {
        let session = try open()
        let result = Result { () throws(LabError) in try body(session) }
        await session.close()
        return try result.get()
    }

    /// A package by its name in the library, or its path.
    func find(
        _ name: String, in packages: [AssetDownloadPackage]
    ) throws(LabError) -> AssetDownloadPackage {
        let current = URL(filePath: FileManager.default.currentDirectoryPath + "/")
        let path = URL(filePath: name, relativeTo: current).standardized.path
        let found = packages.first {
            $0.name == name || $0.location.lastPathComponent == name || $0.location.path == path
        }
        guard let found else {
            let hint = NearestName.hint(for: name, in: packages.map(\.name))
            throw LabError(
                .run,
                "there is no package '\(name)' in the library \(place)"
                    + (hint.isEmpty ? "; 'hlslab library list' names those there are" : hint))
        }
        return found
    }
}

// MARK: - What the commands do

extension PackageLibrary {
    /// Every package with its size and state, and what lies among them and belongs to none.
    package func list() async throws(LabError) -> LibraryListReport {
        try await during { session in
            LibraryListReport(self, session.packages, orphans: session.orphans, at: Date())
        }
    }

    /// Deletes packages with all that belongs to them.
    /// - Parameters:
    ///   - names: all are looked up before the first one goes.
    ///   - orphans: what certainly is of this library and belongs to no package, too.
    package func delete(
        _ names: [String], orphans: Bool
    ) async throws(LabError) -> LibraryRemovalReport {
        guard !names.isEmpty || orphans else {
            throw LabError(.usage, "name packages to delete, or --orphans")
        }
        return try await during { (session) throws(LabError) in
            let all = session.packages
            let packages = try names.map { (name) throws(LabError) in try find(name, in: all) }
            var report = LibraryRemovalReport(library: place)
            for package in packages {
                try LabError.asOurs { () throws(AssetDownloadError) in
                    try session.delete(package)
                }
                report.deleted.append(.init(package, reason: nil))
            }
            guard orphans else { return report }
            let removed = try LabError.asOurs { () throws(AssetDownloadError) in
                try session.removeOrphans()
            }
            report.deleted += removed.map { .init($0) }
            return report
        }
    }

    /// Deletes packages by their policies until so much is free.
    /// - Parameters:
    ///   - wanted: bytes, as `2 GB`.
    ///   - isDry: nothing is deleted; only said.
    package func purge(
        freeing wanted: String, isDry: Bool
    ) async throws(LabError) -> LibraryPurgeReport {
        let bytes: Int
        do throws(UnitTable.Fault) {
            bytes = try UnitTable.bytes.parse(wanted)
        } catch {
            throw LabError(.usage, "--free \(error.reason)")
        }
        return try await during { (session) throws(LabError) in
            let packages = session.packages
            let manager = session.storageManager
            let purge =
                isDry
                ? manager.purgePlan(freeing: bytes)
                : try LabError.asOurs { () throws(AssetDownloadError) in
                    try manager.purge(freeing: bytes)
                }
            return LibraryPurgeReport(
                library: place, purge, of: packages, wanted: bytes, isDry: isDry, at: Date())
        }
    }

    /// What is to change of a package's policy.
    package struct PolicyChange: Sendable {
        package var priority: String?
        /// A day, a time, or `never`.
        package var expires: String?
        /// The package is never purged.
        package var removes = false

        package init() {}
    }

    /// Changes when a package is purged, and says what holds then.
    package func policy(
        of name: String, _ change: PolicyChange
    ) async throws(LabError) -> LibraryPolicyReport {
        let rule = try PolicyRule(change)
        return try await during { (session) throws(LabError) in
            let package = try find(name, in: session.packages)
            let policy = rule.applied(to: package.policy)
            if policy != package.policy {
                try LabError.asOurs { () throws(AssetDownloadError) in
                    try session.storageManager.setStorageManagementPolicy(
                        policy, for: package.location)
                }
            }
            return LibraryPolicyReport(library: place, package, policy, at: Date())
        }
    }
}

extension LabError {
    /// Runs `body`, whose errors are those of the engine.
    static func asOurs<Value>(
        _ body: () throws(AssetDownloadError) -> Value
    ) throws(LabError) -> Value {
        do throws(AssetDownloadError) {
            return try body()
        } catch {
            throw LabError(.run, "\(error)")
        }
    }
}
