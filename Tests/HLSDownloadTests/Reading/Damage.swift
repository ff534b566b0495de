import Foundation
@testable import HLSDownload
import Testing

/// One thing that can happen to a package on disk, and what has to be found first.
struct Damage: Sendable, CustomTestStringConvertible {
    enum Finder: Sendable {
        /// The bytes against the certificate.
        case verify
        /// The layout.
        case lint
    }

    var name: String
    var finder: Finder
    /// Of the first finding.
    var rule: PackageRule
    var path: String
    /// In its message.
    var words: String
    /// In the first hole; empty: there is none to name.
    var hole = ""
    var apply: @Sendable (TestPackage) throws -> Void

    var testDescription: String { name }

    private static let video = "0-900000"
    private static let third = "0-900000/00002.ts"

    static let all = bytes + certificate + layout + playlists + names

    static let bytes: [Damage] = [
        Damage(
            name: "a flipped bit", finder: .verify, rule: .partDigest, path: third,
            words: "its SHA-256 begins with",
            hole: "segment 3 of video high.m3u8, 8 s to 12 s: \(third): its SHA-256"
        ) { try $0.editBytes(third) { $0[5000] ^= 0x10 } },
        Damage(
            name: "a file cut short", finder: .verify, rule: .partLength, path: third,
            words: "it has 7332 bytes, and 7520 are written down", hole: "segment 3"
        ) { try $0.editBytes(third) { $0.removeLast(188) } },
        Damage(
            name: "a file with more at its end", finder: .verify, rule: .partLength, path: third,
            words: "it has 7521 bytes", hole: "segment 3"
        ) { try $0.editBytes(third) { $0.append(0) } },
        Damage(
            name: "an empty file", finder: .verify, rule: .partLength, path: third,
            words: "it has 0 bytes", hole: "segment 3"
        ) { try $0.editBytes(third) { $0 = [] } },
        Damage(
            name: "zeros of a crash", finder: .verify, rule: .partDigest, path: third,
            words: "SHA-256", hole: "segment 3"
        ) { try $0.editBytes(third) { $0 = Array(repeating: 0, count: $0.count) } },
        Damage(
            name: "a deleted segment", finder: .verify, rule: .partThere, path: third,
            words: "it is not there", hole: "segment 3 of video high.m3u8, 8 s to 12 s"
        ) { try $0.remove(third) },
        Damage(
            name: "a deleted segment of audio", finder: .verify, rule: .partThere,
            path: "1-0/00000.aac", words: "it is not there",
            hole: "segment 1 of audio 'English' (en), 0 s to 4 s"
        ) { try $0.remove("1-0/00000.aac") },
        Damage(
            name: "two segments swapped", finder: .verify, rule: .partDigest,
            path: "\(video)/00001.ts", words: "SHA-256", hole: "segment 2"
        ) { try $0.swap("\(video)/00001.ts", third) },
        Damage(
            name: "a segment of another language", finder: .verify, rule: .partDigest,
            path: "1-0/00001.aac", words: "SHA-256", hole: "audio 'English' (en)"
        ) { try $0.swap("1-0/00001.aac", "2-0/00001.aac") },
    ]

