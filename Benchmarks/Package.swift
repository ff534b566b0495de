// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "hlslab", path: "..")],
    targets: [
        .executableTarget(
            name: "PlaylistBenchmark",
            dependencies: [.product(name: "HLSPlaylist", package: "hlslab")],
            swiftSettings: [.treatAllWarnings(as: .error)])
    ],
    swiftLanguageModes: [.v6]
)
