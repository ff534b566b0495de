internal import Scenarios

extension Interruption {
    fileprivate enum NetworkWord: String, CaseIterable { case down }
    fileprivate enum TokenWord: String, CaseIterable { case expires }

    private static let at = ConfigurationKey<Duration>(
        "at", .duration, "When, since the run began.")
    private static let after = ConfigurationKey<Moment>(
        "after", progress, "When so much has happened: 5 segments stored, or 20 requests made.")
    fileprivate static let kill = ConfigurationKey<Bool>(
        "kill", .isTrue, needs: "for",
        "The engine's process is killed, and started again after 'for'.")
    fileprivate static let suspend = ConfigurationKey<Bool>(
        "suspend", .isTrue, needs: "for", "The app suspends the download.")
    fileprivate static let network = ConfigurationKey<NetworkWord>(
        "network", .choice, needs: "for", "Nothing passes the link, and the engine is told so.")
    fileprivate static let profile = ConfigurationKey<String>(
        "profile", .text, "The link is this one from then on.")
    fileprivate static let diskFull = ConfigurationKey<Bool>(
        "diskFull", .isTrue, needs: "for",
        "No byte more can be written; an engine that waits for space goes on after it.")
    fileprivate static let clock = ConfigurationKey<Duration>(
        "clock", jump, "The time of day jumps: +1 h, -1 h.")
    fileprivate static let token = ConfigurationKey<TokenWord>(
        "token", .choice, "The origin answers 403 until the app has another token.")
    fileprivate static let length = ConfigurationKey<Duration>(
        "for", .duration, with: ["kill", "suspend", "network", "diskFull"], "How long it lasts.")

    static let shape = MappingShape(
        [
            at.row, after.row, kill.row, suspend.row, network.row, profile.row, diskFull.row,
            clock.row, token.row, length.row,
        ],
        exactlyOne: [
            .init(
                sentence: "an interruption is exactly one of",
                keys: [
                    kill.name, suspend.name, network.name, profile.name, diskFull.name, clock.name,
                    token.name,
                ]),
            .init(sentence: "an interruption has exactly one moment", keys: [at.name, after.name]),
        ])

    static let reader: ValueReader<Interruption> = shape.reader {
        entry throws(ConfigurationError) in
        let moment: Moment
        if let progress = try entry.value(of: after) {
            moment = progress
        } else {
            moment = .at(try entry.required(at))
        }
        return Interruption(moment, try What(entry))
    }

    /// `5 segments`, `20 requests`.
    private static let progress = ValueReader<Moment>(
        .pattern("[1-9][0-9]* *(segments?|requests?)")
    ) {
        node throws(ConfigurationError) in
        let text = try node.string()
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let unit = text.dropFirst(digits.count).drop { $0 == " " }
        let count = try node.with(String(digits.isEmpty ? text[...] : digits)).integer(
            in: 1...Int(Int32.max))
        switch unit {
        case "segment", "segments": return .segments(count)
        case "request", "requests": return .requests(count)
        default:
            let hint = NearestName.hint(for: String(unit), in: ["segments", "requests"])
            throw node.fault("is '\(text)', not '\(count) segments' or '\(count) requests'\(hint)")
        }
    }

    /// `+1 h`, `-30 min`, in whole seconds.
    private static let jump = ValueReader<Duration>(.pattern("[+-]\(UnitTable.duration.pattern)")) {
        node throws(ConfigurationError) in
        let text = try node.string()
        guard let sign = text.first, sign == "+" || sign == "-" else {
            throw node.fault("is '\(text)'; it has to say '+' or '-', as in '+1 h'")
        }
        let length = try node.with(String(text.dropFirst())).duration()
        guard length.components.attoseconds == 0, length > .zero else {
            throw node.fault("is '\(text)'; a clock jumps by whole seconds")
        }
        return sign == "-" ? .zero - length : length
    }
}

extension Interruption.What {
    fileprivate init(_ entry: ConfigurationMapping) throws(ConfigurationError) {
        typealias Entry = Interruption
        if let profile = try entry.value(of: Entry.profile) {
            self = .profile(profile)
        } else if let jump = try entry.value(of: Entry.clock) {
            self = .clock(by: jump)
        } else if try entry.value(of: Entry.token) != nil {
            self = .tokenExpires
        } else {
            let length = try entry.required(Entry.length)
            if try entry.value(of: Entry.kill) != nil {
                self = .kill(for: length)
            } else if try entry.value(of: Entry.suspend) != nil {
                self = .suspend(for: length)
            } else if try entry.value(of: Entry.network) != nil {
                self = .networkDown(for: length)
            } else {
                _ = try entry.required(Entry.diskFull)
                self = .diskFull(for: length)
            }
        }
    }
}
