internal import HLSPlaylist

/// The names that finished parts have in a package: what a killed process leaves behind.
struct FinishedNames {
    /// Length of each file, by path.
    private var sizes: [String: Int] = [:]

    init(in folder: PackageFolder) {
        // A folder that cannot be listed has no finished parts that count.
        for entry in (try? folder.entries()) ?? [] where entry.kind == .file {
            sizes[entry.path] = entry.size
        }
    }

    func size(of path: String) -> Int? { sizes[path] }

    /// A part of a stream by its place in the plan, whatever its container.
    func part(_ index: Int, isInitSection: Bool, in folder: String) -> Int? {
        let number = PackageLayout.padded(index)
        let names =
            isInitSection
            ? ["init-\(number).mp4", "\(number).ts"]
            : ["m4s", "ts", "aac", "vtt"].map { "\(number).\($0)" }
        return names.lazy.compactMap { sizes["\(folder)/\($0)"] }.first { $0 > 0 }
    }
}

/// How much of a stream is there, by names and lengths.
struct StreamExtent {
    let result: AssetCache.Stream

    init(
        _ stream: MoviePackage.Stream, _ index: Int, _ folder: PackageFolder,
        _ finished: FinishedNames
    ) {
        var stored = Duration.zero
        var bytes = 0
        var uncertified = 0
        var needsKey = false
        var hole: PackageHole?
        var keys: [String: Bool] = [:]
        for (place, part) in stream.parts.enumerated() where part.kind != .gap {
            var reason: String?
            if let path = part.path {
                switch finished.size(of: path) {
                case part.length?: bytes += part.length ?? 0
                case let size?: reason = "\(path) has \(size) bytes, not \(part.length ?? 0)"
                case nil: reason = "\(path) is not there"
                }
            } else if let size = finished.part(
                place, isInitSection: part.kind == .initSection, in: stream.folder)
            {
                uncertified += 1
                bytes += size
            } else {
                reason = "it is not there yet"
            }
            if let path = part.key {
                let isThere = keys[path] ?? [16, 32].contains(finished.size(of: path) ?? 0)
                keys[path] = isThere
                if reason == nil, !isThere { reason = "its key \(path) is not there" }
            } else if part.encryption != nil {
                needsKey = true
            }
            if let reason {
                hole = hole ?? PackageHole(stream, index, part: place, reason)
            } else {
                stored += part.duration
            }
        }
        let uncovered = PackageHole(uncoveredBy: stream, index)
        hole = PackageHole.first(of: [hole, uncovered].compactMap(\.self))
        if hole == nil, stream.parts.isEmpty || !(stream.isDeclaredComplete || uncertified > 0) {
            hole = PackageHole(
                streamIndex: index, stream: stream.label, part: "the end", start: stored,
                end: stored, reason: "the package says that the stream is not complete")
        }
        result = AssetCache.Stream(
            kind: stream.kind, uri: stream.uri, name: stream.name, language: stream.language,
            channels: stream.channels, peakBitRate: stream.peakBitRate, label: stream.label,
            isComplete: hole == nil, storedDuration: stored, duration: stream.duration,
            storedByteCount: bytes, uncertifiedPartCount: uncertified, needsContentKey: needsKey,
            firstHole: hole)
    }
}

/// What is left of a download whose process was killed before it described anything: folders of
/// streams with finished parts, and nothing that says how many there have to be.
struct Remains {
    let streams: [AssetCache.Stream]

    /// Nil when there is none.
    init?(in folder: PackageFolder) {
        // A folder that cannot be listed has no remains.
        let entries = (try? folder.entries()) ?? []
        let folders = entries.filter { $0.kind == .folder && Self.isStream($0.path) }.map(\.path)
        guard !folders.isEmpty else { return nil }
        streams = folders.enumerated().map { index, folder in
            let files = entries.filter {
                $0.kind == .file && $0.path.hasPrefix(folder + "/") && !$0.path.hasSuffix(".part")
            }
            let peak = folder.split(separator: "-").last.flatMap { Int($0) } ?? 0
            let isText = files.contains { $0.path.hasSuffix(".vtt") }
            let kind: MoviePackage.Stream.Kind = isText ? .subtitles : peak > 0 ? .video : .audio
            let label = "\(kind.rawValue) \(folder)"
            return AssetCache.Stream(
                kind: kind, peakBitRate: peak, label: label, isComplete: false,
                storedDuration: .zero, duration: nil,
                storedByteCount: files.reduce(0) { $0 + $1.size },
                uncertifiedPartCount: files.count, needsContentKey: false,
                firstHole: PackageHole(
                    streamIndex: index, stream: label, part: "the end", start: .zero, end: .zero,
                    reason: "nothing in the package says how many parts there have to be"))
        }
    }

    /// `0-803000`
    private static func isStream(_ name: String) -> Bool {
        let parts = name.split(separator: "-", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { Int(packageText: String($0)) != nil }
    }
}
