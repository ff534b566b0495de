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

    @Test func `digests what it wrote`() throws {
        let folder = try TestFolder()
        let bytes = Self.packets(10)
        let writer = try PartWriter(path: folder.path + "/part")
        try Self.begin(writer, appendAt: 0)
        for start in stride(from: 0, to: bytes.count, by: 700) {
            let chunk = bytes[start..<min(start + 700, bytes.count)]
            try writer.append(ByteBuffer(bytes: chunk), at: .zero)
        }
        #expect(writer.finding == .whole(.mpegTS))
        let written = writer.finish()
        #expect(written.length == 1_880)
        #expect(written.sha256 == sha256(bytes))
        #expect(try folder.bytes(of: "part") == bytes)
    }

    @Test(arguments: [0, 100, 188, 300, 376])
    func `goes on from any byte that is on disk and forgets those behind it`(
        offset: Int
    ) throws {
        let folder = try TestFolder()
        let bytes = Self.packets(3)
        let earlier = try PartWriter(path: folder.path + "/part")
        try Self.begin(earlier, appendAt: 0)
        let onDisk = bytes[..<offset] + Array(repeating: 0xFF, count: 376 - offset)
        try earlier.append(ByteBuffer(bytes: onDisk), at: .zero)

        for writer in [try PartWriter(path: folder.path + "/part"), earlier] {
            try Self.begin(writer, appendAt: offset)
            try writer.append(ByteBuffer(bytes: bytes[offset...]), at: .zero)
            #expect(writer.finding == .whole(.mpegTS))
            let written = writer.finish()
            #expect(written.length == bytes.count)
            #expect(written.sha256 == sha256(bytes))
            #expect(try folder.bytes(of: "part") == bytes)
        }
    }

    @Test func `cuts nothing off before it knows what it goes on from`() throws {
        let folder = try TestFolder()
        let bytes = Self.packets(3)
        let writer = try PartWriter(path: folder.path + "/part")
        try Self.begin(writer, appendAt: 0)
        try writer.append(ByteBuffer(bytes: bytes), at: .zero)
        let review = try writer.begin(appendAt: 188)
        #expect(review != nil)
        #expect(try folder.bytes(of: "part") == bytes)
        #expect(writer.finish().sha256 == sha256(bytes))
    }

    @Test func `refuses to go on behind the end of the file`() throws {
        let folder = try TestFolder()
        try folder.write("12345", to: "part")
        let writer = try PartWriter(path: folder.path + "/part")
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
        let writer = try PartWriter(path: folder.path + "/part")
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
