import Crypto
import FoundationEssentials
import NIOCore
import Scenarios

extension OriginAsset {
    /// Name of the catalog in an asset's folder.
    package static let catalogName = "asset.json"

    /// The asset in a folder: its `asset.json` and the files that this names.
    ///
    /// All files are read once, for their digests. A folder whose files are shorter than the
    /// catalog says is refused, since its verdicts would be about something else.
    ///
    /// - Throws: ``OriginError``.
    package static func folder(_ folder: String) throws(OriginError) -> OriginAsset {
        let catalog = try catalog(at: "\(folder)/\(catalogName)")
        var compressed: [String: ByteBuffer] = [:]
        let resources = try OriginResource.all(of: catalog) {
            (path, isPlaylist) throws(OriginError) in
            guard !path.hasPrefix("/"), !path.split(separator: "/").contains("..") else {
                throw .pathLeavesFolder(path: path, catalog: "\(folder)/\(catalogName)")
            }
            let file = try StoredFile.read("\(folder)/\(path)")
            if isPlaylist { compressed["/" + path] = Gzip.compressed(file.bytes) }
            return .init(
                entityTag: entityTag(of: file.bytes), lastModified: file.lastModified,
                length: file.bytes.readableBytes,
                gzipLength: compressed["/" + path]?.readableBytes)
        }
        try check(resources)
        return OriginAsset(
            catalog: catalog, resources: resources,
            content: FolderContent(folder: folder, compressed: compressed))
    }

    private static func catalog(at path: String) throws(OriginError) -> AssetCatalog {
        let file = try StoredFile.read(path)
        do {
            return try JSONDecoder().decode(
                AssetCatalog.self, from: Data(file.bytes.readableBytesView))
        } catch {
            throw .catalogMalformed(path: path, reason: "\(error)")
        }
    }

    private static func check(_ resources: [OriginResource]) throws(OriginError) {
        for resource in resources {
            let needed = resource.holdings.map(\.range.upperBound).max() ?? 0
            guard needed <= resource.length else {
                throw .fileTooShort(path: resource.path, bytes: resource.length, needed: needed)
            }
        }
    }

    /// Half of the SHA-256 is far from any collision.
    private static let tagBytes = 16

    private static func entityTag(of bytes: ByteBuffer) -> String {
        var hash = SHA256()
        bytes.withUnsafeReadableBytes { hash.update(bufferPointer: $0) }
        let digits = hash.finalize().prefix(tagBytes).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        return "\"\(digits.joined())\""
    }
}
