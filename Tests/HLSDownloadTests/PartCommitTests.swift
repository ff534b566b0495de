@testable import DownloadCore
import Foundation
@testable import HLSDownload
import NIOCore
import Testing

@Suite struct `A commit of parts` {
    /// A part that has come and is in no file.
    private static func part(
        _ index: Int, _ bytes: [UInt8], in folder: TestFolder
    ) throws -> PartCommit.Part {
        let temporary = folder.path + "/0-1/\(index).part"
        let writer = PartWriter(path: temporary)
        _ = try writer.begin(appendAt: 0)
        try writer.append(ByteBuffer(bytes: bytes), at: .zero)
        return PartCommit.Part(
            resource: .part(stream: 0, index: index), key: .init(stream: "high", index: index),
            path: "0-1/\(index).ts", final: folder.path + "/0-1/\(index).ts",
            temporary: temporary, written: try writer.finish(),
            attestation: Attestation(length: .declared, container: .mpegTS))
    }

    private static func commit(
        _ parts: [PartCommit.Part], in folder: TestFolder
    ) throws -> PartCommit {
        let journal = try DownloadJournal(at: folder.path + "/library.sqlite")
        _ = try journal.begin(url: "http://a/")
        return PartCommit(
            parts: parts, counts: .init(), journal: journal, discards: 0, isBehindDiscarded: false)
    }

    private static func bytes(_ index: Int) -> [UInt8] {
        `A part writer`.packets(index + 1)
    }

    @Test(arguments: [0, 1, 2, 100])
    func `gives each its file, its bytes and its row`(count: Int) throws {
        let folder = try TestFolder()
        try DurableFolder.make(folder.path + "/0-1")
        let parts = try (0..<count).map { try Self.part($0, Self.bytes($0), in: folder) }
        let commit = try Self.commit(parts, in: folder)
        let rows = try commit.perform()
        #expect(rows.map(\.key.index) == Array(0..<count))
        #expect(try Set(commit.journal.parts()) == Set(rows))
        #expect(try commit.journal.promised().isEmpty)
        for (index, row) in rows.enumerated() {
            #expect(row.length == 188 * (index + 1))
            #expect(row.sha256 == sha256(Self.bytes(index)))
            #expect(try folder.bytes(of: row.path) == Self.bytes(index))
        }
        #expect(folder.files().filter { $0.hasSuffix(".part") }.isEmpty)
    }

    @Test(arguments: [false, true])
    func `takes a name from whoever has it, and writes nothing to him`(isLink: Bool) throws {
        let folder = try TestFolder()
        try DurableFolder.make(folder.path + "/0-1")
        try folder.write("another's", to: "other")
        let name = folder.path + "/0-1/0.ts"
        if isLink {
            try FileManager.default.createSymbolicLink(
                atPath: name, withDestinationPath: folder.path + "/other")
        } else {
            #expect(link(folder.path + "/other", name) == 0)
        }
        let part = try Self.part(0, Self.bytes(0), in: folder)
        _ = try Self.commit([part], in: folder).perform()
        #expect(try folder.bytes(of: "0-1/0.ts") == Self.bytes(0))
        #expect(try folder.text(of: "other") == "another's")
    }

    @Test(arguments: [1, 40])
    func `can be done again when it has failed`(count: Int) throws {
        let folder = try TestFolder()
        try DurableFolder.make(folder.path + "/0-1")
        let parts = try (0..<count).map { try Self.part($0, Self.bytes($0), in: folder) }
        let commit = try Self.commit(parts, in: folder)
        // Where the last one is to be, there is a folder with something in it.
        let obstacle = "0-1/\(count - 1).ts"
        try DurableFolder.make(folder.path + "/" + obstacle)
        try folder.write("something", to: obstacle + "/file")
        #expect(throws: StoreFailure.self) { try commit.perform() }
        #expect(try commit.journal.parts().isEmpty)
        #expect(try commit.journal.promised().count == count)

        try FileManager.default.removeItem(atPath: folder.path + "/" + obstacle)
        let rows = try commit.perform()
        #expect(rows.count == count)
        #expect(try commit.journal.promised().isEmpty)
        for row in rows { #expect(try folder.bytes(of: row.path) == Self.bytes(row.key.index)) }
    }
}

@Suite struct `A store with parts that wait in memory` {
    @Test(arguments: [false, true])
    func `has what it discarded be gone before they have a name`(isThere: Bool) throws {
        let folder = try TestFolder()
        let (package, path) = (folder.path + "/package", folder.path + "/library.sqlite")
        try DurableFolder.make(package + "/0-1")
        do {
            let journal = try DownloadJournal(at: path)
            _ = try journal.begin(url: "http://a/")
            try journal.store([
                .init(
                    key: .init(stream: "high", index: 3), path: "0-1/00003.ts", length: 5,
                    sha256: sha256(Array("bytes".utf8)),
                    attestation: Attestation(length: .declared, container: .mpegTS))
            ])
        }
        if isThere { try folder.write("bytes", to: "package/0-1/00003.ts") }
        let store = try PackageStore(package: package, journal: path, url: "http://a/")
        let progress = DownloadProgress(
            secondsStored: .zero, secondsExpected: .zero, partsStored: 0, partsExpected: 0,
            bytesReceived: 0, retries: 0)
        let first = store.commit(of: [], progress)
        #expect(first.isBehindDiscarded == !isThere)
        try store.discardStream("high")
        store.committed(first, [])
        let second = store.commit(of: [], progress)
        #expect(second.isBehindDiscarded)
        store.committed(second, [])
        #expect(!store.commit(of: [], progress).isBehindDiscarded)
    }

    @Test func `has no more of them than its limit`() throws {
        let folder = try TestFolder()
        let store = try PackageStore(
            package: folder.path + "/package", journal: folder.path + "/library.sqlite",
            url: "http://a/")
        let writer = PartWriter(path: folder.path + "/part")
        _ = try writer.begin(appendAt: 0)
        try writer.append(ByteBuffer(repeating: 0x47, count: 188), at: .zero)
        store.bytesInMemory = PackageStore.mostBytesInMemory - 188
        #expect(store.mayKeepInMemory(writer))
        store.bytesInMemory += 1
        #expect(!store.mayKeepInMemory(writer))
        store.bytesInMemory = 0
        try writer.flush()
        #expect(!store.mayKeepInMemory(writer))
    }
}
