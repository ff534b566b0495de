internal import DownloadCore

// From the XML, ours or that of others.
extension MoviePackage {
    static func streams(of description: PackageDescription, in folder: PackageFolder) -> [Stream] {
        zip(description.boot.streams, description.streams).map { stream, info in
            Stream(stream, info, in: folder)
        }
    }
}

extension MoviePackage.Stream {
    fileprivate init(_ stream: BootImage.Stream, _ info: StreamInfo, in folder: PackageFolder) {
        let local = "\(stream.path)/\(LocalPlaylists.name)"
        self.init(
            kind: Self.kind(info), uri: nil, url: stream.url, peakBitRate: info.peakBitRate,
            isDeclaredComplete: stream.isComplete && info.isComplete, folder: stream.path,
            playlist: folder.size(of: local) == nil ? nil : local,
            originalPlaylist: Self.original(info, stream.path, in: folder),
            parts: info.segments.map { MoviePackage.Part($0, in: stream.path) })
    }

    /// The word for the stream where it is one of ours, else by the bandwidth, which is 0 for audio.
    private static func kind(_ info: StreamInfo) -> Kind {
        if let kind = Kind(rawValue: info.type.lowercased()) { return kind }
        return info.peakBitRate > 0 ? .video : .audio
    }

    /// The copy's path is relative to the package here and to the stream's folder elsewhere.
    private static func original(
        _ info: StreamInfo, _ stream: String, in folder: PackageFolder
    ) -> String? {
        guard let copy = info.localCopy else { return nil }
        return [copy, "\(stream)/\(copy)"].first { folder.size(of: $0) != nil }
    }
}

extension MoviePackage.Part {
    fileprivate init(_ segment: StreamInfo.Segment, in folder: String) {
        self.init(
            kind: segment.isInitSection ? .initSection : .segment, number: segment.number,
            start: segment.start, duration: segment.duration, uri: segment.url,
            offset: segment.offset, path: "\(folder)/\(segment.path)", length: segment.length)
    }
}
