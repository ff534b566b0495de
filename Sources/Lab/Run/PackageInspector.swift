internal import Crypto
internal import Foundation
internal import HLSDownload
internal import HLSPlaylist
internal import Scenarios

/// Reads a package as the judge does: every file's bytes, and the playlists that a player would
/// follow. The manifest only says where to look.
struct PackageInspector {
    /// The package's folder.
    let root: String
    let catalog: AssetCatalog

    /// - Parameter requested: ids of the streams to look for.
    func inspect(_ requested: [String]) throws(LabError) -> PackageEvidence {
        var evidence = PackageEvidence()
        guard let data = FileManager.default.contents(atPath: root + "/manifest.json") else {
            evidence.playlistFaults.append("there is no manifest.json")
            return evidence
        }
        let manifest: PackageManifest
        do {
            manifest = try JSONDecoder().decode(PackageManifest.self, from: data)
        } catch {
            evidence.playlistFaults.append("manifest.json cannot be read: \(error)")
            return evidence
        }
        for id in requested {
            guard let expected = catalog.stream(id),
                let stream = manifest.streams.first(where: { hasPath(expected.playlist, $0.url) })
            else { continue }
            evidence.streams[id] = try stream.evidence(in: self)
            for part in stream.parts where part.path != nil {
                let words = part.attestation ?? "nothing"
                evidence.attestations[words, default: 0] += 1
            }
            evidence.playlistFaults += faults(of: stream)
        }
        evidence.playlistFaults += multivariantFaults(manifest)
        evidence.keptBytes = try keptBytes()
        return evidence
    }

    /// Whether a URL is that of a path below the asset's root.
    private func hasPath(_ path: String, _ url: String) -> Bool {
        let address = url.prefix { $0 != "?" && $0 != "#" }
        return address.hasSuffix("/" + path)
    }

    /// Length and digest of a file of the package; nil when it is not there or no regular file.
    func part(at path: String?) throws(LabError) -> PackageEvidence.Part? {
        guard let path, isInside(path) else { return nil }
        let absolute = root + "/" + path
        let values = try? URL(filePath: absolute).resourceValues(forKeys: [.isRegularFileKey])
        // No such file is what "missing" means.
        guard values?.isRegularFile == true else { return nil }
        do {
            let bytes = try Data(contentsOf: URL(filePath: absolute), options: .mappedIfSafe)
            return PackageEvidence.Part(
                path: path, length: bytes.count, sha256: SHA256.hash(data: bytes).hexadecimal)
        } catch {
            throw LabError(.run, "cannot read \(absolute): \(RunFolder.reason(error))")
        }
    }

    private func keptBytes() throws(LabError) -> Int {
        let hasKeys = FileManager.default.fileExists(atPath: root + "/Keys")
        return try bytes(in: "Data") + (hasKeys ? bytes(in: "Keys") : 0)
    }

    /// Of all files of a folder.
    private func bytes(in folder: String) throws(LabError) -> Int {
        do {
            let names = try FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)")
            return try names.reduce(0) { sum, name in
                let url = URL(filePath: "\(root)/\(folder)/\(name)")
                return sum + (try url.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0)
            }
        } catch {
            throw LabError(.run, "cannot read \(root)/\(folder): \(RunFolder.reason(error))")
        }
    }

    private func isInside(_ path: String) -> Bool {
        !path.hasPrefix("/") && !path.split(separator: "/").contains("..")
    }
}

// MARK: - The playlists of the folder

extension PackageInspector {
    /// What keeps a player from playing a stream as the manifest describes it.
    private func faults(of stream: PackageManifest.Stream) -> [String] {
        guard case .media(let playlist)? = playlist(at: stream.playlist) else {
            return ["\(stream.playlist) is no media playlist"]
        }
        let listed = playlist.segments.map { $0.isGap ? nil : "\(stream.folder)/\($0.uri)" }
        let stored = stream.parts.filter { $0.kind != "initSection" }.map(\.path)
        guard listed == stored else {
            return ["\(stream.playlist) does not list the stored segments in their order"]
        }
        let seconds = playlist.segments.map { $0.duration / .seconds(1) }
        let expected = stream.parts.filter { $0.kind != "initSection" }.map(\.seconds)
        guard zip(seconds, expected).allSatisfy({ abs($0 - $1) < 1e-5 }) else {
            return ["\(stream.playlist) has other durations than the original"]
        }
        if let fault = keyFault(of: playlist, in: stream.folder) { return [fault] }
        return playlist.hasEndList ? [] : ["\(stream.playlist) has no end"]
    }

    /// The first key that a player would not find, or that the asset does not have.
    private func keyFault(of playlist: MediaPlaylist, in folder: String) -> String? {
        let known = Set((catalog.keys ?? []).map(\.bytes))
        let keys = playlist.segments.flatMap { $0.keys + ($0.map?.keys ?? []) }
        let fromApp = Set((catalog.keys ?? []).filter { $0.path == nil }.map(\.uri))
        for uri in Set(keys.filter { $0.method != .none }.compactMap(\.uri)).sorted()
        where !fromApp.contains(uri) {
            let path = URL(filePath: "/\(folder)/\(uri)").standardized.path
            guard let bytes = FileManager.default.contents(atPath: root + path) else {
                return "the key \(uri) of \(folder) is not there"
            }
            guard known.contains(bytes.hexadecimal) else {
                return "the key \(uri) of \(folder) is none of the asset's"
            }
        }
        return nil
    }

    private func multivariantFaults(_ manifest: PackageManifest) -> [String] {
        guard case .multivariant(let playlist)? = playlist(at: "index.m3u8") else {
            return ["index.m3u8 is no multivariant playlist"]
        }
        let listed = playlist.variants.map(\.uri) + playlist.renditions.compactMap(\.uri)
        let missing = manifest.streams.map(\.playlist).filter { !listed.contains($0) }
        return missing.map { "index.m3u8 does not name \($0)" }
    }

    private func playlist(at path: String) -> Playlist? {
        guard isInside(path), let data = FileManager.default.contents(atPath: root + "/" + path)
        else { return nil }
        // A playlist that cannot be parsed is reported by the caller as what it is not.
        return try? Playlist(parsing: [UInt8](data))
    }
}

extension PackageManifest.Stream {
    fileprivate func evidence(in package: PackageInspector) throws(LabError)
        -> PackageEvidence.Stream
    {
        var result = PackageEvidence.Stream(segments: [])
        for part in parts {
            let found = try package.part(at: part.path)
            if part.kind == "initSection" {
                result.initSection = result.initSection ?? found
            } else {
                result.segments.append(found)
            }
        }
        return result
    }
}