    static let certificate: [Damage] = [
        Damage(
            name: "a length changed in the manifest", finder: .verify, rule: .partLength,
            path: third, words: "it has 7520 bytes, and 7521 are written down", hole: "segment 3"
        ) { try $0.editManifest { $0.streams[0].parts[2].length = 7521 } },
        Damage(
            name: "a digest changed in the manifest", finder: .verify, rule: .partDigest,
            path: third, words: "SHA-256", hole: "segment 3"
        ) {
            try $0.editManifest {
                $0.streams[0].parts[2].sha256 = String(repeating: "0", count: 64)
            }
        },
        Damage(
            name: "a duration changed in the manifest", finder: .verify, rule: .originalParts,
            path: "manifest.json", words: "has 40 s for it, the playlist 4 s",
            hole: "segment 3 of video high.m3u8, 8 s to 12 s"
        ) { try $0.editManifest { $0.streams[0].parts[2].seconds = 40 } },
        Damage(
            name: "a part dropped from the manifest", finder: .verify, rule: .originalParts,
            path: "manifest.json", words: "in the place of segment 'v2.ts?token=1'",
            hole: "segment 3 of video high.m3u8, 8 s to 12 s"
        ) { try $0.editManifest { $0.streams[0].parts.remove(at: 2) } },
        Damage(
            name: "the last part dropped from the manifest", finder: .verify, rule: .originalParts,
            path: "manifest.json", words: "the manifest ends before it",
            hole: "segment 5 of video high.m3u8, 16 s to 18.5 s"
        ) { try $0.editManifest { $0.streams[0].parts.removeLast() } },
        Damage(
            name: "a part twice in the manifest", finder: .verify, rule: .originalParts,
            path: "manifest.json", words: "in the place of segment 'v3.ts?token=1'",
            hole: "segment 4"
        ) {
            try $0.editManifest { $0.streams[0].parts.insert($0.streams[0].parts[2], at: 3) }
        },
        Damage(
            name: "a file that serves two parts", finder: .verify, rule: .oneFileEach,
            path: third, words: "it is the file of two parts", hole: "segment 4"
        ) {
            try $0.editManifest {
                for field in [\PackageManifest.Part.path, \.sha256] {
                    $0.streams[0].parts[3][keyPath: field] =
                        $0.streams[0].parts[2][keyPath: field]
                }
            }
        },
        Damage(
            name: "a segment made a gap", finder: .verify, rule: .originalParts,
            path: "manifest.json", words: "the manifest has gap", hole: "segment 3"
        ) {
            try $0.editManifest {
                $0.streams[0].parts[2].kind = "gap"
                $0.streams[0].parts[2].path = nil
            }
        },
        Damage(
            name: "parts forgotten and called complete", finder: .verify, rule: .manifestComplete,
            path: "manifest.json", words: "complete, and lists parts that are not there",
            hole: "segment 3"
        ) { try $0.editManifest { $0.streams[0].parts[2].path = nil } },
        Damage(
            name: "another variant's bitrate", finder: .verify, rule: .variant,
            path: "Data/multivariant.m3u8", words: "'high.m3u8' with 400000 bit/s"
        ) { try $0.editManifest { $0.variant?.peakBitRate = 400_000 } },
        Damage(
            name: "another variant in the place of the one asked for", finder: .verify,
            rule: .variant, path: "manifest.json", words: "the variant asked for 'low.m3u8'"
        ) {
            try $0.editManifest {
                $0.variant?.uri = "low.m3u8"
                $0.variant?.peakBitRate = 400_000
            }
        },
        Damage(
            name: "nothing that vouched", finder: .verify, rule: .attestation, path: third,
            words: "nothing says what vouched for it", hole: "segment 3"
        ) { try $0.editManifest { $0.streams[0].parts[2].attestation = nil } },
        Damage(
            name: "an original playlist gone", finder: .verify, rule: .original,
            path: "Data/0.m3u8", words: "it is not there"
        ) { try $0.remove("Data/0.m3u8") },
        Damage(
            name: "an original playlist with more in it", finder: .verify, rule: .originalParts,
            path: "manifest.json", words: "the manifest ends before it",
            hole: "segment 6 of video high.m3u8, 18.5 s to 19.5 s"
        ) { try $0.replace("Data/0.m3u8", "#EXT-X-ENDLIST", "#EXTINF:1,\nx.ts\n#EXT-X-ENDLIST") },
        Damage(
            name: "no manifest", finder: .verify, rule: .manifest, path: "manifest.json",
            words: "it is not there"
        ) { try $0.remove("manifest.json") },
    ]
}
