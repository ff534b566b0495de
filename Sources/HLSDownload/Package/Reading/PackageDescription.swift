internal import DownloadCore

/// The `.movpkg` XML of a package, as we write it or others do: what is said in it, not what is
/// true.
///
/// Layout: `root.xml` names the boot image; `boot.xml` (HLSMoviePackage 1.0) lists streams and data
/// items; each stream's folder has a `StreamInfoBoot.xml`.
struct PackageDescription: Sendable, Hashable {
    /// Path of the boot image; `boot.xml` where `root.xml` is missing.
    var bootImage: String
    var boot: BootImage
    /// One for each stream of the boot image.
    var streams: [StreamInfo]

    static let root = "root.xml"
    static let defaultBootImage = "boot.xml"
    static let streamInfo = "StreamInfoBoot.xml"
    /// Bytes of one XML file: the segments of more than ten days.
    static let mostBytes = 256 << 20
    static let mostStreams = 1000
    static let mostSegments = 1_000_000
}

/// What `boot.xml` says.
struct BootImage: Sendable, Hashable {
    struct Stream: Sendable, Hashable {
        var id: String
        /// Folder, relative to the package.
        var path: String
        var url: String
        var isComplete = false
    }

    var version = ""
    /// The multivariant playlist.
    var url = ""
    var streams: [Stream] = []
    var dataFolder = PackageLayout.dataFolder
    /// Paths of kept files as they are written.
    var dataItems: [String] = []
}

/// What `StreamInfoBoot.xml` says of one stream.
struct StreamInfo: Sendable, Hashable {
    struct Segment: Sendable, Hashable {
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

    var version = ""
    var isComplete = false
    var peakBitRate = 0
    /// The media playlist, and its copy in the package.
    var url = ""
    var localCopy: String?
    var type = ""
    var bytesStored = 0
    var segments: [Segment] = []
}

// MARK: - From text

extension BootImage {
    /// - Throws: ``XMLFault``.
    init(parsing bytes: [UInt8]) throws(XMLFault) {
        var scanner = try XMLScanner(bytes)
        var path: [String] = []
        while let event = try scanner.next() {
            switch event {
            case .end: path.removeLast()
            case .text(let text): take(text, at: path)
            case .start(let name, let attributes):
                path.append(name)
                try begin(attributes, at: path, scanner)
            }
        }
    }

    private mutating func begin(
        _ attributes: [String: String], at path: [String], _ scanner: XMLScanner
    ) throws(XMLFault) {
        switch path.dropFirst() {
        case []:
            guard path == ["HLSMoviePackage"] else {
                throw scanner.fault("the root element is <\(path[0])>, not <HLSMoviePackage>")
            }
        case ["Streams", "Stream"]:
            guard let folder = attributes["Path"] else {
                throw scanner.fault("a <Stream> has no Path")
            }
            guard streams.count < PackageDescription.mostStreams else {
                throw scanner.fault("there are more than \(PackageDescription.mostStreams) streams")
            }
            streams.append(
                Stream(
                    id: attributes["ID"] ?? folder, path: folder,
                    url: attributes["NetworkURL"] ?? ""))
        case ["DataItems"]: dataFolder = attributes["Directory"] ?? dataFolder
        default: break
        }
    }

    private mutating func take(_ text: String, at path: [String]) {
        switch path.dropFirst() {
        case ["Version"]: version += text
        case ["MasterPlaylist", "NetworkURL"]: url += text
        case ["Streams", "Stream", "Complete"] where !streams.isEmpty:
            streams[streams.count - 1].isComplete = text == "YES"
        case ["DataItems", "DataItem", "Path"], ["DataItems", "DataItem", "DataPath"]:
            if dataItems.count < PackageDescription.mostStreams * 2 { dataItems.append(text) }
        default: break
        }
    }

