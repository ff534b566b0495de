internal import Foundation
internal import Synchronization

/// A program that runs beside this one; ended when the task that waits for it is cancelled.
struct ChildProcess: Sendable {
    /// What it left behind.
    struct Result: Sendable {
        var status: Int32
        var output: String
        var errors: String

        /// The last line of its complaints, else its status.
        var reason: String {
            Printable.line(
                errors.split(separator: "\n").last.map(String.init) ?? "status \(status)")
        }
    }

    let program: String
    let arguments: [String]

    /// The path of a program by its path, or by its name from PATH; nil when it is not there.
    static func find(_ name: String) -> String? {
        guard !name.contains("/") else {
            return FileManager.default.isExecutableFile(atPath: name) ? name : nil
        }
        return searched(name)
    }

    private static func searched(_ name: String) -> String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            .map { "\($0)/\(name)" }.first(where: FileManager.default.isExecutableFile)
    }

    /// Runs it to its end. Output and errors go through files, so that neither can fill a pipe.
    func run() async throws -> Result {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "hlslab-child-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer {
            // The system cleans its folder of temporary files.
            try? FileManager.default.removeItem(at: folder)
        }
        let (output, errors) = (folder.appending(path: "out"), folder.appending(path: "err"))
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try Self.file(output)
        process.standardError = try Self.file(errors)
        let child = Child(process)
        let status = try await withTaskCancellationHandler {
            try await child.run()
        } onCancel: {
            child.end()
        }
        return Result(status: status, output: Self.text(output), errors: Self.text(errors))
    }

    /// Runs it to its end, or ends it when its time is over; nil then.
    func run(within time: Duration) async throws -> Result? {
        try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask { try await run() }
            group.addTask {
                try await Task.sleep(for: time)
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }

    private static func file(_ url: URL) throws -> FileHandle {
        guard FileManager.default.createFile(atPath: url.path, contents: nil) else {
            throw LabError(.run, "cannot write \(url.path)")
        }
        return try FileHandle(forWritingTo: url)
    }

    private static func text(_ url: URL) -> String {
        String(decoding: FileManager.default.contents(atPath: url.path) ?? Data(), as: UTF8.self)
    }
}

/// A process that may be ended before it has begun.
private final class Child: Sendable {
    private struct State {
        var process: Process
        var isRunning = false
        var isOver = false
    }

    private let state: Mutex<State>

    init(_ process: sending Process) {
        state = Mutex(State(process: process))
    }

    /// - Returns: the exit status.
    func run() async throws -> Int32 {
        try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<Int32, any Error>) in
            state.withLock { state in
                guard !state.isOver else {
                    return continuation.resume(throwing: CancellationError())
                }
                state.process.terminationHandler = {
                    continuation.resume(returning: $0.terminationStatus)
                }
                do {
                    try state.process.run()
                    state.isRunning = true
                } catch {
                    state.process.terminationHandler = nil
                    continuation.resume(throwing: error)
                }
            }
        }
    }

    func end() {
        state.withLock { state in
            state.isOver = true
            // Signals that this program ignores, so as to take them as events, its children ignore, too.
            if state.isRunning { kill(state.process.processIdentifier, SIGKILL) }
        }
    }
}
