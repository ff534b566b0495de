import Foundation
import Testing

/// The package that these tests lie in.
enum House {
    /// The folder of Package.swift, found from this file upward; ends in a slash.
    static let root: String = {
        var folder = #filePath[...]
        repeat {
            guard let slash = folder.dropLast().lastIndex(of: "/") else {
                preconditionFailure("no Package.swift above \(#filePath)")
            }
            folder = folder[...slash]
        } while !FileManager.default.fileExists(atPath: folder + "Package.swift")
        return String(folder)
    }()

    /// All Swift files below Sources, in the order of their paths.
    static let sources: [SwiftSource] = files(below: "Sources").filter { $0.hasSuffix(".swift") }
        .map { path in
            SwiftSource(
                path: path, room: String(path.split(separator: "/")[1]), text: text(of: path))
        }

    /// Relative paths of the files below a folder of the package, sorted.
    static func files(below folder: String) -> [String] {
        let found = FileManager.default.enumerator(atPath: root + folder)
        let paths = (found?.compactMap { $0 as? String } ?? []).map { "\(folder)/\($0)" }
        return paths.sorted().filter { path in
            var isFolder: ObjCBool = false
            let exists = FileManager.default.fileExists(
                atPath: root + path, isDirectory: &isFolder)
            return exists && !isFolder.boolValue
        }
    }

    static func text(of path: String) -> String {
        guard let data = FileManager.default.contents(atPath: root + path) else {
            preconditionFailure("cannot read \(path)")
        }
        return String(decoding: data, as: UTF8.self)
    }

    /// Fails once for each finding, so that one run tells them all.
    static func expectNone(_ findings: [Finding], _ location: SourceLocation = #_sourceLocation) {
        for finding in findings {
            Issue.record(Comment(rawValue: finding.description), sourceLocation: location)
        }
    }
}
