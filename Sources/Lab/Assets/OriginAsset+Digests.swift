internal import Crypto
internal import FixtureOrigin
internal import NIOCore
internal import Scenarios

extension OriginAsset {
    /// The catalog with a digest for every part of the streams that a quality asks for: a
    /// synthetic asset's are taken from its generator.
    func catalogWithDigests(for option: RequestedQuality.Option) async throws(LabError)
        -> AssetCatalog
    {
        guard let requested = RequestedQuality(option, in: catalog) else { return catalog }
        var catalog = catalog
        do {
            for index in catalog.streams.indices
            where requested.streams.contains(catalog.streams[index].id) {
                let stream = catalog.streams[index]
                catalog.streams[index].initSection = try await digested(stream.initSection)
                for segment in stream.segments.indices {
                    if let part = try await digested(stream.segments[segment]) {
                        catalog.streams[index].segments[segment] = part
                    }
                }
            }
        } catch {
            throw LabError(.run, "cannot read the asset '\(catalog.id)': \(error)")
        }
        return catalog
    }

    private func digested(_ part: AssetCatalog.Part?) async throws -> AssetCatalog.Part? {
        guard var part, part.sha256 == nil else { return part }
        var digest = SHA256()
        var offset = part.offset
        let end = part.offset + part.length
        while offset < end {
            let chunk = offset..<min(end, offset + Self.chunkLength)
            let bytes = try await content.bytes(
                of: "/" + part.path, representation: .identity, range: chunk)
            bytes.withUnsafeReadableBytes { digest.update(bufferPointer: $0) }
            offset = chunk.upperBound
        }
        part.sha256 = digest.finalize().hexadecimal
        return part
    }

    private static let chunkLength = 64 << 10
}

extension Sequence<UInt8> {
    /// Lower-case hexadecimal digits.
    var hexadecimal: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
