/// The SACK option of a packet (RFC 2018): up to three blocks, as fit beside a time stamp.
struct SackBlocks: Sendable, Hashable {
    static let capacity = 3

    private var first = Block()
    private var second = Block()
    private var third = Block()
    private(set) var count: Int8 = 0
    /// Whether the first block reports a duplicate (RFC 2883).
    var reportsDuplicate = false

    struct Block: Sendable, Hashable {
        var start = 0
        var end = 0

        func holds(_ other: Block) -> Bool { start <= other.start && other.end <= end }
    }

    /// Two bytes of kind and length, two of padding, eight per block.
    var optionBytes: Int { count == 0 ? 0 : 4 + 8 * Int(count) }

    subscript(index: Int) -> Block {
        switch index {
        case 0: first
        case 1: second
        default: third
        }
    }

    /// The lowest block that ends behind `sequence`, the report of a duplicate left out.
    func next(behind sequence: Int) -> Block? {
        var found: Block?
        for index in (reportsDuplicate ? 1 : 0)..<max(Int(count), 1) where index < count {
            let block = self[index]
            guard block.end > sequence, block.end < found?.end ?? .max else { continue }
            found = block
        }
        return found
    }

    /// Adds a block; there has to be room.
    mutating func append(_ block: Block) {
        precondition(count < Self.capacity, "a packet has room for three blocks")
        switch count {
        case 0: first = block
        case 1: second = block
        default: third = block
        }
        count += 1
    }
}
