internal import DownloadCore

/// Where things lie in a package. Every name is made of counters and declared bitrates: nothing that
/// a server writes becomes a name.
struct PackageLayout: Sendable {
    /// The package's folder, without a trailing slash.
    let root: String

    static let dataFolder = "Data"
    static let keyFolder = "Keys"
    /// Written and removed again, to see whether there is space.
    static let trial = ".trial"
    static let multivariantPlaylist = "index.m3u8"
    static let manifest = "manifest.json"

    /// Folder of a stream, relative to the package; its name ends in the peak bandwidth, which is 0
    /// for a rendition.
    static func folder(stream: Int, kind: Selection.Stream.Kind, peakBitRate: Int) -> String {
        "\(stream)-\(kind == .video ? peakBitRate : 0)"
    }

    /// Path of a finished part, relative to the package.
    static func path(
        _ kind: PartPlan.Kind, at index: Int, in folder: String, _ container: Container
    ) -> String {
        let number = padded(index)
        return switch (container, kind) {
        case (.fragmentedMP4, .initSection): "\(folder)/init-\(number).mp4"
        case (.fragmentedMP4, _): "\(folder)/\(number).m4s"
        case (.mpegTS, _): "\(folder)/\(number).ts"
        case (.packedAudio, _): "\(folder)/\(number).aac"
        case (.webVTT, _): "\(folder)/\(number).vtt"
        }
    }

    /// Path of a part that is still arriving, relative to the package.
    static func partialPath(index: Int, in folder: String) -> String {
        "\(folder)/\(padded(index)).part"
    }

    /// Whether a path, relative to the package, is one that a part gets, finished or still arriving.
    static func isPart(_ path: String) -> Bool {
        let names = path.split(separator: "/", omittingEmptySubsequences: false)
        return names.count == 2 && isStreamFolder(String(names[0])) && isPartName(names[1])
    }

    /// Whether a name is one that ``folder(stream:kind:peakBitRate:)`` gives.
    static func isStreamFolder(_ name: String) -> Bool {
        let numbers = name.split(separator: "-", omittingEmptySubsequences: false)
        return numbers.count == 2 && numbers.allSatisfy { isNumber($0) }
    }

    /// Whether a name is one that something gets in a stream's folder, whole or while it is written.
    static func isInStreamFolder(_ name: String) -> Bool {
        let whole = name.hasSuffix(".part") ? name.dropLast(5) : name[...]
        return [LocalPlaylists.name, MoviePackageXML.streamInfoName].contains(String(whole))
            || isPartName(name[...])
    }

    private static func isPartName(_ name: Substring) -> Bool {
        let whole = name.hasSuffix(".part") ? name.dropLast(5) : name
        let isInit = whole.hasPrefix("init-")
        let parts = whole.dropFirst(isInit ? 5 : 0)
            .split(separator: ".", omittingEmptySubsequences: false)
        guard let number = parts.first, isNumber(number) else { return false }
        switch parts.count {
        case 1: return name.hasSuffix(".part")
        case 2: return ["mp4", "m4s", "ts", "aac", "vtt"].contains(parts[1])
        default: return false
        }
    }

    private static func isNumber(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= $0 }
    }

    /// Path of the playlist as the server wrote it, relative to the package.
    static func originalPlaylist(_ resource: ResourceID) -> String {
        if case .mediaPlaylist(let stream) = resource { return "\(dataFolder)/\(stream).m3u8" }
        return "\(dataFolder)/multivariant.m3u8"
    }

    /// Path of a key, relative to the package. It ends as media do, since ffmpeg reads no other local
    /// files for a playlist.
    static func key(_ number: Int) -> String { "\(keyFolder)/\(padded(number)).ts" }

    func absolute(_ path: String) -> String { "\(root)/\(path)" }

    static func padded(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 5 - digits.utf8.count)) + digits
    }
}
