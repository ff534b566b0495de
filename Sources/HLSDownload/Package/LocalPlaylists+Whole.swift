internal import Foundation
internal import HLSPlaylist

extension LocalPlaylists {
    /// Whether the package's multivariant playlist is there with every file that it leads to: what
    /// an earlier download completed plays while a later one adds to it.
    static func playsWhole(_ layout: PackageLayout) -> Bool {
        guard
            case .multivariant(let playlist)? = read(
                layout.absolute(PackageLayout.multivariantPlaylist))
        else { return false }
        let uris = playlist.variants.map(\.uri) + playlist.renditions.compactMap(\.uri)
        return Set(uris).allSatisfy { uri in
            guard case .media(let media)? = read(layout.absolute(uri)) else { return false }
            let folder = uri.prefix(while: { $0 != "/" })
            return media.segments.allSatisfy { segment in
                let files = segment.isGap ? [] : [segment.uri, segment.map?.uri].compactMap(\.self)
                return files.allSatisfy {
                    DurableFolder.size(of: layout.absolute("\(folder)/\($0)")) != nil
                }
            }
        }
    }

    private static func read(_ path: String) -> Playlist? {
        // One that cannot be read, or means nothing, plays nothing.
        guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: path)) else { return nil }
        return try? Playlist(parsing: [UInt8](bytes))
    }
}
