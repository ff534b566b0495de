internal import DownloadCore
internal import Synchronization

/// Writes a block of a part, and takes it in to what is known of the part. It blocks: to be performed
/// on a thread for that. Whoever cannot wait for such a thread performs it where he is: it is done once.
final class PartWrite: Sendable {
    let block: PartBlock
    private let file: OpenFile
    /// What is known of the bytes before the block.
    private let state: PartWriter.State
    private let outcome = Mutex<Result<PartWriter.State, StoreFailure>?>(nil)

    init(_ block: PartBlock, to file: OpenFile, behind state: PartWriter.State) {
        self.block = block
        self.file = file
        self.state = state
    }

    /// Returns when the block is written, whoever does it.
    /// - Returns: what is known of the bytes up to the end of the block.
    @discardableResult
    func perform() -> Result<PartWriter.State, StoreFailure> {
        outcome.withLock { outcome in
            if let outcome { return outcome }
            let new = Result { () throws(StoreFailure) in try write() }
            outcome = new
            return new
        }
    }

    private func write() throws(StoreFailure) -> PartWriter.State {
        // For less than a whole block the medium takes longer than the cache.
        let direct = block.isFull ? block.wholePages.count : 0
        if direct > 0 { try file.file.writeThrough(block.wholePages, at: block.offset) }
        let rest = UnsafeRawBufferPointer(rebasing: block.bytes[direct...])
        try file.file.write(rest, at: block.offset + direct)
        var state = state
        state.take(block.bytes)
        return state
    }
}
