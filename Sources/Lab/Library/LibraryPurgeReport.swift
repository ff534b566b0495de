internal import Foundation
internal import HLSDownload

/// Which packages go by their policies, for `hlslab library purge`.
package struct LibraryPurgeReport: Sendable, Hashable, CommandReport {
    package var schema = "hlslab-library-purge/1"
    package var library: String
    /// Nothing was deleted.
    package var isDry: Bool
    package var bytesWanted: Int
    package var bytesFreed: Int
    package var isEnough: Bool
    /// In the order in which they go.
    package var deleted: [LibraryRemovalReport.Item]
    package var kept: [LibraryRemovalReport.Item]

    /// 1 when policies let too little go.
    package var exitCode: Int32 { isEnough ? 0 : 1 }
}

extension LibraryPurgeReport {
    /// - Parameter packages: as they were before.
    init(
        library: String, _ purge: AssetDownloadPurge, of packages: [AssetDownloadPackage],
        wanted: Int, isDry: Bool, at now: Date
    ) {
        self.library = library
        self.isDry = isDry
        bytesWanted = wanted
        bytesFreed = purge.byteCount
        isEnough = purge.isEnough
        let going = purge.packages.map(\.location)
        deleted = going.compactMap { location in
            packages.first { $0.location == location }.map { .init($0, reason: $0.rank(at: now)) }
        }
        kept = packages.filter { !going.contains($0.location) }.map { package in
            let reason =
                switch (package.policy, package.byteCount) {
                case (nil, _): "it has no policy: it is never purged"
                case (_, 0): "there is nothing of it"
                default: "\(package.rank(at: now)): not needed"
                }
            return .init(package, reason: reason)
        }
    }

    /// A line for each package with the reason, and whether it is enough.
    package var text: String {
        let (goes, stays) = isDry ? ("would delete", "would keep") : ("deleted", "kept")
        let sum =
            "\(isEnough ? "ENOUGH" : "NOT ENOUGH")  \(isDry ? "would free" : "freed") "
            + "\(Figures.bytes(bytesFreed)), wanted \(Figures.bytes(bytesWanted))"
        return (deleted.map { $0.line(goes) } + kept.map { $0.line(stays) } + [sum])
            .map(Printable.line).joined(separator: "\n")
    }
}

extension AssetDownloadPackage {
    /// What decides when it goes.
    fileprivate func rank(at now: Date) -> String {
        guard let policy else { return "no policy" }
        let words = LibraryListReport.Policy(policy, at: now)
        if words.isExpired { return "expired \(words.expires ?? "")" }
        return "priority \(words.words), last used \(lastUse.formatted(.iso8601))"
    }
}
