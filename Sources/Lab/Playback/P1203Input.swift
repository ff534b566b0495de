/// The input of ITU-T P.1203 as its implementations read it: the streams of audio (I11) and video
/// (I13) that were played, and when nothing was (I23). What is not known is left out; no score is
/// computed.
package struct P1203Input: Sendable, Encodable {
    struct Stream: Sendable, Encodable {
        struct Segment: Sendable, Encodable {
            /// In kbit/s, of the bytes of the segment.
            var bitrate: Double
            /// `h264`, `h265`, `vp9` or `av1`.
            var codec: String?
            var duration: Double
            var fps: Double?
            /// `1920x1080`.
            var resolution: String?
            /// Media time that had been played.
            var start: Double
        }

        var segments: [Segment]
        let streamId = 42
    }

    struct Stalling: Sendable, Encodable {
        /// Media time that had been played, and how long nothing was; the first wait is at 0.
        var stalling: [[Double]]
        let streamId = 42
    }

    let audio: Stream
    let video: Stream
    let stalling: Stalling

    private enum CodingKeys: String, CodingKey {
        case audio = "I11"
        case video = "I13"
        case stalling = "I23"
    }

    init(_ file: PlaybackFile) {
        var played = 0.0
        var segments: [Stream.Segment] = []
        // When each segment began on the wall, and how much had been played then.
        var begins: [(wall: Double, media: Double)] = []
        for segment in file.segments where file.levels.indices.contains(segment.level) {
            let level = file.levels[segment.level]
            begins.append((segment.start, played))
            if segment.seconds > 0, segment.played > 0 {
                segments.append(
                    .init(
                        bitrate: Double(segment.bytes) * 8 / 1_000 / segment.seconds,
                        codec: Self.codec(level.codecs), duration: segment.played,
                        fps: level.frameRate, resolution: Self.resolution(level), start: played))
            }
            played += segment.played
        }
        let first: [[Double]] = file.startup.map { $0 > 0 ? [[0, $0]] : [] } ?? []
        let stalls = file.stalls.map { stall in
            // What plays when it stalls has played to its end.
            [begins.first { $0.wall > stall.start }?.media ?? played, stall.seconds]
        }
        video = Stream(segments: segments)
        // What is muxed has no rate of its own, and the player tells nothing of renditions.
        audio = Stream(segments: [])
        stalling = Stalling(stalling: first + stalls)
    }

    private static func codec(_ codecs: String?) -> String? {
        for codec in codecs?.split(separator: ",") ?? [] {
            switch codec.drop(while: { $0 == " " }).prefix(4) {
            case "avc1", "avc3": return "h264"
            case "hvc1", "hev1", "dvh1", "dvhe": return "h265"
            case "vp09": return "vp9"
            case "av01": return "av1"
            default: continue
            }
        }
        return nil
    }

    private static func resolution(_ level: PlaybackFile.Level) -> String? {
        guard let width = level.width, let height = level.height else { return nil }
        return "\(width)x\(height)"
    }
}
