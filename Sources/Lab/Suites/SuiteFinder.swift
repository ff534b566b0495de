internal import Foundation

/// Finds the files of a suite.
enum SuiteFinder {
    /// More files than these are refused, and deeper folders are not looked into.
    static let mostFiles = 10_000
    static let mostLevels = 16

    struct File {
        var path: String
        /// Path below the folder that was named, without its ending; of a file its name.
        var name: String
    }

    /// The file, or the YAML files of a folder and of those in it, by name. Those that end in
    /// `.before.yaml` are parts of another scenario and left out, as are hidden ones.
    /// - Throws: ``ConfigurationError`` when there is none.
    static func files(of path: String) throws(ConfigurationError) -> [File] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw ConfigurationError(file: path, message: "cannot read the file: it is not there")
        }
        guard isFolder.boolValue else {
            return [File(path: path, name: name(of: path))]
        }
        var files: [File] = []
        try collect(path.hasSuffix("/") ? String(path.dropLast()) : path, "", 0, &files)
        guard !files.isEmpty else {
            throw ConfigurationError(file: path, message: "there is no .yaml file in this folder")
        }
        return files.sorted { $0.name < $1.name }
    }

    private static func collect(
        _ folder: String, _ prefix: String, _ level: Int, _ files: inout [File]
    ) throws(ConfigurationError) {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            throw ConfigurationError(
                file: folder, message: "cannot list this folder: \(RunFolder.reason(error))")
        }
        for name in names.sorted() where !name.hasPrefix(".") {
            let path = "\(folder)/\(name)"
            var isFolder: ObjCBool = false
            let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            if isThere && isFolder.boolValue {
                guard level < mostLevels else { continue }
                try collect(path, "\(prefix)\(name)/", level + 1, &files)
            } else if name.hasSuffix(".yaml"), !name.hasSuffix(".before.yaml") {
                files.append(File(path: path, name: prefix + stem(name)))
            }
            guard files.count <= mostFiles else {
                throw ConfigurationError(
                    file: folder, message: "there are more than \(mostFiles) files; name fewer")
            }
        }
    }

    /// What a file is called that was named by itself.
    static func name(of path: String) -> String {
        stem(path.split(separator: "/").last.map(String.init) ?? path)
    }

    private static func stem(_ name: String) -> String {
        name.hasSuffix(".yaml") ? String(name.dropLast(5)) : name
    }
}
