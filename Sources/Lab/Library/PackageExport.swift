internal import Foundation
internal import HLSDownload

/// Puts a package into one file with ffmpeg, nothing encoded anew: the first video, all audio and
/// all subtitles. The file gets its name when it is whole. What has no place in it is named.
package struct PackageExport: Sendable {
    /// What came of it.
    package struct Report: Sendable, Hashable, CommandReport {
        package var schema = "hlslab-library-export/1"
        package var package: String
        package var file: String
        package var bytes: Int
        /// Subtitles that are in the file, for people.
        package var subtitles: [String]
        /// Streams of the package that are not, each with the reason.
        package var leftOut: [String]

        package var text: String {
            (["EXPORTED  \(file)  \(Figures.bytes(bytes))"] + subtitles.map { "with      \($0)" }
                + leftOut.map { "without   \($0)" })
                .map(Printable.line).joined(separator: "\n")
        }
    }

    private enum Format: String {
        case mp4, mkv

        /// The name of ffmpeg's muxer, and the form in which it holds text.
        var arguments: [String] {
            switch self {
            case .mp4: ["-c:s", "mov_text", "-f", "mp4"]
            case .mkv: ["-c:s", "webvtt", "-f", "matroska"]
            }
        }
    }

    private let package: String
    private let file: String
    private let format: Format
    private let ffmpeg: String
    private let content: ExportContent

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
        guard let ffmpeg = ChildProcess.find("ffmpeg") else {
            throw LabError(
                .unavailable,
                "cannot export: ffmpeg is not in PATH; install it "
                    + "(apt-get install ffmpeg), or play \(self.package)/index.m3u8 as it is")
        }
        self.ffmpeg = ffmpeg
        content = ExportContent(of: try Self.checked(self.package))
    }

    /// The package, when it is fit to be exported: ffmpeg follows whatever a playlist names, and
    /// copies what it cannot decrypt.
    private static func checked(_ package: String) throws(LabError) -> MoviePackage {
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
        return read
    }

    /// Runs ffmpeg to its end. Cancelled, it leaves nothing behind.
    package func run() async throws -> Report {
        let url = URL(filePath: file)
        let folder = url.deletingLastPathComponent()
            .appending(
                path: ".\(url.lastPathComponent).\(ProcessInfo.processInfo.processIdentifier).part"
            )
        try RunFolder.make(folder.path)
        defer {
            // What cannot be removed is told by its name.
            try? FileManager.default.removeItem(at: folder)
        }
        let tracks = content.tracks(
            from: try await mediaBegin(), in: package, to: folder.path)
        let temporary = folder.appending(path: "movie").path
        let result = try await remux(tracks.included, to: temporary)
        try Task.checkCancellation()
        guard result.status == 0 else {
            throw LabError(.run, "cannot export '\(package)': ffmpeg: \(result.reason)")
        }
        do {
            let handle = try FileHandle(forUpdating: URL(filePath: temporary))
            try handle.synchronize()
            let bytes = Int(try handle.seekToEnd())
            try handle.close()
            try FileManager.default.moveItem(atPath: temporary, toPath: file)
            return Report(
                package: package, file: file, bytes: bytes,
                subtitles: tracks.included.map(\.label), leftOut: tracks.leftOut)
        } catch {
            throw LabError(.run, "cannot write '\(file)': \(RunFolder.reason(error))")
        }
    }

    /// What ffmpeg and ffprobe may read, and what they read.
    private var input: [String] {
        ["-protocol_whitelist", "file,crypto,data", "-i", "file:\(package)/index.m3u8"]
    }

    /// The first time of the media, in ticks of 90 kHz; nil when nobody needs it, or ffprobe, which
    /// comes with ffmpeg, cannot tell.
    private func mediaBegin() async throws -> Int? {
        guard content.hasSubtitles, let ffprobe = ChildProcess.find("ffprobe") else { return nil }
        let probe = ChildProcess(
            program: ffprobe,
            arguments: ["-v", "error"] + input
                + ["-show_entries", "format=start_time", "-of", "csv=p=0"])
        let seconds = Double(
            try await probe.run().output.trimmingCharacters(in: .whitespacesAndNewlines))
        // Behind the clock of MPEG-2 there are no times.
        return seconds.flatMap { abs($0) < 1e6 ? Int(($0 * 90_000).rounded()) : nil }
    }

    private func remux(
        _ tracks: [ExportContent.Track], to temporary: String
    ) async throws -> ChildProcess.Result {
        var arguments = ["-nostdin", "-v", "error", "-y"] + input
        for track in tracks { arguments += ["-f", "webvtt", "-i", "file:\(track.file)"] }
        arguments += ["-map", "0:v:0?", "-map", "0:a?"]
        for (place, track) in tracks.enumerated() {
            arguments += ["-map", "\(place + 1):s:0"]
            for (key, value) in track.metadata {
                arguments += ["-metadata:s:s:\(place)", "\(key)=\(value)"]
            }
        }
        arguments += ["-c", "copy"] + format.arguments + ["file:\(temporary)"]
        return try await ChildProcess(program: ffmpeg, arguments: arguments).run()
    }
}
