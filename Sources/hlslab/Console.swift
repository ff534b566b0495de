import Foundation
import Lab

/// Standard output and error as people and pipes see them.
enum Console {
    /// `error: …` on standard error.
    static func complain(_ message: String) {
        FileHandle.standardError.write(Data("error: \(message)\n".utf8))
    }

    /// A line on standard error.
    static func remark(_ line: String) {
        FileHandle.standardError.write(Data("\(line)\n".utf8))
    }

    /// A line on standard output at once, also into a pipe.
    static func announce(_ line: String) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }

    /// Text on standard output, with colour where that is welcome.
    static func show(_ text: String) {
        let style = TerminalStyle(
            isTerminal: isatty(STDOUT_FILENO) == 1,
            environment: ProcessInfo.processInfo.environment)
        print(style.painted(text))
    }

    /// What a command has found, on standard output, and the end of the program with its exit code.
    static func finish(_ report: some CommandReport, as format: OutputFormat) throws -> Never {
        endProgress()
        if format == .json { print(try report.jsonText()) } else { show(report.text) }
        exit(report.exitCode)
    }

    /// A value as JSON on standard error.
    static func report(_ value: some Encodable) {
        do {
            FileHandle.standardError.write(try value.json())
        } catch {
            complain("\(error)")
        }
    }

    /// Whether someone watches standard error.
    static var isWatched: Bool { isatty(STDERR_FILENO) == 1 }

    /// Replaces the progress line; nothing in a pipe.
    static func showProgress(_ line: String) {
        guard isWatched else { return }
        FileHandle.standardError.write(Data("\r\u{1B}[K\(line)".utf8))
    }

    static func endProgress() {
        guard isWatched else { return }
        FileHandle.standardError.write(Data("\r\u{1B}[K".utf8))
    }
}

extension Console {
    /// Profiles and fixtures of this machine.
    static var resources: LabResources {
        .locate(
            executable: ThisProgram.path,
            override: ProcessInfo.processInfo.environment["HLSLAB_HOME"])
    }
}
