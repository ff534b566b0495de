internal import Foundation
internal import HLSDownload
internal import Synchronization

/// Puts a package into one file with ffmpeg, nothing encoded anew. The file gets its name when it
/// is whole.
package struct PackageExport: Sendable {
    /// What came of it.
    package struct Report: Sendable, Hashable, Encodable {
        package var schema = "hlslab-library-export/1"
        package var package: String
        package var file: String
        package var bytes: Int

        package var text: String { "EXPORTED  \(file)  \(Figures.bytes(bytes))" }
    }

    private enum Format: String {
        case mp4, mkv

        /// The name of ffmpeg's muxer, and what it cannot hold as it is.
        var arguments: [String] {
            switch self {
            case .mp4: ["-c:s", "mov_text", "-f", "mp4"]
            case .mkv: ["-f", "matroska"]
            }
        }
    }

    private let package: String
    private let file: String
    private let format: Format
    private let ffmpeg: String

    /// - Throws: ``LabError`` when the words are wrong, when ffmpeg is not there, or when the
    ///   package is not one that plays as it is.
    init(package: String, to file: String) throws(LabError) {
        let current = URL(filePath: FileManager.default.currentDirectoryPath + "/")
        self.package = URL(filePath: package, relativeTo: current).standardized.path
        self.file = URL(filePath: file, relativeTo: current).standardized.path
        let ending = self.file.split(separator: ".").last.map { $0.lowercased() } ?? ""
        guard let format = Format(rawValue: ending) else {
            throw LabError(.usage, "--to is '\(file)'; it has to end in .mp4 or .mkv")
        }
        self.format = format
        guard !FileManager.default.fileExists(atPath: self.file) else {
            throw LabError(.run, "cannot export to '\(file)': it is there already; choose another")
        }
        guard let ffmpeg = Self.find("ffmpeg") else {
            throw LabError(
                .unavailable,
                "cannot export: ffmpeg is not in PATH; install it "
                    + "(apt-get install ffmpeg), or play \(self.package)/index.m3u8 as it is")
        }
        self.ffmpeg = ffmpeg
        try check()
    }

    private static func find(_ name: String) -> String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            .map { "\($0)/\(name)" }.first(where: FileManager.default.isExecutableFile)
    }

    /// ffmpeg follows whatever a playlist names, and copies what it cannot decrypt.
    private func check() throws(LabError) {
        if let finding = PackageLint.check(package).first(where: { $0.severity == .error }) {
            throw LabError(.run, "cannot export '\(package)': \(finding)")
        }
        let read: MoviePackage
        do throws(PackageReadingError) {
            read = try MoviePackage(at: package)
        } catch {
            throw LabError(.run, "\(error)")
        }
        guard read.isDeclaredComplete, read.manifest != nil else {
            throw LabError(
                .run,
                "cannot export '\(package)': it is not complete; run the same download again")
        }
        let methods = Set(read.streams.flatMap(\.parts).compactMap(\.encryption))
        if let method = methods.subtracting(["AES-128"]).sorted().first {
            throw LabError(
                .run, "cannot export '\(package)': ffmpeg does not decrypt METHOD=\(method)")
        }
    }

    /// Runs ffmpeg to its end. Cancelled, it leaves nothing behind.
    package func run() async throws -> Report {
        let url = URL(filePath: file)
        let temporary = url.deletingLastPathComponent()
            .appending(
                path: ".\(url.lastPathComponent).\(ProcessInfo.processInfo.processIdentifier).part"
            )
            .path
        defer {
            // It is not there when all went well.
            try? FileManager.default.removeItem(atPath: temporary)
        }
        let (status, errors) = try await remux(to: temporary)
        try Task.checkCancellation()
        guard status == 0 else {
            let reason = errors.split(separator: "\n").last ?? "status \(status)"
            throw LabError(
                .run, "cannot export '\(package)': ffmpeg: \(Printable.line("\(reason)"))")
        }
        do {
            let handle = try FileHandle(forUpdating: URL(filePath: temporary))
            try handle.synchronize()
            let bytes = Int(try handle.seekToEnd())
            try handle.close()
            try FileManager.default.moveItem(atPath: temporary, toPath: file)
            return Report(package: package, file: file, bytes: bytes)
        } catch {
            throw LabError(.run, "cannot write '\(file)': \(RunFolder.reason(error))")
        }
    }

    private func remux(to temporary: String) async throws -> (status: Int32, errors: String) {
        let process = Process()
        process.executableURL = URL(filePath: ffmpeg)
        process.arguments =
            [
                "-nostdin", "-v", "error", "-y", "-protocol_whitelist", "file,crypto,data", "-i",
                "file:\(package)/index.m3u8", "-map", "0:v:0?", "-map", "0:a?", "-map", "0:s?",
                "-c", "copy",
            ] + format.arguments + ["file:\(temporary)"]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        let log = FileManager.default.temporaryDirectory
            .appending(path: "hlslab-export-\(UUID().uuidString).log")
        guard FileManager.default.createFile(atPath: log.path, contents: nil) else {
            throw LabError(.run, "cannot write \(log.path)")
        }
        defer {
            // The system cleans its folder of temporary files.
            try? FileManager.default.removeItem(at: log)
        }
        process.standardError = try FileHandle(forWritingTo: log)
        let child = Child(process)
        let status = try await withTaskCancellationHandler {
            try await child.run()
        } onCancel: {
            child.end()
        }
        let errors = FileManager.default.contents(atPath: log.path) ?? Data()
        return (status, String(decoding: errors, as: UTF8.self))
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
            if state.isRunning { state.process.terminate() }
        }
    }
}
