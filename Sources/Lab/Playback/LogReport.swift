internal import PlaybackCore

/// What a log of a playback says, for `hlslab log`.
package struct LogReport: Sendable, CommandReport {
    enum Content: Sendable {
        case access(AccessLog)
        case error(ErrorLog)
    }

    /// As the command line has it.
    package let file: String
    /// Who wrote it, as its head says.
    let software: String?
    let content: Content

    /// The greatest file that is read.
    private static let mostBytes = (64 << 20) + 1

    /// Reads a log of either kind.
    /// - Parameter path: `-` is standard input.
    /// - Throws: when it cannot be read, or is none: with the line.
    init(reading path: String) throws(LabError) {
        let name = path == "-" ? "standard input" : path
        let bytes: [UInt8]
        do throws(InputFile.Failure) {
            bytes = try InputFile.bytes(of: path, limit: Self.mostBytes)
        } catch {
            throw LabError(.run, "cannot read \(name): \(error.reason)")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw LabError(
                .run, "\(name):\(Self.line(ofFaultIn: bytes)): this is no text in UTF-8")
        }
        try self.init(text, file: name)
    }

    /// - Throws: when it is no log: with the line.
    init(_ text: String, file: String) throws(LabError) {
        self.file = file
        do throws(ExtendedLogError) {
            let log = try ExtendedLog(parsing: text)
            software = log.directives.first { $0.name.lowercased() == "software" }?.value
            switch log.kind {
            case .access: content = .access(try AccessLog(parsing: text))
            case .error: content = .error(try ErrorLog(parsing: text))
            case nil:
                let line =
                    text.utf8.split(separator: 10, omittingEmptySubsequences: false)
                    .firstIndex { $0.starts(with: "#Fields".utf8) } ?? 0
                throw ExtendedLogError(
                    line: line + 1,
                    reason: "these are not the fields of an access log or an error log")
            }
        } catch {
            throw LabError(.run, "\(file):\(error.line): \(error.reason)")
        }
    }

    /// From 1 on.
    private static func line(ofFaultIn bytes: [UInt8]) -> Int {
        let lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
        let fault = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil }
        return (fault ?? 0) + 1
    }
}

extension Workbench {
    /// Reads a log of either kind; `-` is standard input.
    package func readLog(_ path: String) throws(LabError) -> LogReport {
        try LogReport(reading: path)
    }
}
