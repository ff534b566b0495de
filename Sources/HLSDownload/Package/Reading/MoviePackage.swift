/// A package on disk as it describes itself: its streams, and where each part of them lies. What it
/// says may be wrong; see ``PackageVerifier`` for whether it is true.
///
/// It reads packages of this library, by their `manifest.json`, and the publicly known `.movpkg`
/// layout as others write it, by `boot.xml` and the `StreamInfoBoot.xml` of each stream. It writes
/// nothing, follows no links, and lets no name lead out of the package.
public struct MoviePackage: Sendable, Hashable {
    /// Where the description of the streams comes from.
    public enum Source: String, Sendable, Hashable {
        /// `manifest.json`: every part with digest and what vouched for it, those that are missing
        /// included.
        case manifest
        /// The XML: the parts that are stored.
        case xml
    }

    /// The folder as it was given.
    public let path: String
    public let source: Source
    /// Address that the download was begun with; empty when the package does not say.
    public let url: String
    /// Whether the package says of itself that all is there.
    public let isDeclaredComplete: Bool
    /// In the order of ``source``: video first in packages of this library.
    public let streams: [Stream]
    /// The certificate; nil in a package of others.
    public let manifest: PackageManifest?
    /// The streams as the XML has them; nil when there is none.
    public let xmlStreams: [Stream]?
    /// Why there is XML that cannot be read, beside a manifest that can.
    public let xmlFault: PackageReadingError?

    let description: PackageDescription?

    /// One media playlist and its parts.
    public struct Stream: Sendable, Hashable {
        /// What a stream is for.
        public enum Kind: String, Sendable, Hashable, Codable {
            /// With sound when that is not apart.
            case video
            case audio, subtitles
        }

        public var kind: Kind
        /// The media playlist's URI as the multivariant playlist wrote it; nil when only the XML
        /// describes the stream.
        public var uri: String?
        /// Where the media playlist was fetched from.
        public var url: String
        public var name: String?
        /// BCP 47.
        public var language: String?
        public var channels: Int?
        /// Bits per second as declared; 0 for renditions and when not declared.
        public var peakBitRate: Int
        /// Whether the package says of the stream that all of it is there.
        public var isDeclaredComplete: Bool
        /// Relative to the package, as all paths here.
        public var folder: String
        /// The playlist for players; nil when none is described.
        public var playlist: String?
        /// The playlist as the server wrote it; nil when none is kept.
        public var originalPlaylist: String?
        /// In playing order.
        public var parts: [Part]
    }

    /// An init section, a media segment or a gap.
    public struct Part: Sendable, Hashable {
        /// What a part is.
        public enum Kind: String, Sendable, Hashable, Codable {
            case initSection, segment
            /// A segment that the origin never had (EXT-X-GAP): no file, and no hole.
            case gap
        }

        public var kind: Kind
        /// Media sequence number; of an init section its place among them.
        public var number: Int
        /// From the begin of the stream.
        public var start: Duration
        /// From EXTINF; zero for an init section.
        public var duration: Duration
        /// As the playlist wrote it, or the full address where only the XML describes it.
        public var uri: String
        /// First byte in the resource that it was taken from.
        public var offset: Int
        /// Nil while it is not there.
        public var path: String?
        /// Bytes; nil while it is not there.
        public var length: Int?
        /// Lower-case hexadecimal; nil without a manifest.
        public var sha256: String?
        /// What vouched for the bytes when they came, in words; nil without a manifest.
        public var attestation: String?
        /// METHOD of the part's EXT-X-KEY; nil: in the clear, or not known.
        public var encryption: String?
        /// Path of the key.
        public var key: String?
    }
}

extension MoviePackage {
    /// Bytes of a manifest that are read: those of some million parts.
    static let mostManifestBytes = 1 << 30
    /// Parts of all streams together.
    static let mostParts = 3_000_000

    /// Reads the description of the package in a folder.
    /// - Throws: ``PackageReadingError`` when there is none, or one that cannot be used.
    public init(at path: String) throws(PackageReadingError) {
        try self.init(in: PackageFolder(path))
    }

    init(in folder: PackageFolder) throws(PackageReadingError) {
        let manifest = try PackageManifest(in: folder)
        var fault: PackageReadingError?
        var description: PackageDescription?
        do throws(PackageReadingError) {
            description = try PackageDescription.read(in: folder)
        } catch {
            guard manifest != nil else { throw error }
            fault = error
        }
        guard manifest != nil || description != nil else {
            throw PackageReadingError(package: folder.path, fault: .notAPackage)
        }
        let xmlStreams = description.map { Self.streams(of: $0, in: folder) }
        path = folder.path
        source = manifest == nil ? .xml : .manifest
        url = manifest?.url ?? description?.boot.url ?? ""
        streams = manifest.map { Self.streams(of: $0, description) } ?? xmlStreams ?? []
        isDeclaredComplete =
            manifest?.isComplete
            ?? (!streams.isEmpty && streams.allSatisfy(\.isDeclaredComplete))
        self.manifest = manifest
        self.description = description
        self.xmlStreams = xmlStreams
        xmlFault = fault
    }
}

extension MoviePackage.Stream {
    /// The stream for people: kind, name, language, and its address where that tells it from others.
    public var label: String {
        let facts = [name.map { "'\($0)'" }, language.map { "(\($0))" }].compactMap(\.self)
        let place = facts.isEmpty ? [uri.flatMap { $0.isEmpty ? nil : $0 } ?? folder] : facts
        return ([kind.rawValue] + place).joined(separator: " ")
    }

    /// When the last part ends.
    public var duration: Duration {
        parts.last.map { $0.start + $0.duration } ?? .zero
    }

    /// A part for people, counted from one: `segment 3`, `init section 1`.
    func label(ofPart index: Int) -> String {
        let part = parts[index]
        let isSection = part.kind == .initSection
        let place = parts[...index].count { ($0.kind == .initSection) == isSection }
        return "\(isSection ? "init section" : "segment") \(place)"
    }
}
