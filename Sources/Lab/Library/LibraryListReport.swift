internal import DownloadCore
internal import Foundation
internal import HLSDownload

/// The packages of a library, for `hlslab library list`.
package struct LibraryListReport: Sendable, Hashable, CommandReport {
    /// One package.
    package struct Item: Sendable, Hashable, Encodable {
        /// Its name in the library.
        package var name: String
        package var path: String
        package var url: String
        package var title: String
        /// `empty`, `partial`, `complete`, `missing` or `damaged`.
        package var state: String
        /// The first hole, or what is damaged.
        package var detail: String?
        package var bytes: Int
        package var lastUse: String
        /// Nil: it is never purged.
        package var policy: Policy?
    }

    /// When a package goes.
    package struct Policy: Sendable, Hashable, Encodable {
        package var priority: String
        package var expires: String?
        package var isExpired: Bool
    }

    /// What lies among the packages and belongs to none.
    package struct Orphan: Sendable, Hashable, Encodable {
        package var path: String
        package var bytes: Int
        /// It may be removed: `hlslab library delete --orphans`.
        package var isOfThisLibrary: Bool
    }

    package var schema = "hlslab-library-list/1"
    package var library: String
    package var bytes: Int
    package var packages: [Item]
    package var orphans: [Orphan]

    /// 1 when a package is not what was written.
    package var exitCode: Int32 {
        packages.contains { $0.state == "missing" || $0.state == "damaged" } ? 1 : 0
    }
}

extension LibraryListReport {
    init(
        _ library: PackageLibrary, _ packages: [AssetDownloadPackage], orphans: [LibraryOrphan],
        at now: Date
    ) {
        self.library = library.place
        self.packages = packages.map { Item($0, at: now) }
        self.orphans = orphans.map {
            Orphan(
                path: $0.location.path, bytes: $0.byteCount, isOfThisLibrary: $0.isOfThisLibrary)
        }
        bytes = packages.reduce(0) { $0 + $1.byteCount }
    }

    /// A line for each package, what is wrong, and the sum.
    package var text: String {
        let rows = packages.map { item in
            [
                item.name, item.state, Figures.bytes(item.bytes), item.lastUse,
                item.policy?.words ?? "never", item.title.isEmpty ? item.url : item.title,
            ]
        }
        let table = Table(
            heads: ["package", "state", "bytes", "last used", "purged", "presentation"],
            rows: rows)
        var lines = rows.isEmpty ? [] : table.text.split(separator: "\n").map(String.init)
        for item in packages {
            if let detail = item.detail { lines.append("\(item.name): \(detail)") }
        }
        lines += orphans.map { orphan in
            let what =
                orphan.isOfThisLibrary
                ? "left over; 'hlslab library delete --orphans' removes it"
                : "not of this library"
            return "\(orphan.path): \(Figures.bytes(orphan.bytes)), \(what)"
        }
        lines.append(
            "LIBRARY  \(library)  \(LintReport.counted(packages.count, "package")), "
                + Figures.bytes(bytes))
        return lines.map(Printable.line).joined(separator: "\n")
    }
}

extension LibraryListReport.Item {
    init(_ package: AssetDownloadPackage, at now: Date) {
        name = package.name
        path = package.location.path
        url = package.publicURL
        title = package.title
        (state, detail) =
            switch package.state {
            case .empty: ("empty", nil)
            case .partial(let hole): ("partial", hole.map { "first hole: \($0)" })
            case .complete: ("complete", nil)
            case .missing: ("missing", "its folder is gone; delete it, or download it again")
            case .damaged(let what): ("damaged", what)
            }
        bytes = package.byteCount
        lastUse = package.lastUse.formatted(.iso8601)
        policy = package.policy.map { LibraryListReport.Policy($0, at: now) }
    }
}

extension LibraryListReport.Policy {
    init(_ policy: AssetDownloadStorageManagementPolicy, at now: Date) {
        priority = policy.priority.rawValue
        expires = policy.expirationDate?.formatted(.iso8601)
        isExpired = policy.expirationDate.map { $0 <= now } ?? false
    }

    /// `default`, `important, expires 2027-01-31T00:00:00Z`
    var words: String {
        guard let expires else { return priority }
        return "\(priority), \(isExpired ? "expired" : "expires") \(expires)"
    }
}

extension AssetDownloadPackage {
    /// `0001`
    var name: String { location.deletingPathExtension().lastPathComponent }

    /// Without a user's name and password.
    var publicURL: String { CredentialedURL(url).url }
}
