internal import Crypto
internal import DownloadCore
internal import NIOCore

/// Writes one part as it arrives, counting, digesting and walking its bytes. It belongs to one
/// ``DownloadDriver``, as the store does that it is of.
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
    /// Before the first byte, and now.
    private let fresh: State
    private var state: State
    /// Bytes since the last sync.
    private var unsynced = 0
    /// Whether what is synced will be found.
    var hasDurableName = false

    /// Bytes after which what has arrived is made durable, so that a power cut costs no more.
    private static let syncInterval = 4 << 20

    /// - Parameter check: that no byte has gone through yet.
    init(path: String, check: PartCheck = .clear(ContainerCheck())) throws(StoreFailure) {
        opened = try OpenFile(at: path)
        fresh = State(check: check)
        state = fresh
    }

    /// Begins to write from byte `offset` on; what is on disk behind it is cut off.
    /// - Returns: what has to be read again first, and be taken in with ``take(_:)``; nil: nothing.
    func begin(appendAt offset: Int) throws(StoreFailure) -> PartReview? {
        if offset == 0 { state = fresh }
        guard offset == state.count else {
            return PartReview(file: opened, length: offset, state: fresh)
        }
        try opened.file.truncate(to: offset)
        return nil
    }

    /// Takes what was read as what is there of the part.
    func take(_ reviewed: State) throws(StoreFailure) {
        try opened.file.truncate(to: reviewed.count)
        state = reviewed
    }

    func append(_ chunk: ByteBuffer) throws(StoreFailure) {
        try chunk.withUnsafeReadableBytes { bytes throws(StoreFailure) in
            try opened.file.write(bytes, at: state.count)
            state.take(bytes)
        }
        unsynced += chunk.readableBytes
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

    /// Ends the writing.
    func finish() -> Written {
        Written(length: state.count, sha256: state.digest.finalize().hexadecimal, file: opened)
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
