internal import Crypto
internal import DownloadCore
internal import NIOCore

/// Writes one part as it arrives, counting, digesting and walking its bytes. It belongs to one
/// ``DownloadDriver``, as the store does that it is of.
///
/// Bytes are gathered in blocks: of a part that comes fast, one is written by another thread, past the
/// system's cache, while the next one fills. A part that is whole before its first block was written
/// has no file of its own: whoever makes it durable writes it where it belongs. Of a part that comes
/// slowly, bytes are written as they come. A kill costs what is in the blocks, at most 50 ms of the part
/// each.
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

    /// What a part is when all of it has come.
    enum Written: Sendable {
        /// In the file, with its length, and its digest in lower-case hexadecimal.
        case file(OpenFile, length: Int, sha256: String)
        /// In no file.
        case memory(PartBlock)
    }

    private let path: String
    /// Nil while nothing is written.
    private(set) var opened: OpenFile?
    /// Nothing is in the file behind what is known of it.
    private var endsWithState = false
    /// To be done once, between the cutting of the file and its first byte.
    private var beforeFirstByte: (() throws(StoreFailure) -> Void)?
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
    private let spare: SparePartBlocks
    /// The blocks before those that wait.
    private(set) var write: PartWrite?
    private var gathering = Gathering.blocks(since: nil)

    /// Whether bytes are gathered in blocks, which are written elsewhere.
    private enum Gathering {
        /// Since the block that is being filled began; nil before the first byte.
        case blocks(since: Duration?)
        /// The part is not fast, or not fast any more.
        case never
    }

    /// Bytes after which what has arrived is made durable, so that a power cut costs little more.
    private static let syncInterval = 4 << 20
    /// A part whose blocks take longer to arrive is written as it comes.
    static let gatheringTime = Duration.milliseconds(50)

    /// - Parameters:
    ///   - check: that no byte has gone through yet.
    ///   - spare: where blocks come from.
    init(
        path: String, check: PartCheck = .clear(ContainerCheck()),
        spare: SparePartBlocks = SparePartBlocks()
    ) {
        self.path = path
        self.spare = spare
        fresh = State(check: check)
        state = fresh
    }

    private func open() throws(StoreFailure) -> OpenFile {
        if let opened { return opened }
        let file = try OpenFile(at: path)
        opened = file
        return file
    }

    /// The file, which ends with the last byte that is known.
    private func openToWrite() throws(StoreFailure) -> OpenFile {
        let file = try open()
        if !endsWithState {
            try file.file.truncate(to: state.count)
            endsWithState = true
        }
        if let act = beforeFirstByte {
            try act()
            beforeFirstByte = nil
        }
        return file
    }

    /// Does something when the file is empty and before it gets its first byte: at once, or not at all if
    /// the part never comes to its file.
    /// - Parameter now: in any case.
    func beforeFirstByte(
        now: Bool, _ act: @escaping () throws(StoreFailure) -> Void
    ) throws(StoreFailure) {
        beforeFirstByte = act
        if now || opened != nil { _ = try openToWrite() }
    }

    /// Begins to write from byte `offset` on; what is on disk behind it is cut off.
    /// - Returns: what has to be read again first, and be taken in with ``take(_:)``; nil: nothing.
    func begin(appendAt offset: Int) throws(StoreFailure) -> PartReview? {
        if offset == 0 { forget() }
        try flush()
        gathering = .blocks(since: nil)
        endsWithState = false
        guard offset == state.count else {
            return PartReview(file: try open(), length: offset, state: fresh)
        }
        if opened != nil { _ = try openToWrite() }
        return nil
    }

    /// What has come is of no use any more, written or not.
    func forget() {
        // Not to be written behind what comes from now on.
        write?.perform()
        write = nil
        waiting = []
        beforeFirstByte = nil
        state = fresh
    }

    /// Takes what was read as what is there of the part.
    func take(_ reviewed: State) throws(StoreFailure) {
        state = reviewed
        endsWithState = false
        _ = try openToWrite()
    }

    /// Takes the next bytes: writes them, or keeps them for ``nextWrite(atEnd:)``.
    /// - Parameter now: of any clock that goes on.
    func append(_ chunk: ByteBuffer, at now: Duration) throws(StoreFailure) {
        try endSlowBlock(at: now)
        guard case .blocks(let since) = gathering else { return try write(chunk) }
        if since == nil { gathering = .blocks(since: now) }
        gather(chunk, at: now)
    }

    /// Writes what has come if it has waited for too long, and everything else as it comes.
    func endSlowBlock(at now: Duration) throws(StoreFailure) {
        guard case .blocks(let since?) = gathering, now - since > Self.gatheringTime else { return }
        try flush()
        gathering = .never
    }

    /// A block is being filled.
    var isGathering: Bool { !waiting.isEmpty }

    private func write(_ chunk: ByteBuffer) throws(StoreFailure) {
        let file = try openToWrite()
        try chunk.withUnsafeReadableBytes { bytes throws(StoreFailure) in
            try file.file.write(bytes, at: state.count)
            state.take(bytes)
        }
        unsynced += chunk.readableBytes
    }

    private func gather(_ chunk: ByteBuffer, at now: Duration) {
        var rest = chunk
        while rest.readableBytes > 0 {
            if waiting.last?.isFull ?? true {
                waiting.append(
                    spare.take(at: waiting.last?.end ?? write?.block.end ?? state.count))
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
    func nextWrite(atEnd: Bool) throws(StoreFailure) -> PartWrite? {
        guard write == nil, let block = waiting.first, block.isFull || atEnd else { return nil }
        let file = try openToWrite()
        waiting.removeFirst()
        let next = PartWrite(block, to: file, behind: state)
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
        spare.give(write.block)
    }

    /// Writes all that has come.
    func flush() throws(StoreFailure) {
        repeat { try endWrite() } while try nextWrite(atEnd: true) != nil
    }

    /// How many bytes have come of a part of which none is written; nil: some are.
    var countInMemory: Int? {
        opened == nil ? waiting.reduce(0) { $0 + $1.count } : nil
    }

    var isSyncDue: Bool { unsynced >= Self.syncInterval }

    /// Takes in that what has arrived is about to be made durable.
    /// - Returns: how many bytes that is.
    func beginSync() -> Int {
        unsynced = 0
        return state.count
    }

    /// What the walk over the bytes says if no more come.
    var finding: ContainerFinding {
        var check = state.check
        for block in waiting { check.consume(block.bytes) }
        return check.finding
    }

    /// Ends the writing, when all has come.
    func finish() throws(StoreFailure) -> Written {
        if opened == nil, waiting.count < 2 {
            return .memory(waiting.popLast() ?? spare.take(at: 0))
        }
        try flush()
        return .file(
            try openToWrite(), length: state.count, sha256: state.digest.finalize().hexadecimal)
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
