internal import FixtureOrigin
internal import NIOCore
internal import Scenarios

extension OriginAsset {
    private static let chunkLength = 64 << 10

    /// The bytes of every playlist, by its path, which begins with `/`: all that has to be carried
    /// when the bytes of media are only counted.
    func playlists() async throws(LabError) -> [String: [UInt8]] {
        var playlists: [String: [UInt8]] = [:]
        for resource in resources where resource.holdings.first?.part.isPlaylist == true {
            do {
                playlists[resource.path] = try await whole(resource)
            } catch {
                throw LabError(.run, "cannot read the asset '\(catalog.id)': \(error)")
            }
        }
        return playlists
    }

    private func whole(_ resource: OriginResource) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(resource.length)
        while bytes.count < resource.length {
            let chunk = bytes.count..<min(resource.length, bytes.count + Self.chunkLength)
            let buffer = try await content.bytes(
                of: resource.path, representation: .identity, range: chunk)
            bytes += buffer.readableBytesView
        }
        return bytes
    }
}
