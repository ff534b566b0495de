@testable import DownloadCore
@testable import HLSDownload
import NIOCore
import Testing

@Suite struct `A part writer` {
    /// MPEG-TS packets, each of other bytes.
    static func packets(_ count: Int) -> [UInt8] {
        (0..<count).flatMap { packet in [0x47] + (1..<188).map { UInt8(($0 + packet) & 0x7F) } }
    }

    /// Begins as a driver does.
    private static func begin(_ writer: PartWriter, appendAt offset: Int) throws {
        if let review = try writer.begin(appendAt: offset) { try writer.take(review.perform()) }
    }

    /// Ends a part, all bytes of which are in its file.
    static func expectWritten(
        _ bytes: [UInt8], by writer: PartWriter, in folder: TestFolder
    ) throws {
        guard case .file(_, let length, let digest) = try writer.finish() else {
            Issue.record("nothing of it is in a file")
            return
        }
        #expect(length == bytes.count)
        #expect(digest == sha256(bytes))
        #expect(try folder.bytes(of: "part") == bytes)
    }

    @Test func `has no file for a part that is whole before its first block was written`() throws {
        let folder = try TestFolder()
        let bytes = Self.packets(10)
        let writer = PartWriter(path: folder.path + "/part")
        try Self.begin(writer, appendAt: 0)
        var isNoted = false
        try writer.beforeFirstByte(now: false) { isNoted = true }
        try writer.append(ByteBuffer(bytes: bytes[..<1_000]), at: .zero)
        try writer.append(ByteBuffer(bytes: bytes[1_000...]), at: .milliseconds(50))
        #expect(writer.countInMemory == 1_880)
        #expect(writer.finding == .whole(.mpegTS))
        guard case .memory(let block) = try writer.finish() else {
            Issue.record("it is in a file")
            return
        }
        #expect([UInt8](block.bytes) == bytes)
        #expect(!folder.has("part"))
        #expect(!isNoted)
    }

    @Test func `has nothing of another part in a block that was used before`() throws {
        let folder = try TestFolder()
        let spare = SparePartBlocks()
        for bytes in [Self.packets(10), [], Self.packets(1)] {
            let writer = PartWriter(path: folder.path + "/part", spare: spare)
            try Self.begin(writer, appendAt: 0)
            try writer.append(ByteBuffer(bytes: bytes), at: .zero)
            guard case .memory(let block) = try writer.finish() else {
                Issue.record("it is in a file")
                return
            }
            #expect([UInt8](block.bytes) == bytes)
            spare.give(block)
        }
    }

    @Test(arguments: [false, true])
    func `notes a part when its file is empty and before it has a byte`(
        isOtherVersionThere: Bool
    ) throws {
        let folder = try TestFolder()
        if isOtherVersionThere { try folder.write("other", to: "part") }
        let writer = PartWriter(path: folder.path + "/part")
        try Self.begin(writer, appendAt: 0)
        var lengths: [Int] = []
        try writer.beforeFirstByte(now: isOtherVersionThere) { () throws(StoreFailure) in
            lengths.append(DurableFolder.size(of: folder.path + "/part") ?? -1)
        }
        #expect(lengths == (isOtherVersionThere ? [0] : []))
        for second in 1...3 {
            try writer.append(ByteBuffer(repeating: 0x47, count: 188), at: .seconds(second))
        }
        #expect(lengths == [0])
        #expect(try folder.bytes(of: "part").count == 3 * 188)
    }

    @Test func `digests what it wrote`() throws {
        let folder = try TestFolder()
        let bytes = Self.packets(10)
        let writer = PartWriter(path: folder.path + "/part")
        try Self.begin(writer, appendAt: 0)
        for start in stride(from: 0, to: bytes.count, by: 700) {
            let chunk = bytes[start..<min(start + 700, bytes.count)]
            try writer.append(ByteBuffer(bytes: chunk), at: .zero)
        }
        #expect(writer.finding == .whole(.mpegTS))
        try writer.flush()
        #expect(writer.finding == .whole(.mpegTS))
        try Self.expectWritten(bytes, by: writer, in: folder)
    }

    @Test(arguments: [0, 100, 188, 300, 376])
    func `goes on from any byte that is on disk and forgets those behind it`(
        offset: Int
    ) throws {
        let folder = try TestFolder()
        let bytes = Self.packets(3)
        let earlier = PartWriter(path: folder.path + "/part")
        try Self.begin(earlier, appendAt: 0)
        let onDisk = bytes[..<offset] + Array(repeating: 0xFF, count: 376 - offset)
        try earlier.append(ByteBuffer(bytes: onDisk), at: .zero)
        try earlier.flush()

        for writer in [PartWriter(path: folder.path + "/part"), earlier] {
            try Self.begin(writer, appendAt: offset)
            try writer.append(ByteBuffer(bytes: bytes[offset...]), at: .zero)
            #expect(writer.finding == .whole(.mpegTS))
            try writer.flush()
            try Self.expectWritten(bytes, by: writer, in: folder)
        }
    }

    @Test func `cuts nothing off before it knows what it goes on from`() throws {
        let folder = try TestFolder()
        let bytes = Self.packets(3)
        let writer = PartWriter(path: folder.path + "/part")
        try Self.begin(writer, appendAt: 0)
        try writer.append(ByteBuffer(bytes: bytes), at: .zero)
        let review = try writer.begin(appendAt: 188)
        #expect(review != nil)
        #expect(try folder.bytes(of: "part") == bytes)
    }

    @Test func `refuses to go on behind the end of the file`() throws {
        let folder = try TestFolder()
        try folder.write("12345", to: "part")
        let writer = PartWriter(path: folder.path + "/part")
        #expect(
            throws: StoreFailure.other(
                path: folder.path + "/part", reason: "it ends after 5 of 6 bytes")
        ) {
            try Self.begin(writer, appendAt: 6)
        }
        #expect(try folder.text(of: "part") == "12345")
    }

    @Test func `asks for a sync every 4 MiB`() throws {
        let folder = try TestFolder()
        let writer = PartWriter(path: folder.path + "/part")
        try Self.begin(writer, appendAt: 0)
        let chunk = ByteBuffer(repeating: 0x47, count: 1 << 20)
        var due: [Bool] = []
        for second in 1...5 {
            try writer.append(chunk, at: .seconds(second))
            due.append(writer.isSyncDue)
            guard writer.isSyncDue else { continue }
            let count = writer.beginSync()
            #expect(count == 4 << 20)
        }
        #expect(due == [false, false, false, true, false])
    }
}
