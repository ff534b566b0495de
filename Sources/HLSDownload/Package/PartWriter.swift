internal import Crypto
internal import DownloadCore
internal import NIOCore

/// Writes one part as it arrives, counting, digesting and walking its bytes.
///
/// A part may arrive in several requests. A request that was given up may still have a chunk on its
/// way when the next one begins: only the request that ``begin(_:appendAt:)`` named may write.
actor PartWriter {
    /// What a part is when it has been written.
    struct Written: Sendable {
        var length: Int
        /// Lower-case hexadecimal.
        var sha256: String
        var file: OpenFile
    }

    private let opened: OpenFile
    private var owner: RequestID?
    private var count = 0
    private var digest = SHA256()
    /// Before the first byte, and now.
    private let freshCheck: PartCheck
    private var check: PartCheck
    /// Bytes since the last sync.
    private var unsynced = 0
    /// Whether what is synced will be found.
    private var hasDurableName = false

    /// Bytes after which what has arrived is made durable, so that a power cut costs no more.
    private static let syncInterval = 4 << 20

    /// - Parameter check: that no byte has gone through yet.
    init(path: String, check: PartCheck = .clear(ContainerCheck())) throws(StoreFailure) {
        opened = try OpenFile(at: path)
        freshCheck = check
        self.check = check
    }

    /// Makes `request` the writer, from byte `offset` on; what is on disk behind it is cut off.
    func begin(_ request: RequestID, appendAt offset: Int) throws(StoreFailure) {
        owner = request
        if offset != count { try rewind(to: offset) }
        try opened.file.truncate(to: offset)
    }

    /// Takes the first `length` bytes on disk as those of the part.
    private func rewind(to length: Int) throws(StoreFailure) {
        digest = SHA256()
        check = freshCheck
        count = 0
        try opened.file.read(length) { bytes in
            digest.update(bufferPointer: bytes)
            check.consume(bytes)
        }
        count = length
    }

    /// Appends bytes.
    /// - Returns: whether a sync is due, or nil when `request` is no longer the writer.
    func append(_ chunk: ByteBuffer, from request: RequestID) throws(StoreFailure) -> Bool? {
        guard owner == request else { return nil }
        try chunk.withUnsafeReadableBytes { bytes throws(StoreFailure) in
            try opened.file.write(bytes, at: count)
            digest.update(bufferPointer: bytes)
            check.consume(bytes)
        }
        count += chunk.readableBytes
        unsynced += chunk.readableBytes
        return unsynced >= Self.syncInterval
    }

    /// Makes durable what has arrived.
    /// - Returns: how many bytes that is.
    func sync() throws(StoreFailure) -> Int {
        if !hasDurableName {
            let path = opened.file.path
            try DurableFolder.sync(String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]))
            hasDurableName = true
        }
        try opened.file.sync()
        unsynced = 0
        return count
    }

    /// What the walk over the bytes says if no more come.
    func finding() -> ContainerFinding {
        check.finding
    }

    /// Ends the writing.
    func finish() -> Written {
        owner = nil
        return Written(length: count, sha256: digest.finalize().hexadecimal, file: opened)
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
