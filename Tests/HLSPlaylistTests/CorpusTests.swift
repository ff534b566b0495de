import Foundation
import HLSPlaylist
import Testing

/// Playlists of other projects, in a folder beside the package; see its README for their licences.
enum Corpus {
    struct File: Sendable, CustomTestStringConvertible {
        var name: String
        var bytes: [UInt8]
        var testDescription: String { name }
    }

    static let folder: URL? = {
        let package = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let folder = package.deletingLastPathComponent().appending(path: "shared/corpus/playlists")
        return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
    }()

    static let files: [File] = {
        // What cannot be listed or read is missed by the test that counts the files.
        guard let folder,
            let names = try? FileManager.default.subpathsOfDirectory(atPath: folder.path)
        else { return [] }
        return names.filter { $0.hasSuffix(".m3u8") }.sorted().compactMap { name in
            guard let data = try? Data(contentsOf: folder.appending(path: name)) else { return nil }
            return File(name: name, bytes: [UInt8](data))
        }
    }()
}

@Suite(
    .enabled(
        if: Corpus.folder != nil,
        "needs ../shared/corpus/playlists, which is not part of the project"))
struct `The playlists of other projects` {
    @Test func `are all here`() {
        #expect(Corpus.files.count >= 200)
    }

    @Test(arguments: Corpus.files)
    func `are read by the tolerant parser`(file: Corpus.File) {
        #expect(throws: Never.self) { try Playlist(parsing: file.bytes) }
    }

    @Test(arguments: Corpus.files)
    func `are equal after writing and reading`(file: Corpus.File) throws {
        let playlist = try Playlist(parsing: file.bytes)
        let written = playlist.written()
        #expect(
            try Playlist(parsing: written) == playlist,
            "\(String(decoding: written, as: UTF8.self))")
    }

    @Test(arguments: Corpus.files)
    func `are refused by the strict parser for a rule that the tolerant one reports first`(
        file: Corpus.File
    ) throws {
        let diagnostics = try Playlist(parsing: file.bytes).diagnostics
        do throws(PlaylistError) {
            _ = try Playlist(parsing: file.bytes, mode: .strict)
            #expect(!diagnostics.contains { $0.severity == .error })
        } catch {
            let first = diagnostics.first { $0.severity == .error }
            #expect(first?.rule == error.rule && first?.line == error.line, "\(error)")
            #expect(!error.section.isEmpty)
        }
    }
}
