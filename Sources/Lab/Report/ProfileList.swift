internal import LinkModel

/// The link profiles there are, for `profiles list`.
package struct ProfileList: Sendable, Encodable {
    let rows: [ProfileRow]

    init(profiles: [LinkProfile]) {
        rows = profiles.map(ProfileRow.init)
    }

    package func encode(to encoder: any Encoder) throws {
        try rows.encode(to: encoder)
    }

    /// A table; no line break at its end.
    package var text: String {
        let table = Table(
            heads: ["id", "aliases", "down", "up", "delay down/up", "besides"],
            rows: rows.map {
                [
                    $0.id, $0.aliases.joined(separator: ", "), $0.down.rate, $0.up.rate,
                    "\($0.down.delay) / \($0.up.delay)", $0.effects.joined(separator: ", "),
                ]
            })
        let refused = rows.filter { !$0.unsupported.isEmpty }.map(\.id)
        guard !refused.isEmpty else { return table.text }
        return table.text + "\n\nrefused by this version: \(refused.joined(separator: ", "))"
    }
}

/// What is told of one profile.
struct ProfileRow: Sendable, Encodable {
    struct Direction: Sendable, Encodable {
        var rate: String
        var delay: String
        var queuePackets: Int
        /// All that the direction does, as profile files write it.
        var values: [String]
    }

    var id: String
    var name: String
    var description: String
    var source: String
    var aliases: [String]
    var down: Direction
    var up: Direction
    /// What the profile does besides rate and delay, a word each.
    var effects: [String]
    /// Values that belong to no direction, as profile files write them.
    var values: [String]
    /// What the profile asks for and no link of this version plays.
    var unsupported: [String]

    init(_ profile: LinkProfile) {
        id = profile.id
        name = profile.name
        description = profile.summary
        source = profile.source
        aliases = profile.aliases
        down = Direction(profile.down)
        up = Direction(profile.up)
        effects = profile.effects
        values = ProfileText.values(of: profile)
        unsupported = profile.unsupportedFeatures.map(\.rawValue)
    }
}

extension LinkProfile {
    /// What the link does besides rate, delay and a queue of the usual length, a word each.
    fileprivate var effects: [String] {
        let directions = [down, up] + steps.flatMap { [$0.down, $0.up] }
        func any(_ word: String, _ test: (LinkDirection) -> Bool) -> String? {
            directions.contains(where: test) ? word : nil
        }
        return [
            any("loss") { $0.loss != .none }, any("jitter") { $0.jitter != nil },
            any("copies") { $0.duplicate != .never }, any("reordering") { $0.reorder != nil },
            any("corruption") { $0.corrupt != .never }, any("queue") { $0.queue != LinkQueue() },
            dnsDelay == nil ? nil : "DNS delay", outages.isEmpty ? nil : "outages",
            steps.isEmpty ? nil : "steps",
        ].compactMap { $0 }
    }
}

extension ProfileRow.Direction {
    init(_ direction: LinkDirection) {
        rate = "\(direction.rate)"
        delay = "\(Int((direction.delay / .milliseconds(1)).rounded())) ms"
        queuePackets = direction.queuePackets
        values = ProfileText.values(of: direction)
    }
}

/// One profile, for `profiles show`.
package struct ProfileReport: Sendable, Encodable {
    private let row: ProfileRow

    init(_ profile: LinkProfile) {
        row = ProfileRow(profile)
    }

    package func encode(to encoder: any Encoder) throws {
        try row.encode(to: encoder)
    }

    package var text: String {
        var lines = ["\(row.id)  \(row.name)"]
        if !row.description.isEmpty { lines.append("  \(row.description)") }
        lines.append("  source   \(row.source)")
        if !row.aliases.isEmpty {
            lines.append("  aliases  \(row.aliases.joined(separator: ", "))")
        }
        for (name, direction) in [("down", row.down), ("up  ", row.up)] {
            lines.append("  \(name)     \(direction.values.joined(separator: ", "))")
        }
        lines += row.values.map { "  \($0)" }
        if !row.unsupported.isEmpty {
            lines.append(
                "  refused  needs \(row.unsupported.joined(separator: ", ")), which this version "
                    + "does not play")
        }
        return lines.joined(separator: "\n")
    }
}
