internal import DownloadCore
internal import Foundation
internal import Synchronization

/// The engine in a process of its own, ``EngineWorker``, which a kill ends as it ends any other.
final class EngineProcess: RunEngine {
    private struct State {
        /// What was told besides reports, and not taken yet.
        var replies: [EngineMessage] = []
        /// Who waits for one; nil is told that none will come.
        var waiting: CheckedContinuation<EngineMessage?, Never>?
        /// Of the two ends, that of its words and that of itself, those still to come.
        var ends = 0
        var isKilled = false
    }

    private let job: EngineJob
    private let report: @Sendable (EngineReport) -> Void
    private let process: Mutex<Process>
    private let orders: PipeLines
    private let state = Mutex(State())

    /// - Parameter report: told of everything, in order, on a thread of its own.
    init(_ job: EngineJob, report: @escaping @Sendable (EngineReport) -> Void) {
        self.job = job
        self.report = report
        // A write to a process that is gone is an error to be seen, not this program's end.
        signal(SIGPIPE, SIG_IGN)
        let process = Process()
        process.executableURL = URL(filePath: ThisProgram.path)
        process.arguments = [Self.command]
        let input = Pipe()
        process.standardInput = input
        orders = PipeLines(input.fileHandleForWriting)
        self.process = Mutex(process)
    }

    /// Name of the hidden command that is ``EngineWorker``.
    static let command = "engine"

    func prepare() async throws {
        try start()
        orders.send(EngineOrder.prepare(job))
        guard let reply = try await reply(), case .isReady = reply else { throw Self.confusion }
    }

    func run(sending headers: [HeaderField]) async throws -> EngineEnd? {
        orders.send(EngineOrder.run(sending: headers))
        let reply = try await withTaskCancellationHandler {
            try await self.reply()
        } onCancel: {
            tell(.stop)
        }
        guard let reply else { return nil }
        guard case .ended(let end) = reply else { throw Self.confusion }
        return end
    }

    func tell(_ wish: EngineWish) { orders.send(EngineOrder.wish(wish)) }

    func kill() {
        process.withLock { process in
            state.withLock { $0.isKilled = true }
            if process.isRunning { _ = Foundation.kill(process.processIdentifier, SIGKILL) }
        }
    }

    func leave() async {
        orders.close()
        while await message() != nil {}
    }

    private static let confusion = LabError(
        .run, "the engine's process says something else than it was asked")

    // MARK: - The process

    private func start() throws(LabError) {
        let output = Pipe()
        do {
            try process.withLock { process in
                process.standardOutput = output
                process.terminationHandler = { [self] _ in end() }
                state.withLock { $0.ends = 2 }
                do {
                    try process.run()
                } catch {
                    state.withLock { $0.ends = 0 }
                    throw error
                }
                PipeLines(output.fileHandleForReading).read(
                    onLine: { [self] in take($0) }, onEnd: { [self] in end() })
            }
        } catch {
            throw LabError(.run, "cannot start the engine's process: \(RunFolder.reason(error))")
        }
    }

    private func take(_ line: Data) {
        do {
            switch try PipeLines.message(EngineMessage.self, in: line) {
            case .report(let report): self.report(report)
            case let reply: hand(reply)
            }
        } catch {
            hand(.failed("the engine's process says what nobody understands: \(error)"))
        }
    }

    private func hand(_ reply: EngineMessage) {
        state.withLock { state in
            if let waiting = state.waiting {
                state.waiting = nil
                waiting.resume(returning: reply)
            } else {
                state.replies.append(reply)
            }
        }
    }

    /// Its words are all read, or it has ended.
    private func end() {
        state.withLock { state in
            state.ends -= 1
            guard state.ends == 0 else { return }
            state.waiting?.resume(returning: nil)
            state.waiting = nil
        }
    }

    /// Waits for the next message that is no report; nil: none will come.
    private func message() async -> EngineMessage? {
        await withCheckedContinuation { continuation in
            state.withLock { state in
                precondition(state.waiting == nil, "one at a time waits for the engine")
                if !state.replies.isEmpty {
                    continuation.resume(returning: state.replies.removeFirst())
                } else if state.ends <= 0 {
                    continuation.resume(returning: nil)
                } else {
                    state.waiting = continuation
                }
            }
        }
    }

    /// - Returns: nil: it was killed.
    private func reply() async throws(LabError) -> EngineMessage? {
        let message = await message()
        if case .failed(let words) = message { throw LabError(.run, words) }
        guard message == nil, !state.withLock({ $0.isKilled }) else { return message }
        let status = process.withLock { process in
            process.terminationReason == .uncaughtSignal
                ? "by signal \(process.terminationStatus)" : "with \(process.terminationStatus)"
        }
        throw LabError(
            .run, "the engine's process ended \(status) before its download did; run it again")
    }
}
