// swift-tools-version: 6.2
import PackageDescription

let house: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// A room of the house: a library target that keeps the settings of the house.
func room(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: house)
}

func tests(
    of name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []
) -> Target {
    .testTarget(
        name: "\(name)Tests",
        dependencies: [.byName(name: name)] + dependencies,
        exclude: exclude,
        swiftSettings: house
    )
}

let collections: Target.Dependency = .product(name: "Collections", package: "swift-collections")
let nioCore: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let nioPosix: Target.Dependency = .product(name: "NIOPosix", package: "swift-nio")
let nioHTTP1: Target.Dependency = .product(name: "NIOHTTP1", package: "swift-nio")
let nioEmbedded: Target.Dependency = .product(name: "NIOEmbedded", package: "swift-nio")
let nioCompression: Target.Dependency = .product(
    name: "NIOHTTPCompression", package: "swift-nio-extras")
let nioHTTP2: Target.Dependency = .product(name: "NIOHTTP2", package: "swift-nio-http2")
let nioSSL: Target.Dependency = .product(name: "NIOSSL", package: "swift-nio-ssl")
let httpTypes: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")
let asyncHTTPClient: Target.Dependency = .product(
    name: "AsyncHTTPClient", package: "async-http-client")
let nioHTTPTypes: Target.Dependency = .product(name: "NIOHTTPTypes", package: "swift-nio-extras")
let hummingbirdCore: Target.Dependency = .product(
    name: "HummingbirdCore", package: "hummingbird")
let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let cryptoExtras: Target.Dependency = .product(name: "CryptoExtras", package: "swift-crypto")
let yams: Target.Dependency = .product(name: "Yams", package: "Yams")
let argumentParser: Target.Dependency = .product(
    name: "ArgumentParser", package: "swift-argument-parser")
let log: Target.Dependency = .product(name: "Logging", package: "swift-log")

let package = Package(
    name: "hlslab",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "HLSPlaylist", targets: ["HLSPlaylist"]),
        .library(name: "HLSDownload", targets: ["HLSDownload"]),
        .executable(name: "hlslab", targets: ["hlslab"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-nio-http2", from: "1.38.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    ],
    targets: [
        // Pure rooms: values in, values out.
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

        // Effect rooms: sockets, files, processes.
        room(
            "HLSDownload",
            [
                "OfflinePlayback", "DownloadCore", "PlaybackCore", "HLSPlaylist", asyncHTTPClient,
                grdb, crypto, cryptoExtras, nioCore, nioPosix, nioHTTP1, nioSSL, nioCompression,
            ]
        ),
        .systemLibrary(
            name: "CNetlink", pkgConfig: "libnl-route-3.0",
            providers: [.apt(["libnl-3-dev", "libnl-route-3-dev"])]
        ),
        room("LinkConditioner", ["LinkModel", "CNetlink", nioCore, nioPosix]),
        room(
            "FixtureOrigin",
            [
                "Scenarios", hummingbirdCore, httpTypes, nioCore, nioPosix, nioHTTP1, nioHTTPTypes,
                nioEmbedded, nioCompression, crypto, log,
            ]
        ),
        room(
            "Lab",
            [
                "Simulation", "HLSDownload", "LinkConditioner", "FixtureOrigin", "Scenarios",
                "OfflinePlayback", "DownloadCore", "PlaybackCore", "HLSPlaylist", "LinkModel", yams,
                crypto, nioCore,
            ]
        ),
        .executableTarget(
            name: "hlslab", dependencies: ["Lab", argumentParser], swiftSettings: house),

        // What an app programmer writes, with the library's public face alone.
        .executableTarget(
            name: "OfflineMovie", dependencies: ["HLSDownload"], path: "Examples/OfflineMovie",
            swiftSettings: house),

        tests(of: "HLSPlaylist"),
        tests(of: "LinkModel"),
        tests(of: "Scenarios", ["LinkModel"]),
        tests(of: "LinkConditioner", ["LinkModel", nioCore, nioPosix]),
        tests(
            of: "FixtureOrigin",
            [
                "LinkModel", "Scenarios", nioCore, nioPosix, nioHTTP1, nioEmbedded, nioCompression,
                crypto,
            ]),
        tests(of: "DownloadCore", ["HLSPlaylist"]),
        tests(of: "PlaybackCore", ["HLSPlaylist"]),
        tests(of: "OfflinePlayback", ["DownloadCore", "PlaybackCore", "HLSPlaylist"]),
        tests(
            of: "Simulation",
            [
                "Scenarios", "LinkModel", "OfflinePlayback", "DownloadCore", "PlaybackCore",
                "HLSPlaylist",
            ]),
        tests(
            of: "HLSDownload",
            [
                "FixtureOrigin", "LinkModel", "Scenarios", "OfflinePlayback", "DownloadCore",
                "PlaybackCore", "HLSPlaylist", crypto, cryptoExtras, grdb, nioCore, nioPosix,
                nioHTTP1, nioHTTP2, nioSSL,
            ]),
        tests(
            of: "Lab",
            [
                "Simulation", "LinkModel", "LinkConditioner", "Scenarios", "OfflinePlayback",
                "DownloadCore", "PlaybackCore",
            ]),
        tests(of: "hlslab", ["Lab"], exclude: ["Golden"]),
        .testTarget(name: "HouseTests", swiftSettings: house),
    ],
    swiftLanguageModes: [.v6]
)
