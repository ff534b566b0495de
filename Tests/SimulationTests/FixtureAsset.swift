import Foundation
import Scenarios
import Testing

/// The catalog's assets that lie in `Fixtures`, their bytes counted and not carried.
extension TestAsset {
    static func fixture(_ id: String) throws -> TestAsset {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fixtures/\(id)")
        let catalog = try JSONDecoder().decode(
            AssetCatalog.self, from: Data(contentsOf: folder.appending(path: "asset.json")))
        var playlists: [String: [UInt8]] = [:]
        let resources = try OriginResource.all(of: catalog) { path, isPlaylist in
            let bytes = try Data(contentsOf: folder.appending(path: path))
            if isPlaylist { playlists["/" + path] = [UInt8](bytes) }
            return OriginResource.FileFacts(
                entityTag: "\"\(path)\"", lastModified: 0, length: bytes.count)
        }
        let texts = playlists
        return TestAsset(catalog: catalog, resources: resources) { texts[$0] }
    }
}
