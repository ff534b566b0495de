import NIOCore
package import Scenarios

extension OriginAsset {
    /// A synthetic asset, with its playlists also compressed.
    package static func synthetic(_ asset: SyntheticAsset) -> OriginAsset {
        var resources = asset.resources
        var compressed: [String: ByteBuffer] = [:]
        for index in resources.indices
        where resources[index].holdings.first?.part.isPlaylist == true {
            let resource = resources[index]
            let bytes = asset.bytes(
                of: String(resource.path.dropFirst()), range: 0..<resource.length)
            let packed = Gzip.compressed(ByteBuffer(bytes: bytes ?? []))
            compressed[resource.path] = packed
            resources[index].gzipLength = packed.readableBytes
        }
        return OriginAsset(
            catalog: asset.catalog, resources: resources,
            content: SyntheticContent(asset: asset, compressed: compressed))
    }
}
