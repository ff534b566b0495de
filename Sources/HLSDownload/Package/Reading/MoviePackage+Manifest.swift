internal import DownloadCore
internal import Foundation

// From `manifest.json`.
extension PackageManifest {
    /// Reads and checks the manifest of a package.
    /// - Returns: nil when there is none.
    /// - Throws: ``PackageReadingError`` when there is one that cannot be used.
    init?(in folder: PackageFolder) throws(PackageReadingError) {
        let file = PackageLayout.manifest
        let bytes: [UInt8]
        do throws(PackageFileFault) {
            bytes = try folder.bytes(of: file, limit: MoviePackage.mostManifestBytes)
        } catch {
            if error == .missing { return nil }
            throw PackageReadingError(package: folder.path, file: file, error)
        }
        do {
            let data = Data(bytes)
            let format = try JSONDecoder().decode(Format.self, from: data).format
            guard format == PackageManifest.currentFormat else {
                throw PackageReadingError(
                    package: folder.path, file: file, fault: .unknownFormat(format))
            }
            self = try JSONDecoder().decode(PackageManifest.self, from: data)
        } catch let error as PackageReadingError {
            throw error
        } catch {
            throw PackageReadingError(
                package: folder.path, file: file, fault: .malformed(Self.words(for: error)))
        }
        if let fault { throw PackageReadingError(package: folder.path, file: file, fault: fault) }
    }

    private struct Format: Decodable {
        var format: String
    }

    private static func words(for error: any Error) -> String {
        func place(_ path: [any CodingKey]) -> String {
            path.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
        }
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            return "it has no '\(key.stringValue)' at '\(place(context.codingPath))'"
        case DecodingError.typeMismatch(_, let context),
            DecodingError.valueNotFound(_, let context):
            return "it has another value than one can be at '\(place(context.codingPath))'"
        default: return "it is no JSON"
        }
    }

    /// The first thing in it that cannot be; nil when there is none.
    private var fault: PackageReadingError.Fault? {
        if streams.count > PackageDescription.mostStreams {
            return .malformed("it has more than \(PackageDescription.mostStreams) streams")
        }
        if streams.reduce(0, { $0 + $1.parts.count }) > MoviePackage.mostParts {
            return .malformed("it has more than \(MoviePackage.mostParts) parts")
        }
        for (index, stream) in streams.enumerated() {
            if let fault = stream.fault { return fault }
            if streams[..<index].contains(where: { $0.folder == stream.folder }) {
                return .malformed("two streams have the folder '\(stream.folder)'")
            }
        }
        return nil
    }
}

extension PackageManifest.Stream {
    fileprivate var fault: PackageReadingError.Fault? {
        if MoviePackage.Stream.Kind(rawValue: kind) == nil {
            return .malformed("it has a stream of the unknown kind '\(kind)'")
        }
        for name in [folder, playlist] {
            if let reason = PackagePath.fault(in: name) {
                return .unsafeName(name, reason: reason)
            }
        }
        for part in parts {
            for name in [part.path, part.key].compactMap(\.self) {
                if let reason = PackagePath.fault(in: name) {
                    return .unsafeName(name, reason: reason)
                }
            }
            if let reason = part.fault {
                return .malformed("\(part.kind) \(part.number) of '\(folder)' \(reason)")
            }
        }
        return nil
    }
}

extension PackageManifest.Part {
    /// Seconds of one part: a year.
    static let mostSeconds = 31_536_000.0

    fileprivate var fault: String? {
        guard let kind = MoviePackage.Part.Kind(rawValue: kind) else {
            return "is of no known kind"
        }
        guard seconds.isFinite, (0...Self.mostSeconds).contains(seconds) else {
            return "lasts \(seconds) seconds"
        }
        guard number >= 0, offset ?? 0 >= 0, length ?? 0 >= 0 else {
            return "has a negative number"
        }
        guard path != nil else { return nil }
        guard kind != .gap else { return "is a gap and has a file" }
        guard length != nil, let sha256 else { return "has a file without length or digest" }
        let isDigest =
            sha256.utf8.count == 64
            && sha256.utf8.allSatisfy { $0 &- 48 < 10 || $0 &- 97 < 6 }
        return isDigest ? nil : "has a digest that is none of SHA-256"
    }
}

extension MoviePackage {
    static func streams(
        of manifest: PackageManifest, _ description: PackageDescription?
    ) -> [Stream] {
        manifest.streams.enumerated().map { index, stream in
            let described = description?.boot.streams.firstIndex { $0.path == stream.folder }
            let info = described.flatMap { description?.streams[$0] }
            let original =
                info?.localCopy
                ?? PackageLayout.originalPlaylist(.mediaPlaylist(stream: index))
            return Stream(stream, manifest, original)
        }
    }
}

extension MoviePackage.Stream {
    fileprivate init(
        _ stream: PackageManifest.Stream, _ manifest: PackageManifest, _ originalPlaylist: String
    ) {
        let kind = Kind(rawValue: stream.kind) ?? .video
        let isVariant = stream.uri == manifest.variant?.uri
        var start = Duration.zero
        let parts = stream.parts.map { part in
            defer { start += part.duration }
            return MoviePackage.Part(part, start: start)
        }
        self.init(
            kind: kind, uri: stream.uri, url: stream.url, name: stream.name,
            language: stream.language, channels: stream.channels,
            peakBitRate: isVariant ? manifest.variant?.peakBitRate ?? 0 : 0,
            isDeclaredComplete: !parts.isEmpty
                && parts.allSatisfy { $0.kind == .gap || $0.path != nil },
            folder: stream.folder, playlist: stream.playlist, originalPlaylist: originalPlaylist,
            parts: parts)
    }
}

extension MoviePackage.Part {
    fileprivate init(_ part: PackageManifest.Part, start: Duration) {
        self.init(
            kind: Kind(rawValue: part.kind) ?? .segment, number: part.number, start: start,
            duration: part.duration, uri: part.uri, offset: part.offset ?? 0, path: part.path,
            length: part.length, sha256: part.sha256, attestation: part.attestation,
            encryption: part.encryption, key: part.key)
    }
}

extension PackageManifest.Part {
    /// To the nanosecond.
    var duration: Duration { .nanoseconds(Int64((seconds * 1e9).rounded())) }
}
