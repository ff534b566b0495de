internal import DownloadCore
public import FoundationEssentials

/// Which packages go to make room, or have gone.
public struct AssetDownloadPurge: Sendable, Hashable {
    public struct Package: Sendable, Hashable {
        public let location: URL
        public let byteCount: Int
    }

    /// In the order in which they go.
    public let packages: [Package]
    /// Of all of them.
    public let byteCount: Int
    /// Whether that is as much as was wanted.
    public let isEnough: Bool

    init(_ plan: PurgePlan, _ location: (Int) -> URL) {
        packages = plan.purged.map {
            Package(location: location($0.package), byteCount: $0.byteCount)
        }
        byteCount = plan.byteCount
        isEnough = plan.isEnough
    }
}
