internal import Crypto
internal import DownloadCore
internal import NIOCore

/// Writes one part as it arrives, counting, digesting and walking its bytes. It belongs to one
/// ``DownloadDriver``, as the store does that it is of.
///
/// The first bytes, and those of a part that comes slowly, are written at once. Of one that comes fast,
/// blocks are gathered: one is written by another thread, past the system's cache, while the next one
/// fills. A kill costs what is in them, at most 50 ms of the part each.
final class PartWriter {
    /// What is known of the bytes from the first on.
    struct State: Sendable {
        var count = 0
        var digest = SHA256()
        var check: PartCheck

        mutating func take(_ bytes: UnsafeRawBufferPointer) {
            digest.update(bufferPointer: bytes)
            check.consume(bytes)
            count += bytes.count
        }
    }

    /// What a part is when it has been written.
    struct Written: Sendable {
        var length: Int
        /// Lower-case hexadecimal.
        var sha256: String
        var file: OpenFile
    }

    let opened: OpenFile
    /// Before the first byte.
    private let fresh: State
    /// Of what is written.
    private var state: State
    /// Bytes since the last sync.
    private var unsynced = 0
    /// Whether what is synced will be found.
    var hasDurableName = false

    /// What has come and is not written: none while bytes are written as they come. The last one has
    /// room.
    private var waiting: [PartBlock] = []
    private var spare: [PartBlock] = []
    /// The blocks before those that wait.
    private(set) var write: PartWrite?
    private var gathering = Gathering.undecided(since: nil)

    /// Whether bytes are gathered in blocks, which are written elsewhere.
    private enum Gathering {
        /// Not before they are known to come fast: what is gathered a kill would cost.
        case undecided(since: Duration?)
        /// Since the block that is being filled began.
        case blocks(since: Duration)
        /// The part is not fast, or not fast any more.
        case never
    }

    /// Bytes after which what has arrived is made durable, so that a power cut costs little more.
    private static let syncInterval = 4 << 20
    /// A part whose blocks take longer to arrive is written as it comes.
    static let gatheringTime = Duration.milliseconds(50)

    /// - Parameter check: that no byte has gone through yet.
    init(path: String, check: PartCheck = .clear(ContainerCheck())) throws(StoreFailure) {
        opened = try OpenFile(at: path)
        fresh = State(check: check)
        state = fresh
    }

    /// Begins to write from byte `offset` on; what is on disk behind it is cut off.
    /// - Returns: what has to be read again first, and be taken in with ``take(_:)``; nil: nothing.
    func begin(appendAt offset: Int) throws(StoreFailure) -> PartReview? {
        if offset == 0 { forget() }
        try flush()
        gathering = .undecided(since: nil)
        guard offset == state.count else {
            return PartReview(file: opened, length: offset, state: fresh)
        }
        try opened.file.truncate(to: offset)
        return nil
    }

    /// What has come is of no use any more, written or not.
    private func forget() {
        // Not to be written behind what comes from now on.
        write?.perform()
        write = nil
        waiting = []
        state = fresh
    }

    /// Takes what was read as what is there of the part.
    func take(_ reviewed: State) throws(StoreFailure) {
        try opened.file.truncate(to: reviewed.count)
        state = reviewed
    }

    /// Takes the next bytes: writes them, or keeps them for ``nextWrite(atEnd:)``.
    /// - Parameter now: of any clock that goes on.
    func append(_ chunk: ByteBuffer, at now: Duration) throws(StoreFailure) {
        try endSlowBlock(at: now)
        var rest = chunk
        if case .undecided(let since) = gathering {
            // Up to the end of a block of the file. There it is decided how the next one is written.
            let room = PartBlock.size - state.count % PartBlock.size
            if let slice = rest.readSlice(length: min(room, rest.readableBytes)) {
                try write(slice)
            }
            if since == nil { gathering = .undecided(since: now) }
            if state.count % PartBlock.size == 0 {
                let isFast = now - (since ?? now) <= Self.gatheringTime
                gathering = isFast ? .blocks(since: now) : .undecided(since: now)
            }
        }
        guard rest.readableBytes > 0 else { return }
        if case .blocks = gathering { gather(rest, at: now) } else { try write(rest) }
    }

    /// Writes what has come if it has waited for too long, and everything else as it comes.
    func endSlowBlock(at now: Duration) throws(StoreFailure) {
        guard case .blocks(let since) = gathering, now - since > Self.gatheringTime else { return }
        try flush()
        gathering = .never
    }

    /// A block is being filled.
    var isGathering: Bool { !waiting.isEmpty }

    private func write(_ chunk: ByteBuffer) throws(StoreFailure) {
        try chunk.withUnsafeReadableBytes { bytes throws(StoreFailure) in
            try opened.file.write(bytes, at: state.count)
            state.take(bytes)
        }
        unsynced += chunk.readableBytes
    }

    private func gather(_ chunk: ByteBuffer, at now: Duration) {
        var rest = chunk
        while rest.readableBytes > 0 {
            if waiting.last?.isFull ?? true {
                let block = spare.popLast() ?? PartBlock()
                block.begin(at: waiting.last?.end ?? write?.block.end ?? state.count)
                waiting.append(block)
                gathering = .blocks(since: now)
            }
            waiting[waiting.count - 1].take(&rest)
        }
    }

    /// No more bytes should come before a write has ended.
    var isFull: Bool { write != nil && waiting.first?.isFull ?? false }

    /// Begins to write a block, if there is one and none is being written. When it was performed,
    /// ``endWrite()`` takes it in.
    /// - Parameter atEnd: the last block is written too, though it has room.
    func nextWrite(atEnd: Bool) -> PartWrite? {
        guard write == nil, let block = waiting.first, block.isFull || atEnd else { return nil }
        waiting.removeFirst()
        let next = PartWrite(block, to: opened, behind: state)
        write = next
        return next
    }

    /// Takes in what is being written, and waits for it if need be. What could not be written is kept
    /// to be tried again.
    func endWrite() throws(StoreFailure) {
        guard let write else { return }
        self.write = nil
        do throws(StoreFailure) {
            state = try write.perform().get()
        } catch {
            waiting.insert(write.block, at: 0)
            throw error
        }
        unsynced += write.block.count
        spare.append(write.block)
    }

    /// Writes all that has come.
    func flush() throws(StoreFailure) {
        repeat { try endWrite() } while nextWrite(atEnd: true) != nil
        spare = []
    }

    var isSyncDue: Bool { unsynced >= Self.syncInterval }

    /// Takes in that what has arrived is about to be made durable.
    /// - Returns: how many bytes that is.
    func beginSync() -> Int {
        unsynced = 0
        return state.count
    }

    /// What the walk over the bytes says if no more come.
    var finding: ContainerFinding { state.check.finding }

    /// Ends the writing, when all is written.
    func finish() -> Written {
        precondition(write == nil && waiting.isEmpty, "a part ends with its last byte written")
        return Written(
            length: state.count, sha256: state.digest.finalize().hexadecimal, file: opened)
    }
}

extension Sequence<UInt8> {
    /// Lower-case hexadecimal digits.
    var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        for byte in self {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}
