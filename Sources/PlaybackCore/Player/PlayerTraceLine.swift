/// One line of a run's timeline: when, what happened to the player, what it decided. JSON, the same for
/// a real and for a simulated run.
package struct PlayerTraceLine: Sendable {
    private var text: [UInt8] = []

    package init(at elapsed: Duration, _ event: PlayerEvent, _ commands: [PlayerCommand]) {
        text.reserveCapacity(128)
        text.append(contentsOf: "{\"t\":\(elapsed.seconds),\"player\":".utf8)
        append(event.words)
        text.append(contentsOf: ",\"commands\":[".utf8)
        for (index, command) in commands.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            append(command.words)
        }
        text.append(contentsOf: "]}".utf8)
    }

    /// The line without its end, UTF-8.
    package var bytes: [UInt8] { text }

    private mutating func append(_ string: String) {
        text.append(UInt8(ascii: "\""))
        for byte in string.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                text.append(UInt8(ascii: "\\"))
                text.append(byte)
            case 0..<0x20:
                text.append(
                    contentsOf: "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8)
            default: text.append(byte)
            }
        }
        text.append(UInt8(ascii: "\""))
    }
}

extension Duration {
    /// Seconds with nine decimals.
    fileprivate var seconds: String {
        let nanoseconds = wholeNanoseconds
        let fraction = String(1_000_000_000 + nanoseconds % 1_000_000_000).dropFirst()
        return "\(nanoseconds / 1_000_000_000).\(fraction)"
    }
}

extension SegmentID {
    fileprivate var words: String { "\(stream)/\(index)" }
}

extension PlayerEvent {
    /// The event in a few words; a segment as stream/place.
    fileprivate var words: String {
        switch self {
        case .started: "started"
        case .described(let stream, let timeline):
            "described \(stream), \(timeline.segments.count) segments"
        case .undescribed(let stream, let reason): "undescribed \(stream): \(reason)"
        case .responded(let id, let count):
            "#\(id.number) responded \(count.map(String.init) ?? "unknown")"
        case .received(let id, let count): "#\(id.number) received \(count)"
        case .arrived(let id): "#\(id.number) arrived"
        case .failed(let id, let reason): "#\(id.number) failed: \(reason)"
        case .stored(let segment, let count): "stored \(segment.words), \(count)"
        case .discarded(let segment): "discarded \(segment.words)"
        case .networkChanged(let isReachable): isReachable ? "network up" : "network down"
        case .woke: "woke"
        case .paused: "paused"
        case .resumed: "resumed"
        case .sought(let place): "sought \(place.seconds)"
        case .rateChanged(let rate): "rate \(rate.thousandths)/1000"
        case .audioSelected(let name): "audio \(name ?? "by default")"
        case .subtitlesSelected(let name): "subtitles \(name ?? "off")"
        case .stopped: "stopped"
        }
    }
}

extension PlayerCommand {
    /// The command in a few words.
    fileprivate var words: String {
        switch self {
        case .describe(let stream): "describe \(stream)"
        case .fetch(let request):
            "fetch #\(request.id.number) \(request.segment.words) by \(request.deadline.seconds)"
                + (request.isReplacement ? " instead" : "")
        case .read(let request): "read #\(request.id.number) \(request.segment.words)"
        case .abandon(let id): "abandon #\(id.number)"
        case .wake(let time): "wake \(time.seconds)"
        case .report(let report): report.words
        }
    }
}

extension PlayerReport {
    fileprivate var words: String {
        switch self {
        case .state(.failed(let reason)): "failed: \(reason)"
        case .state(let state): "\(state)"
        case .started(let time): "first frame after \(time.seconds)"
        case .switched(let old, let new, let place): "level \(old) to \(new) at \(place.seconds)"
        case .stalled(let stall):
            "stalled \(stall.duration.seconds) at \(stall.mediaTime.seconds)"
        case .abandoned(let segment, let level): "gave \(segment.words) up for level \(level)"
        case .retrying(let segment, let reason, let pause):
            "again \(segment.words) in \(pause.seconds): \(reason)"
        }
    }
}
