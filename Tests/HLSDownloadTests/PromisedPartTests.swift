import DownloadCore
@testable import HLSDownload
import Testing

/// What a process or a machine left that ended between the promise of a part and its place in the
/// package.
@Suite struct `A promised part` {
    enum Outcome { case stored, unfinished, gone }

    private static let whole = "all of it"
    private static let row = DownloadJournal.StoredPart(
        key: .init(stream: "high", index: 3), path: "0-1/00003.ts", length: whole.utf8.count,
        sha256: sha256(Array(whole.utf8)),
        attestation: Attestation(length: .declared, container: .mpegTS))

    /// Text under the finished and under the temporary name, whether it had begun with an entity tag.
    @Test(
        arguments: [
            (whole, nil, false, Outcome.stored),
            (whole, nil, true, .stored),
            (nil, whole, false, .stored),
            ("another", whole, true, .stored),
            // As long, and not the same: a power cut took the bytes.
            ("all of IT", nil, false, .gone),
            ("all of IT", nil, true, .unfinished),
            (nil, "all of", true, .unfinished),
            (nil, "all of", false, .gone),
            (nil, nil, true, .gone),
        ] as [(String?, String?, Bool, Outcome)])
    func `is in the package when its bytes are those that were promised, and only then`(
        final: String?, temporary: String?, hasBegun: Bool, outcome: Outcome
    ) throws {
        let folder = try TestFolder()
        let package = folder.path + "/package"
        let path = folder.path + "/library.sqlite"
        try DurableFolder.make(package + "/0-1")
        do {
            let journal = try DownloadJournal(at: path)
            _ = try journal.begin(url: "http://a/")
            if hasBegun {
                try journal.begin([
                    .init(
                        key: Self.row.key, path: "0-1/00003.part", entityTag: "\"a\"", bootID: "b",
                        synced: 4)
                ])
            }
            try journal.promise([Self.row])
        }
        if let final { try folder.write(final, to: "package/0-1/00003.ts") }
        if let temporary { try folder.write(temporary, to: "package/0-1/00003.part") }

        let store = try PackageStore(
            package: package, journal: path, url: "http://a/")
        #expect(store.stored[Self.row.key] == (outcome == .stored ? Self.row : nil))
        #expect(folder.has("package/0-1/00003.ts") == (outcome == .stored))
        let partial = store.snapshot?.partials[Self.row.key]
        #expect(partial?.byteCount == (outcome == .unfinished ? 4 : nil))
        #expect(try store.journal.promised().isEmpty)
    }

    @Test func `is gone where a power cut has taken the promise, whatever its file has`() throws {
        let folder = try TestFolder()
        let package = folder.path + "/package"
        let path = folder.path + "/library.sqlite"
        try DurableFolder.make(package + "/0-1")
        do {
            let journal = try DownloadJournal(at: path)
            _ = try journal.begin(url: "http://a/")
            try journal.store([Self.row])
        }
        let others = ["0-1/00004.ts", "0-1/00004.part", "0-1/notes.txt", "notes.ts"]
        for name in others + [Self.row.path] { try folder.write(Self.whole, to: "package/" + name) }
        let store = try PackageStore(package: package, journal: path, url: "http://a/")
        #expect(store.stored == [Self.row.key: Self.row])
        #expect(others.filter { folder.has("package/" + $0) } == ["0-1/notes.txt", "notes.ts"])
    }

    @Test func `says in which folder its stream is, though nothing else does`() throws {
        let folder = try TestFolder()
        let path = folder.path + "/library.sqlite"
        var row = Self.row
        row.path = "4-100/00003.ts"
        do {
            let journal = try DownloadJournal(at: path)
            _ = try journal.begin(url: "http://a/")
            try journal.promise([row])
        }
        try DurableFolder.make(folder.path + "/package/4-100")
        try folder.write(Self.whole, to: "package/4-100/00003.ts")
        let store = try PackageStore(
            package: folder.path + "/package", journal: path, url: "http://a/")
        let stream = Selection(mediaPlaylistAt: row.key.stream).streams[0]
        #expect(store.folder(of: stream, at: 0, 100) == "4-100")
    }
}
