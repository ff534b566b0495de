internal import Crypto
internal import FixtureOrigin
internal import Foundation
internal import LinkModel
internal import Scenarios

/// Digests that tell whether something is what it was.
enum SuiteDigest {
    static func of(_ parts: [String]) -> String {
        var digest = SHA256()
        for part in parts {
            // The length before each, so that no two lists give the same bytes.
            digest.update(data: Array("\(part.utf8.count)\n".utf8))
            digest.update(data: Array(part.utf8))
        }
        return digest.finalize().hexadecimal
    }

    /// Of the catalog and of every file that the origin serves, by length and entity tag.
    static func of(_ asset: OriginAsset) throws(LabError) -> String {
        of(
            [try asset.catalog.jsonLine()]
                + asset.resources.map { "\($0.path) \($0.length) \($0.entityTag)" })
    }

    static func of(_ profile: LinkProfile) -> String {
        let companion = ProfileText.companion(of: profile)
        return of([
            profile.id, ProfileText.of(profile),
            companion.map { String(decoding: $0.bytes, as: UTF8.self) } ?? "",
        ])
    }

    /// Of a file, read in pieces; of the running program, `/proc/self/exe`.
    static func ofFile(_ path: String) throws(LabError) -> String {
        do {
            let file = try FileHandle(forReadingFrom: URL(filePath: path))
            var digest = SHA256()
            while let bytes = try file.read(upToCount: 1 << 20), !bytes.isEmpty {
                digest.update(data: bytes)
            }
            return digest.finalize().hexadecimal
        } catch {
            throw LabError(.run, "cannot read the program \(path): \(RunFolder.reason(error))")
        }
    }
}
