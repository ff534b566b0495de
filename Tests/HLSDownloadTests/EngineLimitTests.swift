import DownloadCore
import Foundation
import HLSDownload
import HLSPlaylist
import Testing

@Suite struct `The list of limits` {
    private static let names = Set(EngineLimit.all.map(\.name))

    @Test func `names each of them once, with a value`() {
        #expect(Self.names.count == EngineLimit.all.count)
        let switches = ["DownloadLimits.localAddresses"]
        #expect(EngineLimit.all.allSatisfy { $0.value > 0 || switches.contains($0.name) })
    }

    @Test(
        arguments: [
            Mirror(reflecting: PlaylistLimits()), Mirror(reflecting: DownloadLimits()),
            Mirror(reflecting: Timeouts()),
        ].map { mirror in mirror.children.compactMap(\.label).map { "\(mirror.subjectType).\($0)" }
        })
    func `has all that can be set`(options: [String]) {
        #expect(!options.isEmpty)
        #expect(Set(options).subtracting(Self.names) == [])
    }

    /// A limit is a constant whose name begins with one of these words.
    @Test func `has all constants of the sources that bound something`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let constant = /static let ((?:most|longest|largest|deepest|maximum)[A-Z]?\w*)\b/
        var found: Set<String> = []
        for room in ["DownloadCore", "HLSDownload", "PlaybackCore/Log"] {
            let folder = root.appending(path: "Sources/\(room)")
            let files = try #require(
                FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
            for case let file as URL in files where file.pathExtension == "swift" {
                let type = file.lastPathComponent.prefix { $0 != "+" && $0 != "." }
                for match in try String(contentsOf: file, encoding: .utf8).matches(of: constant) {
                    found.insert("\(type).\(match.1)")
                }
            }
        }
        #expect(found.count > 30)
        #expect(found.subtracting(Self.names).sorted() == [])
    }
}
