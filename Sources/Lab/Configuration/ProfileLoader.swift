internal import FoundationEssentials
package import LinkModel

/// Finds link profiles by name in folders that it is given.
package struct ProfileLoader: Sendable {
    private static let suffix = ".yaml"

    /// Searched in order: of two profiles with the same name the one in the earlier folder counts.
    package let folders: [String]

    /// - Parameter folders: need not exist; messages name files as these paths begin.
    package init(folders: [String]) {
        self.folders = folders
    }

    /// The profile with the id or the alias `name`, or in the file `name` if that has a `/` or
    /// ends in `.yaml`.
    ///
    /// - Throws: ``ConfigurationError`` when there is none, naming the nearest known name, and for
    ///   a file that cannot be used.
    package func load(_ name: String) throws(ConfigurationError) -> LinkProfile {
        if name.contains("/") || name.hasSuffix(Self.suffix) { return try read(name) }
        let files = try files()
        if let file = files.first(where: { $0.id == name }) { return try read(file.path) }
        var names: [String] = []
        for file in files {
            let profile = try read(file.path)
            if profile.aliases.contains(name) { return profile }
            names += [profile.id] + profile.aliases
        }
        throw unknown(name, among: names)
    }

    /// Every profile, by id.
    ///
    /// - Throws: ``ConfigurationError`` for the first file that cannot be used, and for a name that
    ///   two profiles claim.
    package func list() throws(ConfigurationError) -> [LinkProfile] {
        let files = try files()
        var owners = Dictionary(uniqueKeysWithValues: files.map { ($0.id, $0.path) })
        var profiles: [LinkProfile] = []
        for file in files {
            let profile = try read(file.path)
            for alias in profile.aliases {
                if let owner = owners.updateValue(file.path, forKey: alias) {
                    throw ConfigurationError(
                        file: file.path, message: "the alias '\(alias)' is taken by \(owner)")
                }
            }
            profiles.append(profile)
        }
        return profiles
    }

    private func read(_ path: String) throws(ConfigurationError) -> LinkProfile {
        try LinkProfile(try ConfigurationDocument.read(path), id: id(of: path))
    }

    /// The last part of a path without its ending.
    private func id(of path: String) -> String {
        let last = path.split(separator: "/").last.map(String.init) ?? path
        return last.hasSuffix(Self.suffix) ? String(last.dropLast(Self.suffix.count)) : last
    }

    /// The files of all folders by id, each id once.
    private func files() throws(ConfigurationError) -> [(id: String, path: String)] {
        var paths: [String: String] = [:]
        for folder in folders where FileManager.default.fileExists(atPath: folder) {
            let names: [String]
            do {
                names = try FileManager.default.contentsOfDirectory(atPath: folder)
            } catch {
                throw ConfigurationError(
                    file: folder, message: "cannot list the profiles in this folder")
            }
            for name in names where name.hasSuffix(Self.suffix) && !name.hasPrefix(".") {
                let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
                if paths[id(of: name)] == nil { paths[id(of: name)] = path }
            }
        }
        return paths.sorted { $0.key < $1.key }.map { (id: $0.key, path: $0.value) }
    }

    private func unknown(_ name: String, among names: [String]) -> ConfigurationError {
        if names.isEmpty {
            let places = folders.isEmpty ? "no folder" : folders.joined(separator: ", ")
            return ConfigurationError(
                message: "unknown profile '\(name)'; there are no profiles in \(places)")
        }
        let hint = NearestName.hint(for: name, in: names)
        return ConfigurationError(
            message: "unknown profile '\(name)'"
                + (hint.isEmpty ? "; 'hlslab profiles list' shows all" : hint))
    }
}
