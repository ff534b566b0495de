internal import DownloadCore
internal import LinkModel
internal import Scenarios
internal import Simulation

/// Reads explorations that were written down: failures, made as simple as they could be.
enum ExplorationLoader {
    /// - Returns: the name and the exploration.
    /// - Throws: ``ConfigurationError`` with file and line.
    static func load(
        _ path: String
    ) throws(ConfigurationError) -> (name: String, exploration: Exploration) {
        try exploration(try ConfigurationDocument.read(path))
    }

    static func exploration(
        _ document: ConfigurationNode
    ) throws(ConfigurationError) -> (name: String, exploration: Exploration) {
        let root = try document.mapping(
            keys: [
                "name", "seed", "asset", "link", "download", "playback", "person", "faults",
                "interruptions",
            ])
        let seed = try root.required("seed")
        guard let number = UInt64(try seed.string()) else { throw seed.fault("is no seed") }
        var exploration = Exploration(
            seed: number, asset: try asset(try root.required("asset")),
            link: try LinkProfile(try root.required("link"), id: "explored"))
        if let download = root["download"] { try read(download, into: &exploration) }
        if let playback = root["playback"] {
            exploration.playback = try Exploration.Playback(playback, person: root["person"])
        } else if let person = root["person"] {
            throw person.fault("has nothing to play; add 'playback'")
        }
        for fault in try root["faults"]?.sequence() ?? [] {
            exploration.faults.append(try Fault.reader.read(fault))
        }
        for node in try root["interruptions"]?.sequence() ?? [] {
            exploration.interruptions.append(try Exploration.Interruption(node))
        }
        return (try root.required("name").string(), exploration)
    }

    private static func asset(
        _ node: ConfigurationNode
    ) throws(ConfigurationError) -> SyntheticDescription {
        let values = try node.mapping(keys: ["duration", "segment", "seed", "vbr", "variants"])
        var variants: [SyntheticDescription.Variant] = []
        for variant in try values.required("variants").sequence() {
            variants.append(try SyntheticLoader.variant(variant))
        }
        return SyntheticDescription(
            id: "explored", title: "Explored",
            duration: try values.required("duration").duration(),
            segmentDuration: try values.required("segment").duration(),
            seed: UInt64(try values.required("seed").integer(in: 0...Int.max)),
            pattern: try values["vbr"].map { value throws(ConfigurationError) in
                try SyntheticLoader.pattern(value)
            } ?? .constant, variants: variants)
    }

    private static func read(
        _ node: ConfigurationNode, into exploration: inout Exploration
    ) throws(ConfigurationError) {
        let download = try node.mapping(
            keys: ["quality", "parallel", "perHost", "order", "waitsForSpace", "metered"])
        if let quality = download["quality"] {
            exploration.quality = try RequestedQuality.Option(quality)
        }
        if let parallel = download["parallel"] {
            exploration.parallelRequests = try parallel.integer(in: 1...16)
        }
        if let limit = download["perHost"] {
            exploration.requestsPerHost = try limit.integer(in: 1...16)
        }
        if let order = download["order"] {
            let isByTime = try order.choice(of: Order.self) == .byTime
            exploration.order = isByTime ? .byTime : .byStream
        }
        if let waits = download["waitsForSpace"] { exploration.waitsForSpace = try waits.boolean() }
        if let metered = download["metered"] {
            exploration.allowsMeteredNetwork = try metered.boolean()
        }
    }

    private enum Order: String, CaseIterable { case byTime, byStream }
}

extension Exploration.Interruption {
    private static let names = [
        "kill", "powerCut", "suspend", "network", "diskFull", "newVersion", "newPresentation",
    ]

    fileprivate init(_ node: ConfigurationNode) throws(ConfigurationError) {
        let values = try node.mapping(keys: Self.names + ["at", "for"])
        let named = Self.names.filter { values[$0] != nil }
        guard named.count == 1, let name = named.first, let value = values[name] else {
            throw node.error(
                "an interruption is exactly one of \(Self.names.joined(separator: ", "))")
        }
        func start() throws(ConfigurationError) -> Duration {
            try values.required("at").duration()
        }
        func length() throws(ConfigurationError) -> Duration {
            try values.required("for").duration()
        }
        switch name {
        case "kill": self = .kill(afterCommands: try value.integer(in: 1...Int(Int32.max)))
        case "powerCut": self = .powerCut(afterCommands: try value.integer(in: 1...Int(Int32.max)))
        case "suspend": self = .suspend(at: try start(), for: try length())
        case "network":
            self = .network(try value.choice(), at: try start(), for: try length())
        case "diskFull": self = .diskFull(at: try start(), for: try length())
        case "newVersion": self = .newVersion(at: try start())
        default: self = .newPresentation
        }
    }
}
