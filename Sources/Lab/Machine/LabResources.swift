internal import Foundation

/// Where profiles and fixtures lie on this machine.
package struct LabResources: Sendable {
    /// Folders of link profiles, the first one found in wins.
    package var profiles: [String]
    /// Folders of assets.
    package var fixtures: [String]

    package init(profiles: [String], fixtures: [String]) {
        self.profiles = profiles
        self.fixtures = fixtures
    }

    /// Looks beside the running program and above it: a checkout has `Profiles` and `Fixtures` in
    /// one of the folders above `.build`, an installation in `share/hlslab` beside `bin`.
    ///
    /// - Parameters:
    ///   - executable: absolute path of the running program, links resolved.
    ///   - override: a folder to look in first (`HLSLAB_HOME`).
    package static func locate(executable: String, override: String?) -> LabResources {
        var homes = override.map { [$0] } ?? []
        var folder = URL(filePath: executable).deletingLastPathComponent()
        homes.append(folder.deletingLastPathComponent().appending(path: "share/hlslab").path)
        while folder.path != "/" {
            homes.append(folder.path)
            folder = folder.deletingLastPathComponent()
        }
        let found = homes.filter {
            isFolder($0 + "/Profiles") && isFolder($0 + "/Fixtures")
        }
        return LabResources(
            profiles: found.map { $0 + "/Profiles" }, fixtures: found.map { $0 + "/Fixtures" })
    }

    private static func isFolder(_ path: String) -> Bool {
        var isDirectory: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
            && isDirectory.boolValue
    }
}
