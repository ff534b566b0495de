import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
package import Scenarios
import Synchronization

/// An HTTP server on 127.0.0.1 that plays an origin script.
///
/// ```swift
/// let origin = try FixtureOrigin(asset: .folder("Fixtures/ladder"), faults: faults)
/// try await withThrowingTaskGroup { group in
///     group.addTask { try await origin.run() }
///     let port = try await origin.port
///     // … requests …
///     group.cancelAll()
/// }
/// let record = origin.record
/// ```
package final class FixtureOrigin: Sendable {
    private let script: Mutex<(script: OriginScript, requests: Int)>
    private let content: any OriginContent
    private let listeningPort: Int
    private let recorder: OriginRecorder
    private let clock: OriginClock
    private let keyService: KeyService?
    private let boundPort = Announcement<Int>()
    private let recordFailure = Mutex<OriginError?>(nil)

    /// - Parameters:
    ///   - port: 0 = any that is free.
    ///   - start: the instant that elapsed times count from.
    ///   - recordFile: gets a line of JSON for each request as it ends; made when it is not there.
    ///   - keyService: answers below its path in place of the script.
    ///   - onEntry: called with each entry of the record as its request ends.
    /// - Throws: ``OriginError/recordUnwritable(path:reason:)``.
    package init(
        script: OriginScript, content: any OriginContent, port: Int = 0,
        start: ContinuousClock.Instant = .now, recordFile: String? = nil,
        keyService: KeyService? = nil,
        onEntry: (@Sendable (OriginRecord.Entry) -> Void)? = nil
    ) throws(OriginError) {
        var file: RecordFile?
        if let recordFile { file = try RecordFile(path: recordFile) }
        self.script = Mutex((script, 0))
        self.content = content
        listeningPort = port
        recorder = OriginRecorder(file: file, onEntry: onEntry)
        clock = OriginClock(start: start)
        self.keyService = keyService
    }

    /// - Parameter keyService: nil: one for those of the asset's keys that are in no file.
    package convenience init(
        asset: OriginAsset, faults: [Fault] = [], port: Int = 0,
        start: ContinuousClock.Instant = .now, recordFile: String? = nil,
        keyService: KeyService? = nil,
        onEntry: (@Sendable (OriginRecord.Entry) -> Void)? = nil
    ) throws(OriginError) {
        try self.init(
            script: OriginScript(
                catalog: asset.catalog, resources: asset.resources, faults: faults),
            content: asset.content, port: port, start: start, recordFile: recordFile,
            keyService: keyService ?? KeyService(serving: asset.catalog, start: start),
            onEntry: onEntry)
    }

    /// The port it listens on; waits until it does.
    ///
    /// - Throws: what ``run()`` throws when it cannot listen.
    package var port: Int {
        get async throws { try await boundPort.value() }
    }

    /// What the record's times count from.
    package var start: ContinuousClock.Instant { clock.start }

    /// What was asked and delivered so far.
    package var record: OriginRecord {
        recorder.snapshot
    }

    /// Changes what is answered from now on.
    package func change(_ body: (inout OriginScript) -> Void) {
        script.withLock { body(&$0.script) }
    }

    /// The token that requests have to have now; 0: none.
    package var token: Int { script.withLock { $0.script.token } }

    /// Requests that have come, those on their way included.
    package var requestCount: Int {
        script.withLock { $0.requests }
    }

    /// Serves until the task is cancelled. To be called once.
    ///
    /// - Throws: ``OriginError/cannotListen(port:reason:)``, and at the end
    ///   ``OriginError/recordUnwritable(path:reason:)`` when a line of the record was lost.
    package func run() async throws {
        let server = Server(
            childChannelSetup: HTTP1Channel { [self] request, writer, channel in
                try await respond(to: request, writer: writer, channel: channel)
            },
            configuration: .init(address: .hostname("127.0.0.1", port: listeningPort)),
            onServerRunning: { [boundPort] channel in
                boundPort.make(.success(channel.localAddress?.port ?? 0))
            },
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
            logger: Logger(label: "origin") { _ in SwiftLogNoOpLogHandler() })
        do {
            try await server.run()
        } catch let error as IOError {
            let failure = OriginError.cannotListen(
                port: listeningPort, reason: SystemError.words(error.errnoCode))
            boundPort.make(.failure(failure))
            throw failure
        } catch {
            boundPort.make(.failure(error))
            throw error
        }
        // Counts only when it never came to listen, since it was cancelled before.
        boundPort.make(.failure(CancellationError()))
        if let failure = recordFailure.withLock({ $0 }) { throw failure }
    }

    /// Plays the plan for one request and writes the record.
    ///
    /// - Throws: whenever the connection is to serve no further request; Hummingbird closes it then.
    private func respond(
        to request: Request, writer: consuming ResponseWriter, channel: any Channel
    ) async throws {
        let asked = OriginRequest(request.head)
        let requestedAt = clock.elapsed
        let keyAnswer = try await keyService?.plan(for: asked, body: request.body)
        let (plan, sequence) = script.withLock { state in
            state.requests += 1
            let plan = keyAnswer ?? state.script.respond(to: asked, at: requestedAt)
            return (plan, state.requests)
        }
        let connection = OriginConnection(channel: channel)
        var player = PlanPlayer(
            plan: plan, closesConnection: request.headers[.connection] == "close",
            content: content, connection: connection, clock: clock)
        let outcome: Result<OriginRecord.Ending, any Error>
        do {
            outcome = .success(try await player.play(writer))
        } catch {
            outcome = .failure(error)
        }
        keep(
            OriginRecord.Entry(
                sequence: sequence, requestedAt: requestedAt, headAt: player.headAt,
                endedAt: clock.elapsed, method: asked.method, path: asked.path,
                range: asked.header("range"), userAgent: asked.header("user-agent"),
                status: plan.status, contentType: plan.header("Content-Type"),
                location: plan.header("Location"), part: plan.part, attempt: plan.attempt,
                bytesPlanned: plan.plannedBytes, bytesDelivered: player.delivered,
                ending: Self.ending(of: outcome), fault: plan.fault,
                retryNotBefore: player.retryNotBefore, clientData: ReportedClientData(asked)))
        switch try outcome.get() {
        case .closed:
            await connection.waitForPeer()
            throw ConnectionEnded()
        case .complete:
            return
        case .reset, .clientWentAway, .originStopped:
            throw ConnectionEnded()
        }
    }

    private func keep(_ entry: OriginRecord.Entry) {
        do {
            try recorder.append(entry)
        } catch {
            recordFailure.withLock { $0 = $0 ?? error }
        }
    }

    private static func ending(
        of outcome: Result<OriginRecord.Ending, any Error>
    ) -> OriginRecord.Ending {
        switch outcome {
        case .success(let ending): ending
        case .failure(is OriginError): .originStopped
        case .failure: Task.isCancelled ? .originStopped : .clientWentAway
        }
    }
}

/// Tells Hummingbird that a plan has ended the connection.
private struct ConnectionEnded: Error {}
