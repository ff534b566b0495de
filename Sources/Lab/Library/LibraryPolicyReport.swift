internal import DownloadCore
internal import Foundation
internal import HLSDownload

/// When a package goes, for `hlslab library policy`.
package struct LibraryPolicyReport: Sendable, Hashable, CommandReport {
    package var schema = "hlslab-library-policy/1"
    package var library: String
    package var package: String
    /// Nil: it is never purged.
    package var policy: LibraryListReport.Policy?

    init(
        library: String, _ package: AssetDownloadPackage,
        _ policy: AssetDownloadStorageManagementPolicy?, at now: Date
    ) {
        self.library = library
        self.package = package.location.path
        self.policy = policy.map { LibraryListReport.Policy($0, at: now) }
    }

    package var text: String {
        let words = policy.map { "purged when room is wanted: priority \($0.words)" }
        return Printable.line("POLICY  \(package)  \(words ?? "never purged")")
    }
}
