internal import Foundation
internal import HLSDownload

/// What of a package goes into one file, and what cannot.
struct ExportContent: Sendable {
    /// Subtitles as a file that ffmpeg reads.
    struct Track: Sendable {
        var label: String
        /// Path of the WebVTT file.
        var file: String
        /// What the file says of it.
        var metadata: [(key: String, value: String)]
    }

    private let subtitles: [MoviePackage.Stream]
    private let otherVideos: [MoviePackage.Stream]

    init(of package: MoviePackage) {
        subtitles = package.streams.filter { $0.kind == .subtitles }
        otherVideos = Array(package.streams.filter { $0.kind == .video }.dropFirst())
    }

    var hasSubtitles: Bool { !subtitles.isEmpty }

    /// Writes the subtitles into files.
    /// - Parameters:
    ///   - begin: the first time of the media, in ticks of 90 kHz; nil: it is not known.
    ///   - package: the package's folder.
    ///   - folder: where to write them.
    /// - Returns: them, and what is left out with the reasons.
    func tracks(
        from begin: Int?, in package: String, to folder: String
    ) -> (included: [Track], leftOut: [String]) {
        var included: [Track] = []
        var leftOut = otherVideos.map { "\($0.label): a file holds one video" }
        for stream in subtitles {
            do throws(SubtitleTrack.Fault) {
                let text = try Self.text(of: stream, in: package, from: begin)
                let file = "\(folder)/\(included.count).vtt"
                do {
                    try Data(text.utf8).write(to: URL(filePath: file))
                } catch {
                    throw SubtitleTrack.Fault(
                        reason: "\(file) cannot be written: \(RunFolder.reason(error))")
                }
                included.append(
                    Track(label: stream.label, file: file, metadata: Self.metadata(of: stream)))
            } catch {
                leftOut.append("\(stream.label): \(error.reason)")
            }
        }
        return (included, leftOut)
    }

    private static func text(
        of stream: MoviePackage.Stream, in package: String, from begin: Int?
    ) throws(SubtitleTrack.Fault) -> String {
        guard let begin else {
            throw .init(reason: "ffprobe does not tell when the picture begins")
        }
        guard !stream.parts.contains(where: { $0.encryption != nil }) else {
            throw .init(reason: "its text is encrypted")
        }
        guard !stream.parts.contains(where: { $0.kind == .initSection }) else {
            throw .init(reason: "its text is in MP4 fragments")
        }
        var segments: [String] = []
        for part in stream.parts where part.kind == .segment {
            guard let path = part.path,
                let data = FileManager.default.contents(atPath: "\(package)/\(path)")
            else { throw .init(reason: "its \(part.path ?? "segment") cannot be read") }
            guard let text = String(data: data, encoding: .utf8) else {
                throw .init(reason: "\(path) is not UTF-8")
            }
            segments.append(text)
        }
        return try SubtitleTrack(segments: segments, mediaBegin: begin).text
    }

    /// Both formats name languages by three letters (ISO 639-2).
    private static func metadata(
        of stream: MoviePackage.Stream
    ) -> [(key: String, value: String)] {
        var metadata: [(key: String, value: String)] = []
        if let language = stream.language {
            let code = Locale.Language(identifier: language).languageCode
            metadata.append(("language", code?.identifier(.alpha3) ?? language))
        }
        if let name = stream.name { metadata.append(("title", name)) }
        return metadata
    }
}
