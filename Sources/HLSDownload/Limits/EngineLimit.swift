/// A bound on what others may make the engine do: servers, playlists, packages, apps.
package struct EngineLimit: Sendable, Hashable, Codable {
    package enum Unit: String, Sendable, Hashable, Codable {
        case bytes, seconds, number
    }

    /// The type and the constant or option that holds it, `PlaylistLimits.bytes` for example.
    package var name: String
    package var value: Int
    package var unit: Unit
    /// What it bounds, in a few words.
    package var meaning: String

    init(_ name: String, _ value: Int, _ unit: Unit, _ meaning: String) {
        self.name = name
        self.value = value
        self.unit = unit
        self.meaning = meaning
    }

    init(_ name: String, _ value: Duration, _ meaning: String) {
        self.init(name, Int(value.components.seconds), .seconds, meaning)
    }
}
