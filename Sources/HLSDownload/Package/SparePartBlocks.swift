/// Blocks that have been used, for those that need one: memory that was used once costs nothing more.
/// It belongs to one driver's store.
final class SparePartBlocks {
    /// How many are kept, with which a commit and the blocks being filled get by.
    static let mostSmall = 64
    static let mostLarge = 8
    private var small: [PartBlock] = []
    private var large: [PartBlock] = []

    /// An empty block, whose bytes go to that place of a file.
    func take(at offset: Int) -> PartBlock {
        let block = small.popLast() ?? large.popLast() ?? PartBlock()
        block.begin(at: offset)
        return block
    }

    func give(_ block: PartBlock) {
        if block.isSmall {
            if small.count < Self.mostSmall { small.append(block) }
        } else if large.count < Self.mostLarge {
            large.append(block)
        }
    }
}
