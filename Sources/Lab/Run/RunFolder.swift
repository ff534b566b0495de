internal import Foundation
internal import Scenarios

/// The folder that a run writes into, and that the same command with the same `--out` goes on in.
package struct RunFolder: Sendable {
    /// Absolute path.
    package let path: String

    package var package: String { Self.package(in: path) }
    package var summary: String { path + "/summary.json" }
    package var timeline: String { path + "/timeline.jsonl" }
    /// What the link was and did: ``LinkRecord``.
    package var link: String { path + "/link.json" }
    package var report: String { path + "/report.html" }
    /// The requests, for developer tools of browsers: HAR 1.2.
    package var session: String { path + "/session.har" }
    package var originRecord: String { path + "/origin.jsonl" }
    static let playbackName = "playback.json"
    /// What was played: ``PlaybackFile``.
    package var playback: String { "\(path)/\(Self.playbackName)" }
    /// In the W3C's extended log file format.
    package var accessLog: String { path + "/access.log" }
    package var errorLog: String { path + "/error.log" }

    /// What the engine writes, in the folder that is its disk: the package, the state of the download,
    /// and the keys that an app got.
    static func package(in disk: String) -> String { disk + "/asset" }
    static func journal(in disk: String) -> String { disk + "/library.sqlite" }
    static func vault(in disk: String) -> String { disk + "/vault" }
    static let engineFiles = [
        "asset", "library.sqlite", "library.sqlite-wal", "library.sqlite-shm", "vault",
    ]

    /// Where a disk of the run's own is while it goes on.
    var disk: String { path + "/disk" }

    /// ``RunCircumstances``.
    package var circumstances: String { path + "/circumstances.json" }
    /// What the judge found of every segment: ``Coverage``.
    package var coverage: String { path + "/coverage.json" }
    private var identity: String { path + "/run.json" }
    private var portFile: String { path + "/port" }

    /// The port at which the engine met the link, so that a run that goes on asks for the same
    /// URLs; 0 when there was no earlier run.
    var port: Int {
        guard let data = FileManager.default.contents(atPath: portFile) else { return 0 }
        return Int(String(decoding: data, as: UTF8.self)) ?? 0
    }

    func keep(port: Int) throws(LabError) {
        try write(Data(String(port).utf8), to: portFile)
    }

    /// What leaves its files in a run folder.
    package enum Content: String, Sendable, Codable {
        /// A download over sockets, which goes on where it was.
        case package
        /// A run in virtual time, or many: written anew each time.
        case simulation, seeds
    }

    /// What must not change between the runs that share a folder.
    private struct Identity: Codable, Equatable {
        var asset: String
        var quality: String
        /// nil: a package.
        var content: Content?

        var words: String {
            let what =
                switch content {
                case .simulation: "a run in virtual time"
                case .seeds: "a run of many seeds"
                case .package, nil: "a download"
                }
            return "\(what) of asset '\(asset)' with quality '\(quality)'"
        }
    }

    /// The folder of a run that is over, or was.
    init(existing path: String) { self.path = Self.absolute(path) }

    /// Makes or opens the folder.
    /// - Parameters:
    ///   - path: nil: a new folder below `runs/` in the current one, named after time and scenario.
    ///   - now: names the new folder.
    /// - Throws: ``LabError`` when it cannot be written, or holds another download.
    init(
        _ path: String?, for scenario: Scenario, content: Content = .package, now: Date
    ) throws(LabError) {
        let name = "\(scenario.asset)-\(scenario.profile)"
        self.path = Self.absolute(path ?? Self.unused(named: name, now: now))
        try Self.make(self.path)
        try identify(
            as: Identity(
                asset: scenario.asset, quality: scenario.quality.text,
                content: content == .package ? nil : content))
    }

    /// What leaves its files here; nil: there is no run.
    func content() throws(LabError) -> Content? {
        guard has(identity) else { return nil }
        return try Self.read(Identity.self, from: identity).content ?? .package
    }

    /// Makes a folder and those above it where they are missing.
    static func make(_ path: String) throws(LabError) {
        var partial = ""
        for component in path.split(separator: "/") {
            partial += "/" + component
            guard mkdir(partial, 0o755) != 0, errno != EEXIST else { continue }
            throw LabError(
                .run,
                "cannot make the folder \(path): \(String(cString: strerror(errno))); "
                    + "choose another with --out")
        }
    }

    static func absolute(_ path: String) -> String {
        let current = URL(filePath: FileManager.default.currentDirectoryPath + "/")
        return URL(filePath: path, relativeTo: current).standardized.path
    }

    /// A path below `runs/` that nothing is at, named after a time.
    static func unused(named name: String, now: Date) -> String {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.dateFormat = "yyyyMMdd-HHmmss"
        let base = "runs/\(format.string(from: now))-\(name)"
        var path = base
        var number = 2
        while FileManager.default.fileExists(atPath: path) {
            path = "\(base)-\(number)"
            number += 1
        }
        return path
    }

    private func identify(as identity: Identity) throws(LabError) {
        do {
            if let data = FileManager.default.contents(atPath: self.identity) {
                let earlier = try JSONDecoder().decode(Identity.self, from: data)
                guard earlier == identity else {
                    throw LabError(
                        .usage,
                        "cannot go on in \(path): it holds \(earlier.words); choose another folder "
                            + "with --out")
                }
                return
            }
            try write(try JSONEncoder().encode(identity), to: self.identity)
        } catch let error as LabError {
            throw error
        } catch {
            throw LabError(.run, "cannot use the run folder \(path): \(Self.reason(error))")
        }
    }

    /// Writes a file of the run folder, the old one or the new one being there at any time.
    func write(_ data: Data, to file: String) throws(LabError) {
        try Self.put(data, in: file)
    }

    /// Reads a file that ``Encodable/json()`` wrote.
    /// - Throws: ``LabError`` of kind usage when it is not there, or says something else.
    static func read<Value: Decodable>(
        _ kind: Value.Type, from file: String
    ) throws(LabError) -> Value {
        do {
            let bytes = try InputFile.bytes(of: file, limit: mostResultBytes)
            return try JSONDecoder().decode(kind, from: Data(bytes))
        } catch let error as InputFile.Failure {
            throw LabError(.usage, "cannot read \(file): \(error.reason)")
        } catch {
            let reason = (error as? DecodingError)?.words ?? "\(error)"
            throw LabError(.usage, "cannot use \(file): \(reason)")
        }
    }

    /// Largest file of results that is read, in bytes.
    private static let mostResultBytes = 1 << 29

    /// Whether a file of the run folder is there.
    func has(_ file: String) -> Bool { FileManager.default.fileExists(atPath: file) }

    /// Writes any file in the same way.
    static func put(_ data: Data, in file: String) throws(LabError) {
        do {
            try data.write(to: URL(filePath: file), options: .atomic)
        } catch {
            throw LabError(.run, "cannot write \(file): \(reason(error))")
        }
    }

    /// The whole of a text file that a person named or a run left.
    static func text(of file: String) throws(LabError) -> String {
        do {
            return try String(contentsOfFile: file, encoding: .utf8)
        } catch {
            throw LabError(.usage, "cannot read \(file): \(reason(error))")
        }
    }

    /// The system's words where there are some.
    static func reason(_ error: any Error) -> String {
        let cocoa = error as NSError
        if let underlying = cocoa.userInfo[NSUnderlyingErrorKey] as? NSError,
            underlying.domain == NSPOSIXErrorDomain
        {
            return String(cString: strerror(Int32(underlying.code)))
        }
        return cocoa.localizedDescription
    }
}
