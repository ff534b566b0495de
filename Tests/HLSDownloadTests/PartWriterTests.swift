@testable import DownloadCore
@testable import HLSDownload
import NIOCore
import Testing

@Suite struct `A part writer` {
    /// MPEG-TS packets, each of other bytes.
    static func packets(_ count: Int) -> [UInt8] {
        (0..<count).flatMap { packet in [0x47] + (1..<188).map { UInt8(($0 + packet) & 0x7F) } }
    }

    @Test func `digests what it wrote`() async throws {
        let folder = try TestFolder()
        let bytes = Self.packets(10)
        let writer = try PartWriter(path: folder.path + "/part")
        try await writer.begin(RequestID(1), appendAt: 0)
        for start in stride(from: 0, to: bytes.count, by: 700) {
            let chunk = bytes[start..<min(start + 700, bytes.count)]
            #expect(try await writer.append(ByteBuffer(bytes: chunk), from: RequestID(1)) == false)
        }
        #expect(await writer.finding() == .whole(.mpegTS))
        let written = await writer.finish()
        #expect(written.length == 1_880)
        #expect(written.sha256 == sha256(bytes))
        #expect(try folder.bytes(of: "part") == bytes)
    }

    @Test func `takes nothing from a request that it no longer belongs to`() async throws {
        let folder = try TestFolder()
        let bytes = Self.packets(2)
        let writer = try PartWriter(path: folder.path + "/part")
        try await writer.begin(RequestID(1), appendAt: 0)
        _ = try await writer.append(ByteBuffer(bytes: bytes[..<188]), from: RequestID(1))
        try await writer.begin(RequestID(2), appendAt: 188)
        #expect(try await writer.append(ByteBuffer(bytes: [9, 9]), from: RequestID(1)) == nil)
        _ = try await writer.append(ByteBuffer(bytes: bytes[188...]), from: RequestID(2))
        #expect(await writer.finish().sha256 == sha256(bytes))
    }

    @Test(arguments: [0, 100, 188, 300, 376])
    func `goes on from any byte that is on disk and forgets those behind it`(
        offset: Int
    ) async throws {
        let folder = try TestFolder()
        let bytes = Self.packets(3)
        let earlier = try PartWriter(path: folder.path + "/part")
        try await earlier.begin(RequestID(1), appendAt: 0)
        let onDisk = bytes[..<offset] + Array(repeating: 0xFF, count: 376 - offset)
        _ = try await earlier.append(ByteBuffer(bytes: onDisk), from: RequestID(1))

        let writer = try PartWriter(path: folder.path + "/part")
        try await writer.begin(RequestID(2), appendAt: offset)
        _ = try await writer.append(ByteBuffer(bytes: bytes[offset...]), from: RequestID(2))
        #expect(await writer.finding() == .whole(.mpegTS))
        let written = await writer.finish()
        #expect(written.length == bytes.count)
        #expect(written.sha256 == sha256(bytes))
        #expect(try folder.bytes(of: "part") == bytes)
    }

    @Test func `refuses to go on behind the end of the file`() async throws {
        let folder = try TestFolder()
        try folder.write("12345", to: "part")
        let writer = try PartWriter(path: folder.path + "/part")
        await #expect(
            throws: StoreFailure.other(
                path: folder.path + "/part", reason: "it ends after 5 of 6 bytes")
        ) {
            try await writer.begin(RequestID(1), appendAt: 6)
        }
    }

    @Test func `asks for a sync every 4 MiB`() async throws {
        let folder = try TestFolder()
        let writer = try PartWriter(path: folder.path + "/part")
        try await writer.begin(RequestID(1), appendAt: 0)
        let chunk = ByteBuffer(repeating: 0x47, count: 1 << 20)
        var due: [Bool?] = []
        for _ in 0..<5 {
            due.append(try await writer.append(chunk, from: RequestID(1)))
            if due.last == true { #expect(try await writer.sync() == 4 << 20) }
        }
        #expect(due == [false, false, false, true, false])
    }
}
