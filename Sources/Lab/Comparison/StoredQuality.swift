internal import Scenarios

/// What a person has on disk when a download is complete, as the asset's catalog tells of it.
package struct StoredQuality: Sendable, Hashable, Codable {
    /// The stream of the variant.
    package var variant: String
    package var width: Int?
    package var height: Int?
    /// VIDEO-RANGE; SDR where the playlist says nothing (RFC 8216bis, 4.4.6.2).
    package var range: String
    /// `en, 2 channels` each; empty when the sound is in the variant's own stream.
    package var audio: [String]
    /// Languages.
    package var subtitles: [String]

    /// - Parameter streams: ids of what is stored; nil is the result when no variant is among them.
    init?(of streams: [String], in catalog: AssetCatalog) {
        guard
            let variant = catalog.variants.first(where: { streams.contains($0.stream) })
        else { return nil }
        self.variant = variant.stream
        width = variant.width
        height = variant.height
        range = variant.videoRange ?? "SDR"
        let renditions = streams.compactMap(catalog.stream)
        audio = renditions.filter { $0.kind == .audio }.map(Self.words)
        subtitles = renditions.filter { $0.kind == .subtitles }.map { $0.language ?? $0.id }
    }

    private static func words(_ stream: AssetCatalog.Stream) -> String {
        let channels = stream.channels.map {
            $0 == 1 ? "mono" : $0 == 2 ? "stereo" : "\($0) channels"
        }
        return [stream.language ?? stream.name ?? stream.id, channels].compactMap(\.self)
            .joined(separator: " ")
    }

    /// `960 × 540`; the variant's name where the playlist says no resolution.
    var picture: String {
        guard let width, let height else { return variant }
        return "\(width) × \(height)"
    }

    /// In a sentence: `540p`.
    var shortPicture: String { height.map { "\($0)p" } ?? variant }

    var sound: String { audio.isEmpty ? "with the picture" : audio.joined(separator: ", ") }
}
