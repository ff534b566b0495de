internal import NIOCore

/// Bytes of a part on their way to its file, in pages of memory that a medium can be handed without a
/// copy. Two or three of them are all that a part has at a time.
///
/// It is filled by its ``PartWriter`` alone; once a ``PartWrite`` or a ``PartCommit`` has it, nobody
/// changes it before that was performed.
final class PartBlock: @unchecked Sendable {
    /// Of a whole block. A write of a quarter as much costs twice the processor time for each byte.
    static let size = 256 << 10
    /// What media and file systems want the places of such writes to be a multiple of, at most.
    static let page = 4 << 10

    /// Place of the first byte in the file.
    private(set) var offset = 0
    private(set) var count = 0
    /// Bytes that it may have: up to where the next block of the file begins.
    private var capacity = 0
    /// As much as a small part has, and for more than that a whole block.
    private var memory = PartBlock.allocate(smallSize)

    private static let smallSize = 64 << 10

    private static func allocate(_ size: Int) -> UnsafeMutableRawBufferPointer {
        .allocate(byteCount: size, alignment: page)
    }

    deinit { memory.deallocate() }

    /// Begins anew.
    func begin(at offset: Int) {
        self.offset = offset
        count = 0
        capacity = Self.size - offset % Self.size
    }

    var isFull: Bool { count == capacity }

    /// The place behind its last byte.
    var end: Int { offset + count }

    var bytes: UnsafeRawBufferPointer { bytes(of: memory) }

    /// Takes as many bytes as there is room for.
    func take(_ chunk: inout ByteBuffer) {
        let taken = min(capacity - count, chunk.readableBytes)
        if count + taken > memory.count { grow() }
        chunk.readWithUnsafeReadableBytes { source in
            UnsafeMutableRawBufferPointer(rebasing: memory[count..<(count + taken)])
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[..<taken]))
            return taken
        }
        count += taken
    }

    private func grow() {
        let small = memory
        memory = Self.allocate(Self.size)
        memory.copyMemory(from: bytes(of: small))
        small.deallocate()
    }

    private func bytes(of memory: UnsafeMutableRawBufferPointer) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: memory[..<count])
    }

    /// It has memory for a small part only.
    var isSmall: Bool { memory.count == Self.smallSize }

    /// The bytes that fill whole pages of the file; none when it does not begin with one.
    var wholePages: UnsafeRawBufferPointer {
        guard offset.isMultiple(of: Self.page) else {
            return UnsafeRawBufferPointer(rebasing: memory[..<0])
        }
        return UnsafeRawBufferPointer(rebasing: memory[..<(count - count % Self.page)])
    }
}