    /// The path that `root.xml` names.
    /// - Throws: ``XMLFault``.
    static func name(inRoot bytes: [UInt8]) throws(XMLFault) -> String {
        var scanner = try XMLScanner(bytes)
        var path: [String] = []
        var name = ""
        while let event = try scanner.next() {
            switch event {
            case .start(let element, _): path.append(element)
            case .text(let text): if path.dropFirst() == ["BootImage"] { name += text }
            case .end: path.removeLast()
            }
        }
        guard !name.isEmpty else { throw scanner.fault("it names no <BootImage>") }
        return name
    }
}

extension StreamInfo {
    /// - Throws: ``XMLFault``.
    init(parsing bytes: [UInt8]) throws(XMLFault) {
        var scanner = try XMLScanner(bytes)
        var path: [String] = []
        while let event = try scanner.next() {
            switch event {
            case .end: path.removeLast()
            case .text(let text): try take(text, at: path, scanner)
            case .start(let name, let attributes):
                path.append(name)
                try begin(attributes, at: path, scanner)
            }
        }
    }

    private mutating func begin(
        _ attributes: [String: String], at path: [String], _ scanner: XMLScanner
    ) throws(XMLFault) {
        switch path.dropFirst() {
        case []:
            guard path == ["StreamInfo"] else {
                throw scanner.fault("the root element is <\(path[0])>, not <StreamInfo>")
            }
        case ["MediaSegments", "SEG"], ["MediaSegments", "INIT"]:
            guard segments.count < PackageDescription.mostSegments else {
                throw scanner.fault(
                    "there are more than \(PackageDescription.mostSegments) segments")
            }
            segments.append(
                try segment(attributes, isInitSection: path.last == "INIT", scanner))
        default: break
        }
    }

    private func segment(
        _ attributes: [String: String], isInitSection: Bool, _ scanner: XMLScanner
    ) throws(XMLFault) -> Segment {
        guard let path = attributes["PATH"] else { throw scanner.fault("a segment has no PATH") }
        func count(_ name: String, orElse value: Int?) throws(XMLFault) -> Int {
            guard let text = attributes[name] else {
                guard let value else { throw scanner.fault("the segment '\(path)' has no \(name)") }
                return value
            }
            guard let number = Int(packageText: text) else {
                throw scanner.fault("\(name) of the segment '\(path)' is '\(text)'")
            }
            return number
        }
        func time(_ name: String, orElse value: Duration?) throws(XMLFault) -> Duration {
            guard let text = attributes[name] else {
                guard let value else { throw scanner.fault("the segment '\(path)' has no \(name)") }
                return value
            }
            guard let time = Duration(packageText: text) else {
                throw scanner.fault("\(name) of the segment '\(path)' is '\(text)'")
            }
            return time
        }
        return Segment(
            isInitSection: isInitSection, url: attributes["URL"] ?? "", path: path,
            start: try time("Tim", orElse: isInitSection ? .zero : nil),
            duration: try time("Dur", orElse: isInitSection ? .zero : nil),
            offset: try count("Off", orElse: 0), length: try count("Len", orElse: nil),
            number: try count("SeqNum", orElse: 0))
    }

