/// What has to hold in a package; the raw value names the rule for people and programs.
public enum PackageRule: String, Sendable, Hashable, CaseIterable, Codable {
    // The package as a whole.
    /// The package can be read at all.
    case readable = "package.readable"
    /// Every name in it leads to something in it, without links.
    case safeNames = "package.names-inside"
    /// There is a `manifest.json`.
    case manifest = "manifest.there"
    /// `manifest.json` is of a known format, and every value in it can be.
    case manifestContent = "manifest.content"
    /// The manifest says that it is complete exactly when all of its parts are there.
    case manifestComplete = "manifest.is-complete"
    /// No two parts have the same file.
    case oneFileEach = "manifest.one-file-each"

    // Certificate against the playlists as the server wrote them.
    /// The kept playlists are there and can be read.
    case original = "original.readable"
    /// The manifest lists the parts of the kept media playlist, all and in order.
    case originalParts = "original.parts"
    /// The kept multivariant playlist has the variant that was asked for, and every stream.
    case variant = "original.variant"

    // Parts and keys.
    /// A part that the manifest has is there.
    case partThere = "part.there"
    /// A part has the length that was written down.
    case partLength = "part.length"
    /// A part has the SHA-256 that was written down.
    case partDigest = "part.digest"
    /// A part is media from its first byte to its last, in the container that was written down.
    case partContainer = "part.container"
    /// An encrypted part decrypts with its key to such media.
    case partDecrypts = "part.decrypts"
    /// It is written down what vouched for the bytes of a part.
    case attestation = "part.attestation"
    /// The name of a part ends as media files do.
    case mediaExtension = "part.media-extension"
    /// The key of an encrypted part is there and has the length of one.
    case key = "key.there"
    /// Nobody but the owner may read a key.
    case keyMode = "key.owner-only"

    // The `.movpkg` layout.
    /// `root.xml` names a boot image that is there.
    case bootImage = "layout.boot-image"
    /// XML is well-formed, of the known version, and has what it needs.
    case xml = "layout.xml"
    /// The boot image lists every stream, and no other.
    case bootStreams = "layout.streams"
    /// The folder of a stream is named after its peak bandwidth at the end.
    case folderName = "layout.peak-bandwidth"
    /// The XML says what the manifest says.
    case xmlFacts = "layout.facts"

    // The playlists for players.
    /// Local playlists can be read, have an end and break no rule of the specification.
    case playlist = "playlist.readable"
    /// They name only files of the package, which are there.
    case playlistFiles = "playlist.local-files"
    /// They list the parts of the manifest in order.
    case playlistParts = "playlist.parts"
    /// Durations are those of the manifest, and keep to EXT-X-TARGETDURATION and to each other.
    case playlistDurations = "playlist.durations"
    /// `index.m3u8` names every stream of a complete package, and is not there in another one.
    case index = "playlist.index"

    // Files.
    /// No file of an unfinished download is left in a complete package.
    case partials = "file.unfinished"
    /// No file that nothing names.
    case orphans = "file.named"
}

extension PackageRule {
    /// What to do when it is broken.
    var remedy: String {
        switch self {
        case .readable, .manifest, .manifestContent, .original:
            "run the same download again, or take the package from where it is whole"
        case .safeNames: "do not trust this package; delete it, or find out who changed it"
        case .manifestComplete, .oneFileEach, .originalParts, .variant:
            "the certificate was changed; delete the package and download it again"
        case .partThere, .partLength:
            "run the same download again: it fetches what is missing"
        case .partDigest, .partContainer, .partDecrypts:
            "delete the file and run the same download again: it fetches the file alone"
        case .attestation: "download the part again; nothing says who vouched for it"
        case .mediaExtension:
            "nothing, for players of this package format; ffmpeg refuses such names"
        case .key: "run the same download again: it asks for the key"
        case .keyMode: "chmod 600"
        case .bootImage, .xml, .bootStreams, .folderName, .xmlFacts, .playlist, .playlistFiles,
            .playlistParts, .playlistDurations, .index:
            "run the same download again: it writes playlists and XML anew"
        case .partials: "run the same download again: it goes on with the file, or removes it"
        case .orphans: "delete the file if nobody needs it"
        }
    }
}
