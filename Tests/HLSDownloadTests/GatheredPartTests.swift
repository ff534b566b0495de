@testable import DownloadCore
@testable import HLSDownload
import NIOCore
import Testing

@Suite struct `A part writer whose part is large` {
    private static let bytes = `A part writer`.packets(6_000)
    private static let chunk = 60_000

    /// Appends the bytes in chunks that come so long after one another.
    /// - Parameter performing: what is to be written is written as soon as it can be.
    /// - Returns: lengths of the file behind each chunk.
    private static func write(
        _ writer: PartWriter, _ folder: TestFolder, every pause: Duration, performing: Bool = true
    ) throws -> [Int] {
        _ = try writer.begin(appendAt: 0)
        var now = Duration.zero
        var lengths: [Int] = []
        for start in stride(from: 0, to: bytes.count, by: chunk) {
            let chunk = bytes[start..<min(start + chunk, bytes.count)]
            try writer.append(ByteBuffer(bytes: chunk), at: now)
            now += pause
            if performing, let write = try writer.nextWrite(atEnd: false) {
                write.perform()
                try writer.endWrite()
            }
            lengths.append(folder.has("part") ? try folder.bytes(of: "part").count : 0)
        }
        return lengths
    }

    private static func expectWhole(_ writer: PartWriter, _ folder: TestFolder) throws {
        try writer.flush()
        #expect(writer.finding == .whole(.mpegTS))
        try `A part writer`.expectWritten(bytes, by: writer, in: folder)
    }

    @Test func `writes it as it comes where it comes slowly`() throws {
        let folder = try TestFolder()
        let writer = PartWriter(path: folder.path + "/part")
        let lengths = try Self.write(writer, folder, every: .milliseconds(20))
        // Until it is known to be slow.
        #expect(lengths.prefix(3) == [0, 0, 0])
        #expect(lengths[3...].dropLast() == (4..<lengths.count).map { $0 * Self.chunk }[...])
        #expect(!writer.isFull)
        try Self.expectWhole(writer, folder)
    }

    @Test func `writes it in whole blocks where it comes fast`() throws {
        let folder = try TestFolder()
        let writer = PartWriter(path: folder.path + "/part")
        let lengths = try Self.write(writer, folder, every: .milliseconds(5))
        #expect(lengths.allSatisfy { $0.isMultiple(of: PartBlock.size) })
        #expect(Set(lengths).count == 5)
        try Self.expectWhole(writer, folder)
    }

    @Test func `has no more than two blocks wait before it says that it is full`() throws {
        let folder = try TestFolder()
        let writer = PartWriter(path: folder.path + "/part")
        _ = try writer.begin(appendAt: 0)
        let chunk = ByteBuffer(repeating: 0x47, count: PartBlock.size / 4)
        var full: [Bool] = []
        var write: PartWrite?
        for _ in 0..<8 {
            try writer.append(chunk, at: .zero)
            if write == nil { write = try writer.nextWrite(atEnd: false) }
            full.append(writer.isFull)
        }
        #expect(full == Array(repeating: false, count: 7) + [true])
        try writer.endWrite()
        #expect(!writer.isFull)
        #expect(try folder.bytes(of: "part").count == PartBlock.size)
    }

    @Test func `writes what it has gathered when the part becomes slow`() throws {
        let folder = try TestFolder()
        let writer = PartWriter(path: folder.path + "/part")
        _ = try writer.begin(appendAt: 0)
        try writer.append(ByteBuffer(bytes: Self.bytes[..<700_000]), at: .zero)
        #expect(!folder.has("part"))
        try writer.append(ByteBuffer(bytes: Self.bytes[700_000...]), at: .milliseconds(51))
        #expect(try folder.bytes(of: "part").count == Self.bytes.count)
        try Self.expectWhole(writer, folder)
    }

    @Test(arguments: [false, true])
    func `goes on behind what was gathered when it was left`(isWriting: Bool) throws {
        let folder = try TestFolder()
        let writer = PartWriter(path: folder.path + "/part")
        _ = try writer.begin(appendAt: 0)
        try writer.append(ByteBuffer(bytes: Self.bytes[..<700_000]), at: .zero)
        let write = isWriting ? try writer.nextWrite(atEnd: false) : nil
        #expect((write != nil) == isWriting)
        let review = try writer.begin(appendAt: 700_000)
        #expect(review == nil)
        #expect(try folder.bytes(of: "part").count == 700_000)
        try writer.append(ByteBuffer(bytes: Self.bytes[700_000...]), at: .zero)
        try Self.expectWhole(writer, folder)
    }

    @Test func `forgets what was gathered when it begins anew`() throws {
        let folder = try TestFolder()
        let writer = PartWriter(path: folder.path + "/part")
        _ = try writer.begin(appendAt: 0)
        try writer.append(ByteBuffer(repeating: 0xFF, count: 1_500_000), at: .zero)
        let write = try writer.nextWrite(atEnd: false)
        #expect(write != nil)
        _ = try Self.write(writer, folder, every: .zero, performing: false)
        try Self.expectWhole(writer, folder)
    }
}

@Suite struct `A write of a block` {
    @Test func `is done once, whoever asks for it`() throws {
        let folder = try TestFolder()
        let block = PartBlock()
        block.begin(at: 0)
        var bytes = ByteBuffer(repeating: 0x47, count: 10_000)
        block.take(&bytes)
        let write = PartWrite(
            block, to: try OpenFile(at: folder.path + "/part"),
            behind: .init(check: .clear(ContainerCheck())))
        #expect(try write.perform().get().count == 10_000)
        try folder.write("other", to: "part")
        #expect(try write.perform().get().count == 10_000)
        #expect(try folder.text(of: "part") == "other")
    }

    @Test func `says what the medium refuses`() throws {
        let block = PartBlock()
        block.begin(at: 0)
        var bytes = ByteBuffer(repeating: 0x47, count: PartBlock.size + 1)
        block.take(&bytes)
        #expect(bytes.readableBytes == 1)
        let write = PartWrite(
            block, to: try OpenFile(at: "/dev/full"),
            behind: .init(check: .clear(ContainerCheck())))
        #expect(throws: StoreFailure.diskFull(path: "/dev/full")) { try write.perform().get() }
    }
}