    private mutating func take(
        _ text: String, at path: [String], _ scanner: XMLScanner
    ) throws(XMLFault) {
        func number() throws(XMLFault) -> Int {
            guard let number = Int(packageText: text) else {
                throw scanner.fault("<\(path.last ?? "")> is '\(text)', no number")
            }
            return number
        }
        switch path.dropFirst() {
        case ["Version"]: version += text
        case ["Complete"]: isComplete = text == "YES"
        case ["PeakBandwidth"]: peakBitRate = try number()
        case ["MediaPlaylist", "NetworkURL"]: url += text
        case ["MediaPlaylist", "PathToLocalCopy"]: localCopy = (localCopy ?? "") + text
        case ["Type"]: type += text
        case ["MediaBytesStored"]: bytesStored = try number()
        default: break
        }
    }
}

extension Int {
    /// A count or a place as a package writes it: digits alone, at most 18 of them.
    init?(packageText text: String) {
        guard (1...18).contains(text.utf8.count), text.utf8.allSatisfy({ $0 &- 48 < 10 }) else {
            return nil
        }
        self.init(text)
    }
}

extension Duration {
    /// Seconds as a package writes them: digits, with a fraction or without, to the nanosecond. At
    /// most 12 years.
    init?(packageText text: String) {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let seconds = Int(packageText: String(parts[0])), seconds < 400_000_000 else {
            return nil
        }
        self = .seconds(seconds)
        guard parts.count > 1 else { return }
        let digits = parts[1].prefix(9)
        guard parts[1].utf8.allSatisfy({ $0 &- 48 < 10 }),
            let fraction = Int(digits + String(repeating: "0", count: 9 - digits.utf8.count))
        else { return nil }
        self += .nanoseconds(fraction)
    }
}

// MARK: - From a package

extension PackageDescription {
    /// Reads root, boot image and the streams' own files.
    /// - Returns: nil when the package has no boot image.
    /// - Throws: ``PackageReadingError`` naming the first file that cannot be used.
    static func read(in folder: PackageFolder) throws(PackageReadingError) -> PackageDescription? {
        let image = try bootImage(in: folder)
        guard let bytes = try bytes(of: image.path, folder, isNeeded: image.isNamed) else {
            return nil
        }
        let boot = try parsed(image.path, folder) { () throws(XMLFault) in
            try BootImage(parsing: bytes)
        }
        var streams: [StreamInfo] = []
        for stream in boot.streams {
            try check(stream.path, in: image.path, folder)
            streams.append(try streamInfo(of: stream, in: folder))
        }
        return PackageDescription(bootImage: image.path, boot: boot, streams: streams)
    }

    private static func bootImage(
        in folder: PackageFolder
    ) throws(PackageReadingError) -> (path: String, isNamed: Bool) {
        guard let bytes = try bytes(of: root, folder, isNeeded: false) else {
            return (defaultBootImage, false)
        }
        let name = try parsed(root, folder) { () throws(XMLFault) in
            try BootImage.name(inRoot: bytes)
        }
        try check(name, in: root, folder)
        return (name, true)
    }

    private static func streamInfo(
        of stream: BootImage.Stream, in folder: PackageFolder
    ) throws(PackageReadingError) -> StreamInfo {
        let path = "\(stream.path)/\(streamInfo)"
        let text = try bytes(of: path, folder, isNeeded: true) ?? []
        let info = try parsed(path, folder) { () throws(XMLFault) in
            try StreamInfo(parsing: text)
        }
        for segment in info.segments { try check(segment.path, in: path, folder) }
        if let copy = info.localCopy { try check(copy, in: path, folder) }
        return info
    }

    private static func parsed<Value>(
        _ file: String, _ folder: PackageFolder, _ parse: () throws(XMLFault) -> Value
    ) throws(PackageReadingError) -> Value {
        do throws(XMLFault) {
            return try parse()
        } catch {
            throw PackageReadingError(
                package: folder.path, file: file, fault: .malformed("\(error)"))
        }
    }

    private static func bytes(
        of path: String, _ folder: PackageFolder, isNeeded: Bool
    ) throws(PackageReadingError) -> [UInt8]? {
        do throws(PackageFileFault) {
            return try folder.bytes(of: path, limit: mostBytes)
        } catch {
            if error == .missing, !isNeeded { return nil }
            throw PackageReadingError(package: folder.path, file: path, error)
        }
    }

    private static func check(
        _ name: String, in file: String, _ folder: PackageFolder
    ) throws(PackageReadingError) {
        guard let reason = PackagePath.fault(in: name) else { return }
        throw PackageReadingError(
            package: folder.path, file: file, fault: .unsafeName(name, reason: reason))
    }
}
