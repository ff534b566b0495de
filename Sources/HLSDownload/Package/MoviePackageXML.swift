internal import DownloadCore

/// The XML files of the publicly known `.movpkg` layout: what is in the package and whether it is
/// complete.
enum MoviePackageXML {
    private static let head = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"
    private static let namespace = "http://apple.com/IMG/Schemas/HLSMoviePackage"

    /// Of the file in a stream's folder.
    static let streamInfoName = "StreamInfoBoot.xml"

    struct Stream {
        var id: String
        var folder: String
        var kind: Selection.Stream.Kind
        var url: String
        var peakBitRate: Int
        var isComplete: Bool
        /// Original playlist, relative to the package.
        var playlist: String
        var parts: [Part]
    }

    struct Part {
        var isInitSection: Bool
        var url: String
        /// Relative to the stream's folder.
        var path: String
        var start: Duration
        var duration: Duration
        var offset: Int
        var length: Int
        var number: Int
    }

    /// `root.xml`: names the boot image.
    static let root =
        head + """
            <HLSMoviePackage xmlns="\(namespace)" xml:lang="en">
              <HLSMoviePackageType>PersistedStore</HLSMoviePackageType>
              <Version>1.0</Version>
              <BootImage>boot.xml</BootImage>
            </HLSMoviePackage>

            """

    /// `boot.xml`: the streams, the multivariant playlist and the data items.
    /// - Parameter multivariantPlaylist: path of the original one; nil when the download began with
    ///   a media playlist.
    static func boot(url: String, multivariantPlaylist: String?, _ streams: [Stream]) -> String {
        var text = head + "<HLSMoviePackage xmlns=\"\(namespace)\" xml:lang=\"en\">\n"
        text += "  <Version>1.0</Version>\n"
        text += "  <HLSMoviePackageType>PersistedStore</HLSMoviePackageType>\n  <Streams>\n"
        for stream in streams {
            text += "    <Stream ID=\"\(escaped(stream.id))\" Path=\"\(escaped(stream.folder))\""
            text += " NetworkURL=\"\(escaped(stream.url))\">\n"
            text += "      <Complete>\(answer(stream.isComplete))</Complete>\n    </Stream>\n"
        }
        text += "  </Streams>\n  <MasterPlaylist>\n"
        text += "    <NetworkURL>\(escaped(url))</NetworkURL>\n  </MasterPlaylist>\n"
        text += "  <DataItems Directory=\"\(PackageLayout.dataFolder)\">\n"
        for path in [multivariantPlaylist].compactMap(\.self) + streams.map(\.playlist) {
            text += "    <DataItem><Path>\(escaped(path))</Path></DataItem>\n"
        }
        return text + "  </DataItems>\n</HLSMoviePackage>\n"
    }

    /// `StreamInfoBoot.xml` of one stream's folder.
    static func streamInfo(_ stream: Stream) -> String {
        var text = head + "<StreamInfo xmlns=\"\(namespace)\" xml:lang=\"en\">\n"
        text += "  <Version>1.0</Version>\n"
        text += "  <Complete>\(answer(stream.isComplete))</Complete>\n"
        text += "  <PeakBandwidth>\(stream.peakBitRate)</PeakBandwidth>\n"
        text += "  <Compressable>NO</Compressable>\n"
        text += "  <MediaPlaylist>\n    <NetworkURL>\(escaped(stream.url))</NetworkURL>\n"
        text += "    <PathToLocalCopy>\(escaped(stream.playlist))</PathToLocalCopy>\n"
        text += "  </MediaPlaylist>\n  <Type>\(stream.kind.rawValue)</Type>\n"
        text += "  <EvictionPolicy>ManualEviction</EvictionPolicy>\n"
        text +=
            "  <MediaBytesStored>\(stream.parts.reduce(0) { $0 + $1.length })</MediaBytesStored>\n"
        text += "  <MediaSegments>\n"
        for part in stream.parts {
            text += part.isInitSection ? "    <INIT" : "    <SEG"
            text += " Dur=\"\(part.duration.decimalSeconds)\" Len=\"\(part.length)\""
            text +=
                " Off=\"\(part.offset)\" PATH=\"\(escaped(part.path))\" SeqNum=\"\(part.number)\""
            text += " Tim=\"\(part.start.decimalSeconds)\" URL=\"\(escaped(part.url))\"/>\n"
        }
        return text + "  </MediaSegments>\n</StreamInfo>\n"
    }

    private static func answer(_ isComplete: Bool) -> String { isComplete ? "YES" : "NO" }

    /// The text as XML character data or attribute value; characters that XML 1.0 forbids are left
    /// out.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case _ where scalar.value < 0x20: continue
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
