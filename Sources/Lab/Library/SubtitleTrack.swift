/// The WebVTT segments of a stream as one file, its times from the begin of the picture.
///
/// Each segment says by X-TIMESTAMP-MAP what its times mean (rfc8216bis, section 3.1.4); without one
/// they are times of the media. A cue that reaches over several segments stands in each of them, and
/// once here.
struct SubtitleTrack: Sendable, Hashable {
    /// Why a segment is none, as the end of a sentence.
    struct Fault: Error, Hashable {
        var reason: String
    }

    private struct Cue: Hashable {
        /// Milliseconds.
        var start: Int
        var end: Int
        /// What follows the times: settings of the cue.
        var settings: String
        var lines: [String]
    }

    /// STYLE and REGION blocks, each once.
    private var styles: [[String]] = []
    private var cues: [Cue] = []

    var cueCount: Int { cues.count }

    /// - Parameters:
    ///   - segments: in playing order.
    ///   - begin: the first time of the media, in ticks of 90 kHz.
    /// - Throws: ``Fault`` for what is no WebVTT.
    init(segments: [String], mediaBegin begin: Int) throws(Fault) {
        var seen: Set<Cue> = []
        for (number, text) in segments.enumerated() {
            for block in try Self.blocks(text, "segment \(number + 1)", begin) {
                switch block {
                case .style(let lines): if !styles.contains(lines) { styles.append(lines) }
                case .cue(let cue):
                    if cue.end > 0, seen.insert(cue).inserted { cues.append(cue) }
                }
            }
        }
        // Those that begin at the same time keep their order.
        cues = cues.enumerated().sorted {
            ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
        }
        .map(\.element)
    }

    /// The file.
    var text: String {
        let blocks =
            styles
            + cues.map { cue in
                let times = "\(Self.time(max(0, cue.start))) --> \(Self.time(cue.end))"
                return [times + (cue.settings.isEmpty ? "" : " " + cue.settings)] + cue.lines
            }
        return (["WEBVTT"] + blocks.map { $0.joined(separator: "\n") }).joined(separator: "\n\n")
            + "\n"
    }

    private enum Block {
        case style([String])
        case cue(Cue)
    }

    private static func blocks(
        _ text: String, _ name: String, _ begin: Int
    ) throws(Fault) -> [Block] {
        let text = text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map(String.init)
        guard lines.first?.hasPrefix("WEBVTT") == true else {
            throw Fault(reason: "its \(name) does not begin with WEBVTT")
        }
        let paragraphs = lines.split { $0.isEmpty }.map { Array($0) }
        let header = lines.prefix { !$0.isEmpty }
        let shift =
            try header.first { $0.hasPrefix("X-TIMESTAMP-MAP=") }
            .map { (line) throws(Fault) in try self.shift(line, name, begin) } ?? -begin / 90
        var blocks: [Block] = []
        for paragraph in paragraphs.dropFirst() {
            guard let place = paragraph.prefix(2).firstIndex(where: { $0.contains("-->") }) else {
                let word = paragraph[0].prefix { !$0.isWhitespace }
                if word == "STYLE" || word == "REGION" { blocks.append(.style(paragraph)) }
                continue
            }
            guard var cue = cue(paragraph[place]) else {
                throw Fault(reason: "its \(name) has a cue without times: '\(paragraph[place])'")
            }
            cue.start += shift
            cue.end += shift
            cue.lines = Array(paragraph[(place + 1)...])
            blocks.append(.cue(cue))
        }
        return blocks
    }

    /// `00:00:01.000 --> 00:00:02.000 line:0`
    private static func cue(_ line: String) -> Cue? {
        let words = line.split(whereSeparator: \.isWhitespace)
        guard words.count >= 3, words[1] == "-->", let start = milliseconds(words[0]),
            let end = milliseconds(words[2]), start <= end
        else { return nil }
        return Cue(
            start: start, end: end, settings: words[3...].joined(separator: " "), lines: [])
    }

    /// Milliseconds to add: from the segment's times to those of the picture.
    private static func shift(
        _ line: String, _ name: String, _ begin: Int
    ) throws(Fault) -> Int {
        var ticks: Int?
        var local: Int?
        for field in line.drop(while: { $0 != "=" }).dropFirst().split(separator: ",") {
            if field.hasPrefix("MPEGTS:") { ticks = Int(field.dropFirst(7)) }
            if field.hasPrefix("LOCAL:") { local = milliseconds(field.dropFirst(6)) }
        }
        guard let ticks, let local, (0..<clockPeriod).contains(ticks) else {
            throw Fault(reason: "its \(name) has a wrong X-TIMESTAMP-MAP: '\(line)'")
        }
        // The clock of MPEG-2 begins again after 33 bits: of the two distances the shorter is meant.
        var distance = (ticks - begin) % clockPeriod
        if distance >= clockPeriod / 2 { distance -= clockPeriod }
        if distance < -clockPeriod / 2 { distance += clockPeriod }
        return Int((Double(distance) / 90).rounded()) - local
    }

    private static let clockPeriod = 1 << 33

    /// `[hours:]minutes:seconds.milliseconds`
    private static func milliseconds(_ text: some StringProtocol) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), let last = parts.last else { return nil }
        let seconds = last.split(separator: ".", omittingEmptySubsequences: false)
        guard seconds.count == 2, seconds[1].count == 3, let thousandths = Int(seconds[1]),
            let second = Int(seconds[0]), let minute = Int(parts[parts.count - 2]),
            let hour = parts.count == 3 ? Int(parts[0]) : 0,
            (0...99_999).contains(hour), (0..<60).contains(minute), (0..<60).contains(second),
            thousandths >= 0
        else { return nil }
        return ((hour * 60 + minute) * 60 + second) * 1000 + thousandths
    }

    private static func time(_ milliseconds: Int) -> String {
        func digits(_ value: Int, _ count: Int) -> String {
            let text = String(value)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let seconds = milliseconds / 1000
        return [seconds / 3600, seconds / 60 % 60, seconds % 60].map { digits($0, 2) }
            .joined(separator: ":") + "." + digits(milliseconds % 1000, 3)
    }
}
