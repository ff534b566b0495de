// swift-tools-version: 6.2
import PackageDescription

// HLSPlaylist and its tests once more, without the rest of the project, so that an optimised build of
// them takes seconds. Their folders are links.
let package = Package(
    name: "playlists",
    platforms: [.macOS(.v15)],
    targets: [
        .target(name: "HLSPlaylist"),
        .testTarget(name: "HLSPlaylistTests", dependencies: ["HLSPlaylist"]),
        .executableTarget(name: "PlaylistFields", dependencies: ["HLSPlaylist"]),
    ]
)
