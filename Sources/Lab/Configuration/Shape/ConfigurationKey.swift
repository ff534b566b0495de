/// A key of a configuration file, with what its value may be.
struct ConfigurationKey<Value>: Sendable {
    let name: String
    /// One sentence for people and editors.
    let about: String
    let value: ValueReader<Value>
    let isRequired: Bool
    /// Keys of which one has to be there too; empty: it goes alone.
    let companions: [String]
    /// A key that has to be there as well, and is missed when it is not; nil: none.
    let needs: String?

    init(
        _ name: String, _ value: ValueReader<Value>, isRequired: Bool = false,
        with companions: [String] = [], needs: String? = nil, _ about: String
    ) {
        self.name = name
        self.about = about
        self.value = value
        self.isRequired = isRequired
        self.companions = companions
        self.needs = needs
    }

    /// The key without the type of its value.
    var row: MappingShape.Row {
        MappingShape.Row(
            name: name, about: about, schema: value.schema, isRequired: isRequired,
            companions: companions, needs: needs, faults: { value.faults($0) })
    }
}

extension ConfigurationMapping {
    /// The value of a key; nil when the file does not have it.
    func value<Value>(of key: ConfigurationKey<Value>) throws(ConfigurationError) -> Value? {
        guard let node = self[key.name] else { return nil }
        return try key.value.read(node)
    }

    /// The value of a key that has to be there.
    func required<Value>(_ key: ConfigurationKey<Value>) throws(ConfigurationError) -> Value {
        try key.value.read(try required(key.name))
    }
}
