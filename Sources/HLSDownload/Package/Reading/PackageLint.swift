internal import DownloadCore
internal import HLSPlaylist

/// Checks the layout of a package: XML, playlists, names, files. It reads no media; see
/// ``PackageVerifier`` for the bytes.
public enum PackageLint {
    /// Findings that are kept.
    public static let mostFindings = 1000

    /// Checks the package in a folder.
    /// - Returns: what is wrong, in the order of manifest, XML, playlists, files; empty for a
    ///   package without fault. A folder that cannot be read is a finding, too.
    public static func check(_ path: String) -> [PackageFinding] {
        do throws(PackageReadingError) {
            let folder = try PackageFolder(path)
            do throws(PackageReadingError) {
                var run = PackageLintRun(folder: folder, package: try MoviePackage(in: folder))
                return Array(run.perform().prefix(mostFindings))
            } catch {
                // What the files say is still worth knowing.
                return [PackageFinding(error)]
            }
        } catch {
            return [PackageFinding(error)]
        }
    }
}

/// One check of a package: what was found so far, and what was named.
struct PackageLintRun {
    let folder: PackageFolder
    let package: MoviePackage
    private(set) var findings: [PackageFinding] = []
    /// Paths that something in the package names.
    var named: Set<String> = [
        PackageLayout.manifest, PackageDescription.root, PackageLayout.multivariantPlaylist,
        PackageLayout.originalPlaylist(.multivariantPlaylist),
    ]

    init(folder: PackageFolder, package: MoviePackage) {
        self.folder = folder
        self.package = package
    }

    mutating func note(_ finding: PackageFinding) {
        // Beyond that nobody reads, and a hostile package could have millions.
        if findings.count < PackageLint.mostFindings { findings.append(finding) }
    }

    mutating func perform() -> [PackageFinding] {
        checkManifest()
        checkXML()
        checkPlaylists()
        checkFiles()
        return findings
    }
}

// MARK: - Manifest

extension PackageLintRun {
    private mutating func checkManifest() {
        guard let manifest = package.manifest else {
            note(
                PackageFinding(
                    .manifest, .warning, path: PackageLayout.manifest,
                    "it is not there: the package can be played, and not be verified"))
            return
        }
        let isAllThere =
            !package.streams.isEmpty && package.streams.allSatisfy(\.isDeclaredComplete)
        if manifest.isComplete != isAllThere {
            note(
                PackageFinding(
                    .manifestComplete, path: PackageLayout.manifest,
                    "it says that the package is \(manifest.isComplete ? "" : "in")complete, and "
                        + "its parts say otherwise"))
        }
        var seen: Set<String> = []
        for part in package.streams.flatMap(\.parts) {
            guard let path = part.path else { continue }
            if !seen.insert(path).inserted {
                note(PackageFinding(.oneFileEach, path: path, "it is the file of two parts"))
            }
        }
    }
}

// MARK: - XML

extension PackageLintRun {
    private mutating func checkXML() {
        if let fault = package.xmlFault { return note(PackageFinding(fault)) }
        guard let description = package.description, let streams = package.xmlStreams else {
            let path = PackageDescription.defaultBootImage
            return note(PackageFinding(.bootImage, path: path, "it is not there"))
        }
        named.insert(description.bootImage)
        if folder.size(of: PackageDescription.root) == nil {
            note(PackageFinding(.bootImage, path: PackageDescription.root, "it is not there"))
        }
        if description.boot.version != "1.0" {
            note(
                PackageFinding(
                    .xml, path: description.bootImage,
                    "its version is '\(description.boot.version)', and 1.0 is known"))
        }
        checkDataItems(description)
        let listed = description.boot.streams.map(\.path)
        for stream in package.streams where !listed.contains(stream.folder) {
            note(
                PackageFinding(
                    .bootStreams, path: description.bootImage,
                    "it does not list '\(stream.folder)', the folder of \(stream.label)"))
        }
        for (index, stream) in streams.enumerated() {
            let info = description.streams[index]
            named.insert("\(stream.folder)/\(PackageDescription.streamInfo)")
            checkName(of: stream)
            checkCopy(info, of: stream)
            guard package.manifest != nil else { continue }
            guard let other = package.streams.first(where: { $0.folder == stream.folder }) else {
                note(
                    PackageFinding(
                        .bootStreams, path: description.bootImage,
                        "it lists '\(stream.folder)', which is no stream of the manifest"))
                continue
            }
            if let difference = difference(info, stream, other) {
                note(
                    PackageFinding(
                        .xmlFacts, path: "\(stream.folder)/\(PackageDescription.streamInfo)",
                        difference))
            }
        }
    }

    private mutating func checkDataItems(_ description: PackageDescription) {
        for item in description.boot.dataItems {
            let candidates = [item, "\(description.boot.dataFolder)/\(item)"]
            if let path = candidates.first(where: { folder.size(of: $0) != nil }) {
                named.insert(path)
            } else {
                note(
                    PackageFinding(
                        .bootImage, path: description.bootImage,
                        "it names the data item '\(item)', which is no file of the package"))
            }
        }
    }

    private mutating func checkName(of stream: MoviePackage.Stream) {
        let end = stream.folder.split(separator: "-").last.map(String.init) ?? ""
        if end != String(stream.peakBitRate) {
            note(
                PackageFinding(
                    .folderName, path: stream.folder,
                    "its name ends in '\(end)', and the peak bandwidth of the stream is "
                        + "\(stream.peakBitRate)"))
        }
    }

    private mutating func checkCopy(_ info: StreamInfo, of stream: MoviePackage.Stream) {
        guard let copy = info.localCopy else { return }
        if let path = stream.originalPlaylist {
            named.insert(path)
        } else {
            note(
                PackageFinding(
                    .xml, path: "\(stream.folder)/\(PackageDescription.streamInfo)",
                    "it names the playlist '\(copy)', which is no file of the package"))
        }
    }

    /// The first thing in which XML and manifest differ.
    private func difference(
        _ info: StreamInfo, _ xml: MoviePackage.Stream, _ manifest: MoviePackage.Stream
    ) -> String? {
        if manifest.peakBitRate > 0, xml.peakBitRate != manifest.peakBitRate {
            return "it has the peak bandwidth \(xml.peakBitRate), the manifest "
                + "\(manifest.peakBitRate)"
        }
        if xml.url != manifest.url || info.url != manifest.url {
            return "it has another address of the playlist than the manifest"
        }
        if xml.isDeclaredComplete != manifest.isDeclaredComplete {
            return "it says that the stream is \(xml.isDeclaredComplete ? "" : "in")complete, and "
                + "the manifest says otherwise"
        }
        let stored = manifest.parts.filter { $0.path != nil }
        guard xml.parts.count == stored.count else {
            return "it lists \(xml.parts.count) parts, the manifest \(stored.count)"
        }
        for (mine, other) in zip(xml.parts, stored) {
            guard mine.path == other.path, mine.kind == other.kind, mine.number == other.number,
                mine.length == other.length, mine.offset == other.offset,
                (mine.duration - other.duration).magnitude <= .microseconds(2),
                (mine.start - other.start).magnitude <= .milliseconds(1)
            else {
                return "it describes '\(mine.path ?? "")' in another way than the manifest "
                    + "describes '\(other.path ?? "")'"
            }
        }
        let sum = stored.reduce(0) { $0 &+ ($1.length ?? 0) }
        return info.bytesStored == sum
            ? nil : "it counts \(info.bytesStored) bytes, the manifest \(sum)"
    }
}
