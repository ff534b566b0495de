/// Keys and values of a configuration file, all of them known.
package struct ConfigurationMapping {
    /// The value that this mapping is.
    package let owner: ConfigurationNode
    private let keys: [String]
    private let values: [String: ConfigurationNode]

    init(owner: ConfigurationNode, keys: [String], values: [String: ConfigurationNode]) {
        self.owner = owner
        self.keys = keys
        self.values = values
    }

    /// The value of `key`, which is one of the known keys; nil when the file does not have it.
    package subscript(key: String) -> ConfigurationNode? {
        precondition(keys.contains(key), "'\(key)' is not among the known keys")
        return values[key]
    }

    /// The value of `key`.
    ///
    /// - Throws: ``ConfigurationError`` at the line of the mapping when the file does not have it.
    package func required(_ key: String) throws(ConfigurationError) -> ConfigurationNode {
        if let value = self[key] { return value }
        throw missing(key)
    }

    /// An error at the line of the mapping that tells that it lacks `key`.
    func missing(_ key: String) -> ConfigurationError {
        owner.error("missing key '\(key)'" + (owner.name.map { " in '\($0)'" } ?? ""))
    }
}
