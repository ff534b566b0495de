internal import Foundation
internal import HLSDownload

/// What was deleted of a library, for `hlslab library delete`.
package struct LibraryRemovalReport: Sendable, Hashable, CommandReport {
    /// One thing that went.
    package struct Item: Sendable, Hashable, Encodable {
        package var path: String
        package var bytes: Int
        /// Why it goes, or stays; nil: because someone said so.
        package var reason: String?

        init(_ package: AssetDownloadPackage, reason: String?) {
            path = package.location.path
            bytes = package.byteCount
            self.reason = reason
        }

        init(_ orphan: LibraryOrphan) {
            path = orphan.location.path
            bytes = orphan.byteCount
            reason = "left over"
        }

        /// `deleted  /library/downloads/packages/0001.movpkg  1.03 MB  expired …`
        func line(_ verb: String) -> String {
            [verb, path, Figures.bytes(bytes), reason].compactMap(\.self).joined(separator: "  ")
        }
    }

    package var schema = "hlslab-library-delete/1"
    package var library: String
    package var deleted: [Item] = []

    init(library: String) {
        self.library = library
    }

    package var text: String {
        let bytes = deleted.reduce(0) { $0 + $1.bytes }
        return
            (deleted.map { $0.line("deleted") }
            + ["DELETED  \(LintReport.counted(deleted.count, "item")), \(Figures.bytes(bytes))"])
            .map(Printable.line).joined(separator: "\n")
    }
}
