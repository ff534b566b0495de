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
            heads: ["id", "aliases", "down", "up", "delay down/up", "needs besides"],
            rows: rows.map {
                [
                    $0.id, $0.aliases.joined(separator: ", "), $0.down.rate, $0.up.rate,
                    "\($0.down.delay) / \($0.up.delay)", $0.unsupported.joined(separator: ", "),
                ]
            })
        return table.text
            + "\n\nProfiles that need more than rate, delay and queue are refused by this version."
    }
}

/// What is told of one profile.
struct ProfileRow: Sendable, Encodable {
    struct Direction: Sendable, Encodable {
        var rate: String
        var delay: String
        var queuePackets: Int
    }

    var id: String
    var name: String
    var description: String
    var source: String
    var aliases: [String]
    var down: Direction
    var up: Direction
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
        unsupported = profile.unsupportedFeatures.map(\.rawValue)
    }
}

extension ProfileRow.Direction {
    init(_ direction: LinkDirection) {
        rate = "\(direction.rate)"
        delay = "\(Int((direction.delay / .milliseconds(1)).rounded())) ms"
        queuePackets = direction.queuePackets
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
            lines.append(
                "  \(name)     \(direction.rate), \(direction.delay) one way, queue "
                    + "\(direction.queuePackets) packets")
        }
        if !row.unsupported.isEmpty {
            lines.append(
                "  refused  needs \(row.unsupported.joined(separator: ", ")), which this version "
                    + "does not play")
        }
        return lines.joined(separator: "\n")
    }
}
