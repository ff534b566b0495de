// swift-tools-version: 6.2
import PackageDescription

let house: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]
let collections: Target.Dependency = .product(name: "Collections", package: "swift-collections")

/// A pure room of the package above, compiled from the same files through a link to its folder: what
/// a benchmark measures has `package` access, and nothing but swift-collections has to be built.
func room(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: house)
}

func benchmark(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, swiftSettings: [.treatAllWarnings(as: .error)])
}

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0")
    ],
    targets: [
        room("HLSPlaylist", [collections]),
        room("LinkModel", [collections]),
        room("DownloadCore", ["HLSPlaylist", collections]),
        room("PlaybackCore", ["HLSPlaylist", collections]),
        room("OfflinePlayback", ["DownloadCore", "PlaybackCore", "HLSPlaylist", collections]),
        room("Scenarios", ["LinkModel", collections]),
        room(
            "Simulation",
            [
                "Scenarios", "LinkModel", "OfflinePlayback", "DownloadCore", "PlaybackCore",
                "HLSPlaylist", collections,
            ]),
        benchmark("PlaylistBenchmark", ["HLSPlaylist"]),
        benchmark("LinkCalibration", ["LinkModel"]),
        benchmark("RelayBenchmark", []),
        benchmark(
            "SimulationBenchmark",
            [
                "Simulation", "Scenarios", "LinkModel", "OfflinePlayback", "DownloadCore",
                "PlaybackCore",
            ]),
        benchmark("PlaybackBenchmark", ["Simulation", "LinkModel", "PlaybackCore"]),
    ],
    swiftLanguageModes: [.v6]
)
