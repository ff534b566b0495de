import Crypto
import CryptoExtras
import DownloadCore
import Foundation
import HLSDownload
import HLSPlaylist
import Testing

@Suite struct `A decryption check` {
    typealias Vectors = `A segment decryptor`

    static let packets = (0..<40).flatMap { packet -> [UInt8] in
        [0x47] + (0..<187).map { UInt8(($0 &* 31 &+ packet) & 0xFF) }
    }
    static let boxes: [UInt8] =
        [0, 0, 0, 16] + Array("styp".utf8) + [UInt8](repeating: 1, count: 8) + [0, 0, 0, 40]
        + Array("mdat".utf8) + [UInt8](repeating: 0, count: 32)

    static func finding(
        _ bytes: [UInt8], key: [UInt8] = Vectors.aesKey,
        _ encryption: SegmentEncryption = Vectors.cbc
    ) throws -> DecryptionFinding {
        var check = try DecryptionCheck(encryption, key: ContentKey(key))
        for start in stride(from: 0, to: bytes.count, by: 500) {
            Array(bytes[start..<min(start + 500, bytes.count)]).withUnsafeBytes {
                check.consume($0)
            }
        }
        return check.finish()
    }

    static func isUndecryptable(_ finding: DecryptionFinding) -> Bool {
        if case .undecryptable = finding { true } else { false }
    }

    @Test func `finds whole media under the right key`() throws {
        #expect(try Self.finding(Vectors.encrypted(Self.packets)) == .whole(.mpegTS))
        #expect(try Self.finding(Vectors.encrypted(Self.boxes)) == .whole(.fragmentedMP4))
    }

    /// By chance one key in 65,536 would pass for MPEG-TS until its second packet.
    @Test func `finds every one of 300 wrong keys`() throws {
        let bytes = try Vectors.encrypted(Self.packets)
        let boxes = try Vectors.encrypted(Self.boxes)
        for number in 0..<300 {
            var key = Vectors.aesKey
            key[number % 16] ^= UInt8(1 + number / 16)
            let finding = try Self.finding(bytes, key: key)
            #expect(finding != .whole(.mpegTS), "key \(number)")
            #expect(Self.isUndecryptable(finding), "key \(number)")
            #expect(Self.isUndecryptable(try Self.finding(boxes, key: key)), "key \(number)")
        }
    }

    @Test func `finds a wrong vector where it spoils a mark of the container`() throws {
        var encryption = Vectors.cbc
        encryption.initializationVector = .explicit([UInt8](1...16))
        let finding = try Self.finding(
            Vectors.encrypted(Self.packets), key: Vectors.aesKey, encryption)
        #expect(Self.isUndecryptable(finding))
    }

    @Test func `tells damaged media under the right key from a wrong key`() throws {
        var packets = Self.packets
        packets[188 * 3] = 0
        #expect(
            try Self.finding(Vectors.encrypted(packets))
                == .damaged("no sync byte where packet 3 begins"))
    }

    @Test(arguments: [1, 16, 188, 4096])
    func `finds a segment that is cut short`(missing: Int) throws {
        let bytes = try Vectors.encrypted(Self.packets).dropLast(missing)
        #expect(Self.isUndecryptable(try Self.finding(Array(bytes))))
    }

    @Test func `takes the tag's word for a sealed segment, and its media's`() throws {
        #expect(
            try Self.finding(Vectors.sealed, key: Vectors.sealKey, Vectors.gcm)
                == .damaged("it stops inside a packet: 64 bytes are not a multiple of 188"))
        var key = Vectors.sealKey
        key[0] ^= 1
        #expect(
            try Self.finding(Vectors.sealed, key: key, Vectors.gcm)
                == .undecryptable("\(SegmentDecryptionError.tag)"))
    }

    @Test func `judges a key by the beginning of a segment`() throws {
        let bytes = try Vectors.encrypted(Self.packets)
        let key = ContentKey(Vectors.aesKey)
        let opens = { try DecryptionCheck.opens(beginning: $0, Vectors.cbc, key: key) }
        #expect(try opens(Array(bytes.prefix(16))) == nil)
        #expect(try opens(Array(bytes.prefix(17))) == true)
        #expect(try opens(Array(bytes.prefix(1024))) == true)
        #expect(try opens(Array(Vectors.encrypted(Self.boxes).prefix(40))) == true)
        var wrong = Vectors.aesKey
        wrong[3] ^= 1
        #expect(
            try DecryptionCheck.opens(
                beginning: Array(bytes.prefix(1024)), Vectors.cbc, key: ContentKey(wrong)) == false)
        #expect(
            try DecryptionCheck.opens(
                beginning: Vectors.sealed, Vectors.gcm, key: ContentKey(Vectors.sealKey)) == nil)
    }

    @Test func `shows nothing of a key`() {
        let key = ContentKey(Array("0123456789abcdef".utf8))
        var dumped = ""
        dump(key, to: &dumped)
        for text in [
            "\(key)", String(reflecting: key), dumped, "\([key])", "\(Optional(key) as Any)",
        ] {
            #expect(!text.contains("30") && !text.contains("48"), "\(text)")
        }
        #expect("\(key)" == "key of 16 bytes")
        #expect(key == ContentKey(key.exposedBytes()))
        #expect(key != ContentKey([UInt8](repeating: 0, count: 16)))
    }
}
