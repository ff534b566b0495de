import HummingbirdCore
import NIOCore
import NIOHTTPTypes
import Scenarios

/// Plays one plan on one connection, byte by byte as it says.
///
/// Every chunk of the body waits until the system has taken it, so that what a plan does after byte
/// k happens when byte k is out, and so that no more than one chunk is in memory.
struct PlanPlayer {
    /// Bytes that are read and written at once.
    static let chunkLength = 64 * 1024

    private let plan: ResponsePlan
    private let closesConnection: Bool
    private let content: any OriginContent
    private let connection: OriginConnection
    private let clock: OriginClock

    /// When the head was out.
    private(set) var headAt: Duration?
    /// When a client that was told to wait may ask again.
    private(set) var retryNotBefore: Duration?
    /// Bytes of the body that the system took; after a reset, those that the peer's system has.
    private(set) var delivered = 0

    /// - Parameter closesConnection: the client asked for it, so the head says it.
    init(
        plan: ResponsePlan, closesConnection: Bool, content: any OriginContent,
        connection: OriginConnection, clock: OriginClock
    ) {
        self.plan = plan
        self.closesConnection = closesConnection
        self.content = content
        self.connection = connection
        self.clock = clock
    }

    /// - Throws: when the connection breaks, the content cannot be read or the task is cancelled;
    ///   what was done until then is in ``headAt`` and ``delivered``.
    mutating func play(_ writer: consuming ResponseWriter) async throws -> OriginRecord.Ending {
        try await connection.pause(for: plan.headDelay)
        guard plan.ending != .resetBeforeHead else {
            _ = try await connection.reset()
            return .reset
        }
        let head = ResponseHead(plan, closesConnection: closesConnection, clock: clock)
        guard plan.body != .none else {
            try await writer.writeResponse(head.response)
            note(head)
            return .complete
        }
        let body = try await writer.writeHead(head.response)
        try await connection.flush()
        note(head)
        for pause in plan.pauses where pause.byte <= plan.plannedBytes {
            try await send(upTo: pause.byte)
            // On a slow link the bytes before it may take longer than the pause.
            try await connection.drain()
            try await connection.pause(for: pause.duration)
        }
        try await send(upTo: plan.plannedBytes)
        switch plan.ending {
        case .complete:
            try await body.finish(nil)
            return .complete
        case .close:
            try await connection.closeInGoodOrder()
            return .closed
        case .reset, .resetBeforeHead:
            delivered -= try await connection.reset()
            return .reset
        }
    }

    private mutating func note(_ head: ResponseHead) {
        let now = clock.elapsed
        headAt = now
        retryNotBefore = head.retryAfter.map { now + $0 }
    }

    private mutating func send(upTo end: Int) async throws {
        while delivered < end {
            let range = delivered..<min(end, delivered + Self.chunkLength)
            try await connection.write(bytes(in: range))
            delivered = range.upperBound
        }
    }

    private func bytes(in range: Range<Int>) async throws -> ByteBuffer {
        var bytes = try await plannedBytes(in: range)
        for position in plan.flips where range.contains(position) {
            let index = bytes.readerIndex + position - range.lowerBound
            if let byte = bytes.getInteger(at: index, as: UInt8.self) {
                bytes.setInteger(~byte, at: index)
            }
        }
        return bytes
    }

    private func plannedBytes(in range: Range<Int>) async throws -> ByteBuffer {
        switch plan.body {
        case .none:
            return ByteBuffer()
        case .bytes(let bytes):
            return ByteBuffer(bytes: bytes[range])
        case .flood(let flood, _):
            return ByteBuffer(bytes: flood.bytes(in: range))
        case .resource(let path, let representation, let whole):
            let start = whole.lowerBound + range.lowerBound
            return try await content.bytes(
                of: path, representation: representation, range: start..<start + range.count)
        }
    }
}
