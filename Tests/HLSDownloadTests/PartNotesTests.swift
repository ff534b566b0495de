import DownloadCore
@testable import HLSDownload
import Testing

@Suite struct `Notes of parts that have begun to arrive` {
    static func row(_ index: Int, tag: String = "\"a\"") -> DownloadJournal.PartialPart {
        .init(
            key: .init(stream: "v1/index:\n.m3u8", index: index), path: "0-1/\(index).part",
            entityTag: tag, bootID: "boot", synced: 0)
    }

    /// What notes say when they are opened anew.
    static func reopened(_ folder: TestFolder, bootID: String = "boot") throws -> [String] {
        let notes = try PartNotes(at: folder.path + "/notes", bootID: bootID)
        return notes.rows.values.map { "\($0.key.index) \($0.path) \($0.entityTag)" }.sorted()
    }

    static func made(
        _ write: (PartNotes) throws -> Void
    ) throws -> TestFolder {
        let folder = try TestFolder()
        try write(try PartNotes(at: folder.path + "/notes", bootID: "boot"))
        return folder
    }

    @Test func `say what was begun last, and not what was ended`() throws {
        let folder = try Self.made { notes in
            for index in 0..<4 { try notes.begin(Self.row(index)) }
            try notes.begin(Self.row(1, tag: "\"later\""))
            try notes.end([2, 9, 3].map { Self.row($0).key })
            try notes.begin(Self.row(3, tag: "\"again\""))
        }
        #expect(
            try Self.reopened(folder) == [
                "0 0-1/0.part \"a\"", "1 0-1/1.part \"later\"", "3 0-1/3.part \"again\"",
            ])
    }

    @Test func `say nothing once the system was started anew, or they were cleared`() throws {
        let folder = try Self.made { try $0.begin(Self.row(1)) }
        #expect(try Self.reopened(folder, bootID: "other") == [])
        #expect(try Self.reopened(folder) == [])
        let cleared = try Self.made { notes in
            try notes.begin(Self.row(1))
            #expect(!notes.isEmpty)
            try notes.clear()
            #expect(notes.isEmpty)
            try notes.begin(Self.row(2))
        }
        #expect(try Self.reopened(cleared) == ["2 0-1/2.part \"a\""])
    }

    @Test func `are read as far as they go, wherever they are cut off`() throws {
        let folder = try Self.made { notes in
            for index in 0..<3 { try notes.begin(Self.row(index)) }
            try notes.end([Self.row(0).key])
        }
        let whole = try folder.bytes(of: "notes")
        var counts: [Int] = []
        for length in 0...whole.count {
            try folder.write(String(decoding: whole[..<length], as: UTF8.self), to: "notes")
            counts.append(try Self.reopened(folder).count)
        }
        // One after the other begins, and then one ends.
        #expect(counts.filter { $0 != counts.first }.isEmpty == false)
        let steps = counts.reduce(into: [Int]()) { if $0.last != $1 { $0.append($1) } }
        #expect(steps == [0, 1, 2, 3, 2])
    }

    @Test(arguments: [
        "", "\n", "4:boot", "4:bootB", "4:bootB99999999:", "4:bootB-1:x", "4:bootX1:a1:0",
        "4:bootB1:a1:x1:p1:t", "boot", ":boot", "4:booB1:a1:01:p1:t",
        "4:boot\0\0\0\0\0\0\0\0\0\0\0\0", "9999999999999999999:boot",
    ])
    func `are none when they are something else`(text: String) throws {
        let folder = try TestFolder()
        try folder.write(text, to: "notes")
        #expect(try Self.reopened(folder) == [])
    }

    @Test func `have the journal take over when there are many`() throws {
        let folder = try TestFolder()
        let notes = try PartNotes(at: folder.path + "/notes", bootID: "boot")
        let tag = String(repeating: "t", count: 1_000)
        var count = 0
        while !notes.isFull {
            try notes.begin(Self.row(count, tag: tag))
            count += 1
        }
        #expect((1_000...1_048).contains(count))
        #expect(try Self.reopened(folder).count == count)
    }
}
