internal import FoundationEssentials
internal import Yams

/// Reads configuration files: YAML text to a ``ConfigurationNode``.
package enum ConfigurationDocument {
    /// Largest file that is read, in bytes. Profiles and scenarios are hundreds of times smaller.
    package static let maximumBytes = 4 << 20

    /// Reads the file at `path`, which is also how messages name it.
    ///
    /// - Throws: ``ConfigurationError`` when the file cannot be read or is not YAML.
    package static func read(_ path: String) throws(ConfigurationError) -> ConfigurationNode {
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: path))
        } catch {
            let reason = FileManager.default.fileExists(atPath: path) ? "readable" : "there"
            throw ConfigurationError(
                file: path, message: "cannot read the file: it is not \(reason)")
        }
        guard data.count <= maximumBytes else {
            throw ConfigurationError(
                file: path,
                message: "the file has \(data.count) bytes; at most \(maximumBytes) are read")
        }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw ConfigurationError(file: path, message: "the file is not UTF-8 text")
        }
        return try parse(text, file: path)
    }

    /// Reads YAML text that came from `file`.
    ///
    /// - Throws: ``ConfigurationError`` when the text is not exactly one YAML document.
    package static func parse(
        _ text: String, file: String
    ) throws(ConfigurationError) -> ConfigurationNode {
        do {
            guard let root = try compose(yaml: text) else {
                throw ConfigurationError(file: file, message: "the file is empty")
            }
            return ConfigurationNode(
                file: file, name: nil, line: root.mark?.line ?? 1, column: root.mark?.column,
                node: root)
        } catch let error as YamlError {
            throw translate(error, file)
        } catch let error as ConfigurationError {
            throw error
        } catch {
            throw ConfigurationError(file: file, message: "not YAML: \(error)")
        }
    }

    private static func translate(_ error: YamlError, _ file: String) -> ConfigurationError {
        switch error {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            ConfigurationError(
                file: file, line: mark.line, column: mark.column,
                message: "not YAML: \(problem)")
        case .duplicatedKeysInMapping(let keys, let context):
            ConfigurationError(
                file: file, line: context.mark.line, column: context.mark.column,
                message: "key '\(keys.sorted().first ?? "")' is there twice")
        case .reader(let problem, _, _, _):
            ConfigurationError(file: file, message: "not YAML: \(problem)")
        default:
            ConfigurationError(file: file, message: "not YAML: \(error)")
        }
    }
}
