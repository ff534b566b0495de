import Foundation
import Glibc

/// `hlslab link` in front of a server, as a person would start it.
final class Link {
    private let process = Process()
    let port: UInt16

    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    /// - Parameter words: what comes between `link` and `--to`.
    init(_ words: [String], to server: UInt16) throws {
        let output = Pipe()
        process.executableURL = URL(filePath: try Self.program())
        process.arguments =
            ["link"] + words + ["--to", "127.0.0.1:\(server)", "--listen", "127.0.0.1:0"]
        process.standardOutput = output
        try process.run()
        // The first line is where it listens.
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let digits = line.split(separator: "\n").first?.split(separator: ":").last,
            let port = UInt16(digits.prefix { $0.isNumber })
        else {
            process.terminate()
            throw Failure(description: "hlslab link did not say where it listens: '\(line)'")
        }
        self.port = port
    }

    /// How long so many megabytes take over the link in virtual time.
    static func predictedSeconds(_ megabytes: Int, _ words: [String]) throws -> Double {
        struct Prediction: Decodable {
            struct Total: Decodable { var median: Double }
            var total: Total
        }
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: try program())
        process.arguments =
            ["link", "predict"] + words
            + ["--bytes", "\(megabytes)MB", "--seeds", "1...5", "--format", "json"]
        process.standardOutput = output
        try process.run()
        let json = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return try JSONDecoder().decode(Prediction.self, from: json).total.median
    }

    private static func program() throws -> String {
        guard let program = ProcessInfo.processInfo.environment["HLSLAB"] else {
            throw Failure(description: "the variable HLSLAB names the program to measure")
        }
        return program
    }

    /// The words for one rate and one-way delay in both directions, with the link's own queue or one of
    /// so many packets.
    static func symmetric(
        _ bitsPerSecond: Int?, milliseconds: Int, packets: Int? = nil
    ) -> [String] {
        let rate = bitsPerSecond.map { "\($0) bit/s" } ?? "unlimited"
        let queue = packets.map { " \($0) packets" } ?? ""
        let direction = "\(rate) \(milliseconds) ms\(queue)"
        return ["--down", direction, "--up", direction]
    }

    /// Resident memory in bytes.
    var residentBytes: Int {
        let path = "/proc/\(process.processIdentifier)/statm"
        guard let text = try? String(contentsOfFile: path, encoding: .utf8),  // 0: it is gone.
            let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { return 0 }
        return pages * sysconf(Int32(_SC_PAGESIZE))
    }

    deinit {
        process.interrupt()
        process.waitUntilExit()
    }
}
