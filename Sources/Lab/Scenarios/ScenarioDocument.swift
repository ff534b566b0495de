package import Scenarios
internal import Yams

/// A scenario file as a tree of values, in which values can be set before it is read: every key that
/// ``ScenarioLoader`` knows can be set.
package struct ScenarioDocument {
    /// One value that was set, and where it was written.
    private struct Change {
        /// Keys from the outermost one on, none of them empty.
        var keys: [String]
        var value: Node
        var file: String?
        var line: Int?
    }

    /// Most keys of a path, and most bytes of a value, that can be set.
    package static let mostKeys = 8
    package static let mostValueBytes = 64 << 10

    /// Of the file; nil: there is none.
    package let path: String?
    private let base: ConfigurationNode
    private var changes: [Change] = []

    /// Reads the YAML of a scenario file, not yet the scenario.
    /// - Parameter path: nil: begins with an empty scenario.
    /// - Throws: ``ConfigurationError`` when the file cannot be read or is not YAML.
    package init(path: String?) throws(ConfigurationError) {
        let base = try path.map { path throws(ConfigurationError) in
            try ConfigurationDocument.read(path)
        }
        self.init(base, path: path)
    }

    /// - Parameters:
    ///   - base: keys of a scenario; nil: none.
    ///   - path: names the scenario when it has no name of its own.
    init(_ base: ConfigurationNode?, path: String?) {
        self.path = path
        self.base =
            base ?? ConfigurationNode(file: "", name: nil, line: 1, node: Node([(Node, Node)]()))
    }

    /// Sets a value, in place of the one that the file or an earlier call has there.
    /// - Parameters:
    ///   - path: keys with points between them, as in `download.parallel`.
    ///   - value: YAML, so that lists and mappings can be set, too.
    /// - Throws: ``ConfigurationError`` that names the path. Whether a key and its value mean
    ///   something is found by ``scenario()``.
    package mutating func set(
        _ path: String, to value: String
    ) throws(ConfigurationError) {
        guard value.utf8.count <= Self.mostValueBytes else {
            throw ConfigurationError(
                message: "\(path): the value has \(value.utf8.count) bytes; at most "
                    + "\(Self.mostValueBytes) are read")
        }
        let node: Node
        do throws(ConfigurationError) {
            node = try ConfigurationDocument.parse(value, file: "").node
        } catch {
            let isEmpty = value.allSatisfy(\.isWhitespace)
            throw ConfigurationError(
                message: "\(path): " + (isEmpty ? "there is no value" : error.message))
        }
        try set(path, Change(keys: [], value: node))
    }

    /// Sets a value of another file: what is wrong with it is told by its place there.
    mutating func set(_ path: String, to value: ConfigurationNode) throws(ConfigurationError) {
        try set(path, Change(keys: [], value: value.node, file: value.file, line: value.line))
    }

    private mutating func set(_ path: String, _ change: Change) throws(ConfigurationError) {
        var change = change
        change.keys = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard (1...Self.mostKeys).contains(change.keys.count),
            change.keys.allSatisfy({ !$0.isEmpty })
        else {
            throw ConfigurationError(
                file: change.file, line: change.line,
                message: "'\(path)' is no path of a scenario; it is one to \(Self.mostKeys) keys "
                    + "with points between them, as in 'download.parallel'")
        }
        changes.append(change)
    }

    /// The scenario with all that was set. Without a file its name is that of the default scenario.
    /// - Throws: ``ConfigurationError`` with file and line for what the file has, with the path for
    ///   what was set.
    package func scenario() throws(ConfigurationError) -> Scenario {
        do throws(ConfigurationError) {
            return try scenario(after: changes.count)
        } catch {
            throw blame(error)
        }
    }

    /// The file with all that was set, as YAML that reads back as the same scenario.
    /// - Throws: ``ConfigurationError`` when a value was set inside of one that has no keys.
    package func text() throws(ConfigurationError) -> String {
        do {
            return try serialize(node: try tree(after: changes.count))
        } catch let error as ConfigurationError {
            throw blame(error)
        } catch {
            throw ConfigurationError(file: path, message: "cannot write it as YAML: \(error)")
        }
    }

    private func scenario(after count: Int) throws(ConfigurationError) -> Scenario {
        let root = ConfigurationNode(
            file: base.file, name: base.name, line: base.line, node: try tree(after: count))
        return try ScenarioLoader.scenario(root, path: path ?? Scenario().name)
    }

    private func tree(after count: Int) throws(ConfigurationError) -> Node {
        var tree = base.node
        for change in changes.prefix(count) {
            do throws(Obstacle) {
                tree = try Self.setting(change.keys[...], in: tree, to: change.value)
            } catch {
                throw ConfigurationError(message: "'\(error.key)' has no keys of its own")
            }
        }
        return tree
    }

    /// A key of a path whose value is no mapping.
    private struct Obstacle: Error {
        var key: String
    }

    /// - Parameter keys: not empty.
    private static func setting(
        _ keys: ArraySlice<String>, in tree: Node, to value: Node
    ) throws(Obstacle) -> Node {
        guard let key = keys.first else { return value }
        var pairs = (tree.mapping ?? [:]).map { ($0.key, $0.value) }
        let place = pairs.firstIndex { $0.0.scalar?.string == key }
        let inner = place.map { pairs[$0].1 }
        if keys.count > 1, let inner, inner.mapping == nil { throw Obstacle(key: key) }
        let changed = try setting(keys.dropFirst(), in: inner ?? [:], to: value)
        if let place {
            pairs[place].1 = changed
        } else {
            pairs.append((Node(key), changed))
        }
        return Node(pairs)
    }

    /// Whose fault an error is: the first value with which the scenario cannot be read.
    private func blame(_ error: ConfigurationError) -> ConfigurationError {
        for count in 0...changes.count {
            do throws(ConfigurationError) {
                _ = try scenario(after: count)
            } catch {
                return count == 0 ? error : Self.error(about: changes[count - 1], error.message)
            }
        }
        return error
    }

    private static func error(about change: Change, _ reason: String) -> ConfigurationError {
        ConfigurationError(
            file: change.file, line: change.line,
            message: "\(change.keys.joined(separator: ".")): \(reason)")
    }
}
