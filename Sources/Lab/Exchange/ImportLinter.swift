internal import LinkModel

/// Suspects the two mistakes that make tools disagree on the same link: a round trip given as a
/// one-way delay (twice the delay), and bytes given as bits (an eighth of the rate, or eight times
/// it). A suspicion names its evidence; nothing is changed.
struct ImportLinter {
    /// Names of units of bytes that look like those of bits.
    private static let byteUnits = [
        "KBps", "kBps", "KB/s", "kB/s", "MBps", "MB/s", "kbyte", "kByte",
    ]
    /// How far two numbers that mean the same may lie apart: one in fifty.
    private static let tolerance = 50

    let profile: LinkProfile
    let format: LinkFormat
    /// The beginning of the source.
    let head: String
    let known: [LinkProfile]

    var warnings: [String] {
        (isKnown ? [latency] : [roundTrip, oneWay, latency, bytes, unit]).compactMap { $0 }
    }

    /// Whether a known profile has the same rates and delay: then nothing is suspected of its.
    private var isKnown: Bool {
        twin(rate: (1, 1), delay: { $0.delay.wholeNanoseconds }) != nil
    }

    /// What is compared: the first moment of the link.
    private var down: LinkDirection { profile.steps.first?.down ?? profile.down }
    private var up: LinkDirection { profile.steps.first?.up ?? profile.up }

    private var roundTrip: String? {
        guard
            let twin = twin(
                rate: (1, 1), delay: { $0.delay.wholeNanoseconds * 2 })
        else { return nil }
        return "the delay of \(ProfileText.time(down.delay)) is twice that of '\(twin.id)' "
            + "(\(ProfileText.time(twin.down.delay)) one way) at the same rate of \(twin.down.rate): "
            + "is it a round trip? then halve it"
    }

    private var oneWay: String? {
        guard format == .webpagetest || format == .devtools,
            let twin = twin(rate: (1, 1), delay: { $0.delay.wholeNanoseconds / 2 })
        else { return nil }
        return "the delay of \(ProfileText.time(down.delay)) is half of that of '\(twin.id)' "
            + "(\(ProfileText.time(twin.down.delay)) one way) at the same rate of \(twin.down.rate): "
            + "was the latency one way? then double it"
    }

    private var latency: String? {
        guard format == .sabre, down.delay > .zero else { return nil }
        return "Sabre counts 'latency_ms' once for each request, as if it were a round trip; "
            + "\(ProfileText.time(down.delay)) are taken one way here, as this lab's 'sabre-example' "
            + "does: halve them if they were measured there and back"
    }

    private var bytes: String? {
        for (factor, words) in [((8, 1), "eight times"), ((1, 8), "an eighth of")] {
            guard let twin = twin(rate: factor, delay: { $0.delay.wholeNanoseconds }) else {
                continue
            }
            return
                "the rate of \(down.rate) is \(words) that of '\(twin.id)' (\(twin.down.rate)) with "
                + "the same delay: were bytes taken for bits, or bits for bytes?"
        }
        return nil
    }

    private var unit: String? {
        guard let unit = Self.byteUnits.first(where: { head.contains($0) }) else { return nil }
        return
            "the file says '\(unit)', which are bytes; the way down is read as \(down.rate): is that "
            + "eight times too little?"
    }

    /// A known profile whose rates are those of this one divided by `rate`, and whose delay is the
    /// one that `delay` gives.
    private func twin(
        rate: (of: Int, by: Int), delay: (LinkDirection) -> Int
    ) -> LinkProfile? {
        known.first { candidate in
            guard candidate.steps.isEmpty,
                let mine = down.rate.meanBitsPerSecond,
                let theirs = candidate.down.rate.meanBitsPerSecond,
                Self.isNear(mine * rate.by, theirs * rate.of),
                down.delay > .zero, candidate.down.delay > .zero
            else { return false }
            if let mineUp = up.rate.meanBitsPerSecond,
                let theirsUp = candidate.up.rate.meanBitsPerSecond,
                !Self.isNear(mineUp * rate.by, theirsUp * rate.of)
            {
                return false
            }
            return Self.isNear(down.delay.wholeNanoseconds, delay(candidate.down))
        }
    }

    private static func isNear(_ first: Int, _ second: Int) -> Bool {
        abs(first - second) <= max(first, second) / tolerance
    }
}
