import FixtureOrigin
import Scenarios
import Testing

/// An origin that serves while a test body runs.
struct RunningOrigin: Sendable {
    let origin: FixtureOrigin
    let port: Int
    private let entries: AsyncStream<OriginRecord.Entry>

    fileprivate init(
        origin: FixtureOrigin, port: Int, entries: AsyncStream<OriginRecord.Entry>
    ) {
        self.origin = origin
        self.port = port
        self.entries = entries
    }

    func connect(receiveBuffer: CInt? = nil) async throws -> RawConnection {
        try await RawConnection(port: port, receiveBuffer: receiveBuffer)
    }

    /// Waits for the entry of the n-th request; the client may have the last byte before the
    /// record has the entry. To be called in the order in which the requests end.
    func entry(_ sequence: Int) async throws -> OriginRecord.Entry {
        try #require(await entries.first { $0.sequence == sequence })
    }
}

/// Runs an origin over an asset, a small one unless another is named, for as long as the body takes.
func withOrigin<Result: Sendable>(
    _ faults: Fault?..., asset: OriginAsset? = nil, keyService: KeyService? = nil,
    _ body: @Sendable @escaping (RunningOrigin) async throws -> Result
) async throws -> Result {
    let folder = try TestFolder()
    let (entries, sink) = AsyncStream<OriginRecord.Entry>.makeStream()
    let origin = try FixtureOrigin(
        asset: asset ?? .folder(folder.path), faults: faults.compactMap(\.self),
        keyService: keyService,
        onEntry: { sink.yield($0) })
    return try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await origin.run() }
        let port = try await origin.port
        let result = try await body(RunningOrigin(origin: origin, port: port, entries: entries))
        group.cancelAll()
        try await group.waitForAll()
        return result
    }
}
