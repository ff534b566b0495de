/// A stretch of a stream that cannot be played from a package, and why.
public struct PackageHole: Sendable, Hashable {
    /// Place in the package's streams.
    public var streamIndex: Int
    /// The stream for people.
    public var stream: String
    /// `segment 3` or `init section 1`, counted from one.
    public var part: String
    /// From the begin of the stream. Of an init section: the first segment that needs it.
    public var start: Duration
    public var end: Duration
    /// Why, in words.
    public var reason: String
}

extension PackageHole: CustomStringConvertible {
    /// `segment 2 of video v800/index.m3u8, 4 s to 8 s: 0-803000/00001.ts is not there`
    public var description: String {
        let times = "\(start.decimalText) s to \(end.decimalText) s"
        return "\(part) of \(stream), \(times): \(reason)"
    }
}

extension PackageHole {
    init(_ stream: MoviePackage.Stream, _ streamIndex: Int, part index: Int, _ reason: String) {
        let part = stream.parts[index]
        let last =
            part.kind == .initSection
            ? stream.parts[index...].first { $0.kind != .initSection } ?? part : part
        self.init(
            streamIndex: streamIndex, stream: stream.label, part: stream.label(ofPart: index),
            start: part.start, end: last.start + last.duration, reason: reason)
    }

    /// The first stretch that no segment of a stream covers, or two do, by the times that are
    /// written down. Nil when each instant has one segment.
    init?(uncoveredBy stream: MoviePackage.Stream, _ streamIndex: Int) {
        var end = Duration.zero
        for part in stream.parts where part.kind != .initSection {
            let distance = part.start - end
            guard distance.magnitude <= Self.rounding else {
                self.init(
                    streamIndex: streamIndex, stream: stream.label, part: "a stretch",
                    start: min(end, part.start), end: max(end, part.start),
                    reason: distance < .zero ? "two segments cover it" : "no segment covers it")
                return
            }
            end = part.start + part.duration
        }
        return nil
    }

    /// Times and durations are written to the microsecond each; others round to the millisecond.
    private static let rounding = Duration.milliseconds(2)

    /// The one that a viewer meets first.
    static func first(of holes: some Sequence<PackageHole>) -> PackageHole? {
        holes.min { ($0.start, $0.streamIndex) < ($1.start, $1.streamIndex) }
    }
}

extension Duration {
    /// `4`, `3.96`: seconds without zeros at the end.
    var decimalText: String {
        let text = decimalSeconds
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
