import Dispatch
import Foundation

/// Runs the built program as a person would.
struct Invocation {
    var output: String
    var errors: String
    var exitCode: Int32

    /// The program that was built with these tests.
    static var program: String {
        // …/debug/hlslabPackageTests.xctest → …/debug/hlslab
        URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent().appending(path: "hlslab").path
    }

    /// The checkout, found from this file.
    static var root: String {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().path
    }

    /// Runs it on a thread that may wait: those of tests are as many as the machine has cores, and
    /// every other test would stand still.
    /// - Parameters:
    ///   - folder: current folder of the program.
    ///   - input: what it reads on standard input; nil: nothing. At most what a pipe holds.
    ///   - program: path of another program.
    init(
        _ arguments: [String], in folder: String = Invocation.root, input: String? = nil,
        of program: String = Invocation.program
    ) async throws {
        self = try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    with: Result {
                        try Invocation(
                            waitingFor: arguments, in: folder, input: input, of: program)
                    })
            }
        }
    }

    /// The same on the calling thread.
    init(
        waitingFor arguments: [String], in folder: String = Invocation.root,
        input: String? = nil, of program: String = Invocation.program
    ) throws {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.currentDirectoryURL = URL(filePath: folder)
        let (out, err) = (Pipe(), Pipe())
        process.standardOutput = out
        process.standardError = err
        process.standardInput = FileHandle.nullDevice
        if let input {
            let pipe = Pipe()
            try pipe.fileHandleForWriting.write(contentsOf: Data(input.utf8))
            try pipe.fileHandleForWriting.close()
            process.standardInput = pipe
        }
        try process.run()
        // Both are short: neither fills its pipe while the other is read.
        output = String(decoding: out.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        errors = String(decoding: err.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        exitCode = process.terminationStatus
    }
}

/// A folder that is there for one test.
struct TemporaryFolder: ~Copyable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "hlslab-test-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        // A folder that cannot be removed is the system's to clean.
        try? FileManager.default.removeItem(atPath: path)
    }

    func file(_ name: String, _ text: String) throws -> String {
        try text.write(toFile: "\(path)/\(name)", atomically: true, encoding: .utf8)
        return "\(path)/\(name)"
    }
}
