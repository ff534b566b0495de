internal import DownloadCore

// What lies in the folder against what is named.
extension PackageLintRun {
    /// Endings that ffmpeg's HLS demuxer reads (`allowed_extensions` in `ffmpeg -h demuxer=hls`,
    /// 5.1.9) and that packages have: of MPEG-TS, fMP4, packed audio and WebVTT.
    private static let mediaExtensions: Set<String> = [
        "ts", "m4s", "mp4", "m4a", "m4v", "aac", "ac3", "ec3", "mp3", "vtt",
    ]

    mutating func checkFiles() {
        let entries: [PackageFolder.Entry]
        do throws(PackageFileFault) {
            entries = try folder.entries()
        } catch {
            return note(PackageFinding(.readable, path: "", "the folder \(error)"))
        }
        let sizes = Dictionary(
            entries.filter { $0.kind == .file }.map { ($0.path, $0.size) },
            uniquingKeysWith: { first, _ in first })
        checkParts(sizes)
        let keys = Set(package.streams.flatMap(\.parts).compactMap(\.key))
        named.formUnion(keys)
        for stream in package.streams {
            if let path = stream.originalPlaylist { named.insert(path) }
        }
        for entry in entries { check(entry, isKey: keys.contains(entry.path)) }
    }

    private mutating func checkParts(_ sizes: [String: Int]) {
        for part in package.streams.flatMap(\.parts) {
            guard let path = part.path else { continue }
            named.insert(path)
            if let key = part.key, ![16, 32].contains(sizes[key] ?? 0), !named.contains(key) {
                named.insert(key)
                note(PackageFinding(.key, path: key, "it is not there, or no key"))
            }
            switch sizes[path] {
            case nil: note(PackageFinding(.partThere, path: path, "it is not there"))
            case part.length?: break
            case let size?:
                note(
                    PackageFinding(
                        .partLength, path: path,
                        "it has \(size) bytes, and \(part.length ?? 0) are written down"))
            }
            if !Self.mediaExtensions.contains(PackagePath.fileExtension(of: path)) {
                let isOurs = package.manifest != nil
                note(
                    PackageFinding(
                        .mediaExtension, isOurs ? .error : .warning, path: path,
                        "its name does not end as those of media files"))
            }
        }
    }

    private mutating func check(_ entry: PackageFolder.Entry, isKey: Bool) {
        switch entry.kind {
        case .folder: return
        case .link:
            note(
                PackageFinding(
                    .safeNames, path: entry.path, "it is a link, and links are not followed"))
        case .other:
            note(PackageFinding(.safeNames, path: entry.path, "it is neither file nor folder"))
        case .file:
            if isKey, entry.mode & 0o077 != 0 {
                let mode = String(entry.mode, radix: 8)
                note(
                    PackageFinding(
                        .keyMode, path: entry.path, "others may read or write it: mode \(mode)"))
            }
            guard !named.contains(entry.path) else { return }
            if entry.path.hasSuffix(".part") {
                let isLeft = package.isDeclaredComplete
                note(
                    PackageFinding(
                        .partials, .warning, path: entry.path,
                        isLeft
                            ? "the package is complete, and this is left of a part"
                            : "this part is still arriving, or was when the process ended"))
            } else {
                note(
                    PackageFinding(
                        .orphans, .warning, path: entry.path, "nothing in the package names it"))
            }
        }
    }
}
