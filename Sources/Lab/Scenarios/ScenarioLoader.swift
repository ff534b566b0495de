internal import LinkModel
package import Scenarios

/// Reads scenario files.
package enum ScenarioLoader {
    /// Reads a scenario; keys that are missing have the values of ``Scenario``'s initialiser, the
    /// name that of the file.
    /// - Throws: ``ConfigurationError`` with file and line.
    package static func load(_ path: String) throws(ConfigurationError) -> Scenario {
        try scenario(try ConfigurationDocument.read(path), path: path)
    }

    static func scenario(
        _ document: ConfigurationNode, path: String
    ) throws(ConfigurationError) -> Scenario {
        typealias Shape = ScenarioShape
        let root = try Shape.root.mapping(document)
        let file = path.split(separator: "/").last ?? ""
        var scenario = Scenario(name: String(file.prefix { $0 != "." }))
        if let name = try root.value(of: Shape.name) { scenario.name = name }
        scenario.rule = try root.value(of: Shape.rule)
        // They are the suite's to use.
        _ = try root.value(of: Shape.tags)
        if let asset = try root.value(of: Shape.asset) { scenario.asset = asset }
        if let link = try root.value(of: Shape.link) {
            if let profile = link.profile { scenario.profile = profile }
            if let via = link.via { scenario.via = via }
        }
        if let download = try root.value(of: Shape.download) {
            take(download, into: &scenario)
        }
        if let playback = try root.value(of: Shape.playback) { scenario.playback = playback }
        if let seed = try root.value(of: Shape.seed) { scenario.seed = UInt64(seed) }
        if let faults = try root.value(of: Shape.faults) { scenario.faults = faults }
        if let interruptions = try root.value(of: Shape.interruptions) {
            scenario.interruptions = interruptions
        }
        if let ending = try root.value(of: Shape.ends) { scenario.ending = ending }
        scenario.needsSockets = try root.value(of: Shape.needs) == .sockets
        if let expectations = try root.value(of: Shape.expectations) {
            scenario.expectations = expectations
        }
        return scenario
    }

    private static func take(_ download: ScenarioShape.Download, into scenario: inout Scenario) {
        if let quality = download.quality { scenario.quality = quality }
        if let parallel = download.parallel { scenario.parallelRequests = parallel }
        if let form = download.clientData { scenario.clientData = form }
        if let waits = download.waitsForSpace { scenario.waitsForSpace = waits }
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
