internal import LinkModel
package import Scenarios

/// Reads scenario files.
package enum ScenarioLoader {
    static let keys = [
        "name", "rule", "asset", "link", "download", "playback", "faults", "ends", "expectations",
        "needs",
        "seed",
    ]

    /// Reads a scenario; keys that are missing have the values of ``Scenario``'s initialiser, the
    /// name that of the file.
    /// - Throws: ``ConfigurationError`` with file and line.
    package static func load(_ path: String) throws(ConfigurationError) -> Scenario {
        try scenario(try ConfigurationDocument.read(path), path: path)
    }

    static func scenario(
        _ document: ConfigurationNode, path: String
    ) throws(ConfigurationError) -> Scenario {
        let root = try document.mapping(keys: keys)
        let file = path.split(separator: "/").last ?? ""
        var scenario = Scenario(name: String(file.prefix { $0 != "." }))
        if let name = root["name"] { scenario.name = try name.string() }
        if let rule = root["rule"] { scenario.rule = try rule.string() }
        if let asset = root["asset"] { scenario.asset = try asset.string() }
        if let link = root["link"] { try read(link, into: &scenario) }
        if let download = root["download"] { try readDownload(download, into: &scenario) }
        if let playback = root["playback"] {
            scenario.playback = try Scenario.Playback(playback)
        }
        if let seed = root["seed"] {
            scenario.seed = UInt64(try seed.integer(in: 0...Int.max))
        }
        if let faults = root["faults"] {
            for fault in try faults.sequence() { scenario.faults.append(try Fault(fault)) }
        }
        if let ends = root["ends"] { scenario.ending = try Scenario.Ending(ends) }
        if let needs = root["needs"] {
            scenario.needsSockets = try needs.choice(of: ScenarioNeed.self) == .sockets
        }
        if let expectations = root["expectations"] {
            scenario.expectations = try Expectation.list(expectations)
        }
        return scenario
    }

    private static func read(
        _ node: ConfigurationNode, into scenario: inout Scenario
    ) throws(ConfigurationError) {
        let link = try node.mapping(keys: ["profile", "via"])
        if let profile = link["profile"] { scenario.profile = try profile.string() }
        if let via = link["via"] { scenario.via = try via.choice() }
    }

    private static func readDownload(
        _ node: ConfigurationNode, into scenario: inout Scenario
    ) throws(ConfigurationError) {
        let download = try node.mapping(keys: ["quality", "parallel", "cmcd"])
        if let quality = download["quality"] {
            scenario.quality = try RequestedQuality.Option(quality)
        }
        if let parallel = download["parallel"] {
            scenario.parallelRequests = try parallel.integer(in: 1...16)
        }
        if let cmcd = download["cmcd"] { scenario.clientData = try cmcd.choice() }
    }
}

/// What a scenario cannot do without.
private enum ScenarioNeed: String, CaseIterable {
    case sockets
}

extension Scenario.Ending {
    /// `complete`, `unseenDamage`, or `{ error: words of its text }`.
    init(_ node: ConfigurationNode) throws(ConfigurationError) {
        guard node.isScalar else {
            self = .error(naming: try node.mapping(keys: ["error"]).required("error").string())
            return
        }
        switch try node.string() {
        case "complete": self = .complete
        case "unseenDamage": self = .unseenDamage
        case let text:
            let hint = NearestName.hint(for: text, in: ["complete", "unseenDamage"])
            throw node.fault(
                "is '\(text)', not 'complete', 'unseenDamage' or '{ error: … }'\(hint)")
        }
    }
}

extension RequestedQuality.Option {
    /// `best`, `fast`, or a bitrate with its unit.
    init(_ node: ConfigurationNode) throws(ConfigurationError) {
        switch try node.string() {
        case "best": self = .best
        case "fast": self = .fast
        case let text where text.first?.isNumber == true:
            guard case .bitsPerSecond(let rate) = try node.rate() else {
                throw node.fault("has to be a bitrate")
            }
            self = .minimumBitrate(bitsPerSecond: rate)
        case let text:
            let hint = NearestName.hint(for: text, in: ["best", "fast"])
            throw node.fault("is '\(text)', not 'best', 'fast' or a bitrate\(hint)")
        }
    }

    /// As it is written in files and on the command line.
    package var text: String {
        switch self {
        case .best: "best"
        case .fast: "fast"
        case .minimumBitrate(let bits) where bits % 1000 == 0: "\(bits / 1000) kbit/s"
        case .minimumBitrate(let bits): "\(bits) bit/s"
        }
    }
}
