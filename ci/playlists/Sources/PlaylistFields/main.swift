import Foundation
import HLSPlaylist

// Prints what playlists say, a JSON object per file, for comparison with another parser:
//
//     PlaylistFields FILE...

for path in CommandLine.arguments.dropFirst() {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    var object: [String: Any] = ["file": path]
    do {
        switch try Playlist(parsing: bytes) {
        case .media(let playlist): object["media"] = fields(of: playlist)
        case .multivariant(let playlist): object["multivariant"] = fields(of: playlist)
        }
    } catch {
        object["refused"] = "\(error)"
    }
    let line = try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys])
    print(String(decoding: line, as: UTF8.self))
}

func fields(of playlist: MediaPlaylist) -> [String: Any] {
    [
        "targetDuration": seconds(playlist.targetDuration),
        "mediaSequence": playlist.mediaSequence,
        "discontinuitySequence": playlist.discontinuitySequence,
        "hasEndList": playlist.hasEndList,
        "isIFramesOnly": playlist.isIFramesOnly,
        "type": playlist.playlistType?.rawValue ?? "",
        "segments": playlist.segments.map { segment in
            [
                "uri": segment.uri,
                "duration": seconds(segment.duration),
                "title": segment.title ?? "",
                "isDiscontinuity": segment.isDiscontinuity,
                "isGap": segment.isGap,
                "keys": segment.keys.map { $0.uri ?? "" },
                "map": segment.map?.uri ?? "",
                "rangeLength": segment.byteRange?.length ?? -1,
                "parts": segment.parts.map(\.uri),
            ] as [String: Any]
        },
        "dateRanges": playlist.dateRanges.map(\.id),
    ]
}

func fields(of playlist: MultivariantPlaylist) -> [String: Any] {
    [
        "variants": playlist.variants.map { variant in
            [
                "uri": variant.uri,
                "bandwidth": variant.bandwidth,
                "averageBandwidth": variant.averageBandwidth ?? -1,
                "codecs": variant.codecsText ?? "",
                "resolution": variant.resolution.map { [$0.width, $0.height] } ?? [],
                "frameRate": variant.frameRate ?? -1,
                "videoRange": variant.videoRange?.text ?? "",
                "audio": variant.audioGroupID ?? "",
                "subtitles": variant.subtitlesGroupID ?? "",
            ] as [String: Any]
        },
        "iFrames": playlist.iFrameVariants.map(\.uri),
        "renditions": playlist.renditions.map { rendition in
            [
                rendition.kind.rawValue, rendition.groupID, rendition.name,
                rendition.language ?? "", rendition.uri ?? "",
                rendition.isDefault ? "YES" : "", rendition.channels?.text ?? "",
            ]
        },
    ]
}

func seconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
}
