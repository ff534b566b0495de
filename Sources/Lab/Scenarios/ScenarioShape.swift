internal import LinkModel
internal import Scenarios

/// The keys of a scenario file: what it is read, checked and described by.
enum ScenarioShape {
    static let name = ConfigurationKey<String>("name", .text, "Else the name of the file.")
    static let rule = ConfigurationKey<String>(
        "rule", .text, "What the scenario is about, in one sentence.")
    static let tags = ConfigurationKey<[String]>(
        "tags", .tags, "Words by which 'hlslab suite --tag' chooses.")
    static let asset = ConfigurationKey<String>(
        "asset", .text, "What is downloaded: see 'hlslab assets list'.")
    static let link = ConfigurationKey<Link>(
        "link", linkShape.reader { entry throws(ConfigurationError) in try Link(entry) },
        "Over which link.")
    static let download = ConfigurationKey<Download>(
        "download",
        downloadShape.reader { entry throws(ConfigurationError) in try Download(entry) },
        "What the engine is asked for.")
    static let playback = ConfigurationKey<Scenario.Playback>(
        "playback", Scenario.Playback.reader, "Whether and how the asset is played.")
    static let faults = ConfigurationKey<[Fault]>(
        "faults", .list(of: Fault.reader),
        "What goes wrong at the origin: the first that matches strikes.")
    static let interruptions = ConfigurationKey<[Interruption]>(
        "interruptions", .list(of: Interruption.reader, atMost: 100),
        "What happens to the download from outside.")
    static let ends = ConfigurationKey<Scenario.Ending>(
        "ends", Scenario.Ending.reader, "How the run has to end.")
    static let expectations = ConfigurationKey<[Expectation]>(
        "expectations", Expectation.list,
        "Bounds on figures of summary.json; p95(…) and the like are of many seeds.")
    static let needs = ConfigurationKey<ScenarioNeed>(
        "needs", .choice, "What the scenario cannot do without.")
    static let seed = ConfigurationKey<Int>(
        "seed", .integer(in: 0...Int.max), "Where all randomness of a run comes from.")

    static let root = MappingShape([
        name.row, rule.row, tags.row, asset.row, link.row, download.row, playback.row, faults.row,
        interruptions.row, ends.row, expectations.row, needs.row, seed.row,
    ])

    // MARK: - Link and download

    private static let profile = ConfigurationKey<String>(
        "profile", .text, "Id or alias of a link profile: see 'hlslab profiles list'.")
    private static let via = ConfigurationKey<Scenario.Via>(
        "via", .choice, "How the link is made.")
    private static let linkShape = MappingShape([profile.row, via.row])

    struct Link: Sendable {
        var profile: String?
        var via: Scenario.Via?

        fileprivate init(_ entry: ConfigurationMapping) throws(ConfigurationError) {
            profile = try entry.value(of: ScenarioShape.profile)
            via = try entry.value(of: ScenarioShape.via)
        }
    }

    private static let quality = ConfigurationKey<RequestedQuality.Option>(
        "quality", RequestedQuality.Option.reader,
        "best, fast, or a bitrate: the lowest variant of at least that.")
    private static let parallel = ConfigurationKey<Int>(
        "parallel", .integer(in: 1...16), "Requests open at once.")
    private static let cmcd = ConfigurationKey<ReportedClientData.Form>(
        "cmcd", .choice, "How the origin is told what is known of each request.")
    private static let waitsForSpace = ConfigurationKey<Bool>(
        "waitsForSpace", .boolean, "Whether a full disk is waited for.")
    private static let downloadShape = MappingShape([
        quality.row, parallel.row, cmcd.row, waitsForSpace.row,
    ])

    struct Download: Sendable {
        var quality: RequestedQuality.Option?
        var parallel: Int?
        var clientData: ReportedClientData.Form?
        var waitsForSpace: Bool?

        fileprivate init(_ entry: ConfigurationMapping) throws(ConfigurationError) {
            quality = try entry.value(of: ScenarioShape.quality)
            parallel = try entry.value(of: ScenarioShape.parallel)
            clientData = try entry.value(of: ScenarioShape.cmcd)
            waitsForSpace = try entry.value(of: ScenarioShape.waitsForSpace)
        }
    }
}

/// What a scenario cannot do without.
enum ScenarioNeed: String, CaseIterable {
    case sockets
}

extension Scenario.Ending {
    private static let error = ConfigurationKey<String>(
        "error", .text, isRequired: true, "Words of the error's text.")
    private static let shape = MappingShape([error.row])
    private static let words = ["complete", "unseenDamage"]

    /// `complete`, `unseenDamage`, or `{ error: words of its text }`.
    static let reader = ValueReader<Scenario.Ending>(
        .anyOf([.words(words), shape.schema]),
        faults: { node in node.isScalar ? [] : shape.faults(node) }
    ) { node throws(ConfigurationError) in
        guard node.isScalar else {
            return .error(naming: try shape.mapping(node).required(error))
        }
        switch try node.string() {
        case "complete": return .complete
        case "unseenDamage": return .unseenDamage
        case let text:
            let hint = NearestName.hint(for: text, in: words)
            throw node.fault(
                "is '\(text)', not 'complete', 'unseenDamage' or '{ error: … }'\(hint)")
        }
    }
}

extension RequestedQuality.Option {
    /// `best`, `fast`, or a bitrate with its unit.
    static let reader = ValueReader<RequestedQuality.Option>(
        .anyOf([.words(["best", "fast"]), .pattern(UnitTable.rate.pattern)])
    ) { node throws(ConfigurationError) in try RequestedQuality.Option(node) }
}
