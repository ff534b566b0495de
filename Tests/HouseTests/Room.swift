import Testing

/// A folder below Sources and what its files may import. House.md says the same in a table.
struct Room {
    /// Whether a room may act, and on what.
    enum Kind: String {
        /// Values in, values out.
        case pure
        /// Sockets, files, processes.
        case effect
        /// A system library's headers, no code.
        case headers
        /// The command: parses words, calls, prints.
        case command
    }

    let name: String
    let kind: Kind
    let mayImport: [String]

    static let collections = [
        "BitCollections", "Collections", "DequeModule", "HashTreeCollections", "HeapModule",
        "OrderedCollections",
    ]
    private static let systemLibrary = ["Darwin", "Glibc", "Musl"]
    private static let foundation = ["Foundation", "FoundationEssentials"]

    private static func pure(_ name: String, _ modules: String...) -> Room {
        Room(name: name, kind: .pure, mayImport: modules + collections)
    }

    private static func effect(_ name: String, _ modules: String...) -> Room {
        Room(
            name: name, kind: .effect,
            mayImport: modules + ["Synchronization"] + foundation + systemLibrary)
    }

    static let all: [Room] = [
        .pure("HLSPlaylist", "FoundationEssentials"),
        .pure("LinkModel"),
        .pure("DownloadCore", "HLSPlaylist", "FoundationEssentials"),
        .pure("PlaybackCore", "HLSPlaylist"),
        .pure("OfflinePlayback", "DownloadCore", "PlaybackCore", "HLSPlaylist"),
        .pure("Scenarios", "LinkModel"),
        .pure(
            "Simulation", "Scenarios", "LinkModel", "OfflinePlayback", "DownloadCore",
            "PlaybackCore", "HLSPlaylist"),
        .effect(
            "HLSDownload", "OfflinePlayback", "DownloadCore", "PlaybackCore", "HLSPlaylist",
            "AsyncHTTPClient", "NIOCore", "NIOPosix", "NIOHTTP1", "NIOHTTPCompression", "NIOSSL",
            "GRDB", "Crypto",
            "CryptoExtras", "Dispatch"),
        Room(name: "CNetlink", kind: .headers, mayImport: []),
        .effect("LinkConditioner", "LinkModel", "CNetlink", "NIOCore", "NIOPosix"),
        .effect(
            "FixtureOrigin", "Scenarios", "HummingbirdCore", "HTTPTypes", "NIOCore", "NIOPosix",
            "NIOEmbedded", "NIOHTTP1", "NIOHTTPTypes", "NIOHTTPCompression", "Crypto", "Logging"),
        .effect(
            "Lab", "Simulation", "HLSDownload", "LinkConditioner", "FixtureOrigin", "Scenarios",
            "OfflinePlayback", "DownloadCore", "PlaybackCore", "HLSPlaylist", "LinkModel", "Yams",
            "Crypto", "NIOCore"),
        Room(
            name: "hlslab", kind: .command,
            mayImport: ["Lab", "ArgumentParser", "Foundation", "Dispatch"]),
    ]

    static func named(_ name: String) -> Room? { all.first { $0.name == name } }
}

extension Room: CustomTestStringConvertible {
    var testDescription: String { name }
}
