internal import DownloadCore
internal import LinkModel
internal import OfflinePlayback
internal import PlaybackCore
internal import Scenarios
internal import Simulation

/// Writes explorations as files that ``ExplorationLoader`` reads: what is read is the exploration
/// again.
struct ExplorationText {
    private var lines: [String] = []

    /// - Parameters:
    ///   - name: a word for the file.
    ///   - remark: a sentence that is written above, without line breaks.
    static func of(_ exploration: Exploration, name: String, remark: String) -> String {
        var text = ExplorationText()
        text.lines.append("# " + remark.replacing("\n", with: " "))
        text.lines.append("name: \(ProfileText.quoted(name))")
        text.lines.append("seed: \(exploration.seed)")
        text.add(exploration.asset)
        text.lines.append("link:")
        text.lines += ProfileText.of(exploration.link).split(separator: "\n").map { "  " + $0 }
        text.lines.append("download: { \(downloadEntries(exploration).joined(separator: ", ")) }")
        if let playback = exploration.playback { text.add(playback) }
        text.add(list: "faults", exploration.faults.compactMap(entries))
        text.add(list: "interruptions", exploration.interruptions.map(entries))
        return text.lines.joined(separator: "\n") + "\n"
    }

    private mutating func add(list name: String, _ items: [[String]]) {
        guard !items.isEmpty else { return }
        lines.append("\(name):")
        for item in items { lines.append("  - { \(item.joined(separator: ", ")) }") }
    }

    private mutating func add(_ asset: SyntheticDescription) {
        lines += [
            "asset:", "  duration: \(ProfileText.time(asset.duration))",
            "  segment: \(ProfileText.time(asset.segmentDuration))", "  seed: \(asset.seed)",
        ]
        switch asset.pattern {
        case .constant: break
        case .random(let peak): lines.append("  vbr: { pattern: random, peak: \(peak) % }")
        case .sawtooth(let peak): lines.append("  vbr: { pattern: sawtooth, peak: \(peak) % }")
        }
        lines.append("  variants:")
        for variant in asset.variants {
            lines.append(
                "    - { id: \(variant.id), bitrate: \(variant.bitsPerSecond) bit/s, "
                    + "resolution: \(variant.width)x\(variant.height) }")
        }
    }

    private mutating func add(_ playback: Exploration.Playback) {
        lines.append(
            "playback: { mode: \(playback.mode.rawValue), rule: \"\(playback.rule)\", "
                + "start: \(ProfileText.time(playback.start)) }")
        add(
            list: "person",
            playback.person.compactMap { act in
                Self.words(act.event).map { ["at: \(ProfileText.time(act.time))", $0] }
            })
    }

    /// Nil for what nobody does in an exploration.
    private static func words(_ event: PlayerEvent) -> String? {
        switch event {
        case .paused: "pause: true"
        case .resumed: "resume: true"
        case .sought(let place): "seek: \(ProfileText.time(place))"
        case .rateChanged(let rate): "rate: \(decimalText(rate.thousandths, over: 1_000))"
        default: nil
        }
    }

    private static func downloadEntries(_ exploration: Exploration) -> [String] {
        var entries = [
            "quality: \(exploration.quality.text)", "parallel: \(exploration.parallelRequests)",
        ]
        if let limit = exploration.requestsPerHost { entries.append("perHost: \(limit)") }
        if exploration.order != .byTime { entries.append("order: \(exploration.order.rawValue)") }
        if exploration.waitsForSpace { entries.append("waitsForSpace: true") }
        if !exploration.allowsMeteredNetwork { entries.append("metered: false") }
        return entries
    }

    /// Nil for what no exploration draws.
    private static func entries(_ fault: Fault) -> [String]? {
        var entries: [String] = []
        if let kind = fault.match.kind { entries.append("kind: \(kind.rawValue)") }
        if let stream = fault.match.stream { entries.append("stream: \(stream)") }
        if let segment = fault.match.segment { entries.append("segment: \(segment)") }
        if let attempts = fault.match.attempts { entries.append("attempts: \(attempts)") }
        if let window = fault.match.between {
            let (start, end) = (window.lowerBound, window.upperBound)
            entries.append("between: \(ProfileText.time(start)) and \(ProfileText.time(end))")
        }
        guard let effect = words(fault.effect) else { return nil }
        entries.append(effect)
        if let times = fault.times { entries.append("times: \(times)") }
        return entries
    }

    private static func words(_ effect: FaultEffect) -> String? {
        switch effect {
        case .status(let status, nil): "status: \(status)"
        case .status(let status, .seconds(let seconds)):
            "status: \(status), retryAfter: \(seconds) s"
        case .status(let status, .date(let seconds, _)):
            "status: \(status), retryAfterDate: \(seconds) s"
        case .delay(let time): "delay: \(ProfileText.time(time))"
        case .stall(let byte, let time): "stall: \(ProfileText.time(time)), after: \(byte) B"
        case .truncate(let byte): "truncate: \(byte) B"
        case .truncateWithoutLength(let byte): "truncate: \(byte) B, withoutLength: true"
        case .reset(let byte): "reset: \(byte) B"
        case .redirect(let target, 302): "redirect: \(target)"
        case .wrongType: "wrongType: true"
        default: nil
        }
    }

    private static func entries(_ interruption: Exploration.Interruption) -> [String] {
        func span(_ word: String, _ start: Duration, _ length: Duration) -> [String] {
            [word, "at: \(ProfileText.time(start))", "for: \(ProfileText.time(length))"]
        }
        switch interruption {
        case .kill(let count): return ["kill: \(count)"]
        case .powerCut(let count): return ["powerCut: \(count)"]
        case .suspend(let start, let length): return span("suspend: true", start, length)
        case .network(let status, let start, let length):
            return span("network: \(status.rawValue)", start, length)
        case .diskFull(let start, let length): return span("diskFull: true", start, length)
        case .newVersion(let time): return ["newVersion: true", "at: \(ProfileText.time(time))"]
        case .newPresentation: return ["newPresentation: true"]
        }
    }
}
