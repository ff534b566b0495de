import Crypto
import CryptoExtras
import DownloadCore
import Foundation
import HLSDownload
import HLSPlaylist
import Testing

@Suite struct `A segment decryptor` {
    static let aesKey = hex("2b7e1516 28aed2a6 abf71588 09cf4f3c")
    static let cbc = SegmentEncryption(
        method: .aes128, key: KeyReference(uri: "k"),
        initializationVector: .explicit([UInt8](0..<16)))
    static let gcm = SegmentEncryption(
        method: .aes256GCM, key: KeyReference(uri: "k"), initializationVector: .inMedia)

    /// NIST SP 800-38A, F.2.1 and F.2.2 (CBC-AES128), and behind it the padding that a whole
    /// number of blocks gets, encrypted by OpenSSL 3.
    static let clearBlocks = hex(
        """
        6bc1bee2 2e409f96 e93d7e11 7393172a ae2d8a57 1e03ac9c 9eb76fac 45af8e51
        30c81c46 a35ce411 e5fbc119 1a0a52ef f69f2445 df4f9b17 ad2b417b e66c3710
        """)
    static let blocks = hex(
        """
        7649abac 8119b246 cee98e9b 12e9197d 5086cb9b 507219ee 95db113a 917678b2
        73bed6b8 e3c1743b 7116e69e 22229516 3ff1caa1 681fac09 120eca30 7586e1a7
        """)
    static let padding = hex("8cb82807 230e1321 d3fae00d 18cc2012")

    /// 16 bytes of vector, 64 of media, 16 of tag, by OpenSSL 3: the vectors of NIST have vectors
    /// of 8, 12 or 128 bytes, and HLS has 16.
    static let sealKey = [UInt8](0..<32)
    static let sealed = hex(
        """
        10111213 14151617 18191a1b 1c1d1e1f cd325613 8f1d48c7 0778f605 c4c87d72
        d8e912b0 5c7f6da1 7968d0c8 309bfe3e 015debf9 bff4669f d3eabb73 36ac2ef5
        964ae3ea 68998121 29044d2f 825ce3d2 c212cbd6 789a22f8 c158132c 035f89ea
        """)

    static func encrypted(_ clear: [UInt8]) throws -> [UInt8] {
        [UInt8](
            try AES._CBC.encrypt(
                clear, using: SymmetricKey(data: aesKey),
                iv: AES._CBC.IV(ivBytes: [UInt8](0..<16))))
    }

    /// Decrypts in chunks of the given length, and says how many bytes came before the end.
    static func decrypted(
        _ bytes: [UInt8], by chunk: Int, _ encryption: SegmentEncryption, key: [UInt8]
    ) throws -> (clear: [UInt8], before: Int) {
        var decryptor = try SegmentDecryptor(encryption, key: ContentKey(key))
        var clear: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: chunk) {
            try Array(bytes[start..<min(start + chunk, bytes.count)]).withUnsafeBytes {
                try decryptor.update($0) { clear.append(contentsOf: $0) }
            }
        }
        let before = clear.count
        try decryptor.finish { clear.append(contentsOf: $0) }
        return (clear, before)
    }

    @Test(arguments: [1, 7, 15, 16, 17, 32, 33, 80])
    func `agrees with the vectors of NIST, however the bytes arrive`(chunk: Int) throws {
        let (clear, before) = try Self.decrypted(
            Self.blocks + Self.padding, by: chunk, Self.cbc, key: Self.aesKey)
        #expect(clear == Self.clearBlocks)
        #expect(before == Self.clearBlocks.count)
    }

    /// RFC 3602, section 4, case 1: one block without padding, which is therefore no segment.
    @Test func `agrees with the vector of RFC 3602 up to the padding that is not there`() {
        let encryption = SegmentEncryption(
            method: .aes128, key: KeyReference(uri: "k"),
            initializationVector: .explicit(hex("3dafba42 9d9eb430 b422da80 2c9fac41")))
        let key = hex("06a92140 36b8a15b 512e03d5 34120006")
        let block = hex("e353779c 1079aeb8 2708942d be77181a")
        #expect(throws: SegmentDecryptionError.padding) {
            try Self.decrypted(block, by: 16, encryption, key: key)
        }
        // The same block in front of another one comes out before that fails.
        var clear: [UInt8] = []
        #expect(throws: Never.self) {
            var decryptor = try SegmentDecryptor(encryption, key: ContentKey(key))
            try (block + [0]).withUnsafeBytes {
                try decryptor.update($0) { clear.append(contentsOf: $0) }
            }
        }
        #expect(clear == Array("Single block msg".utf8))
    }

    @Test(arguments: 0...33)
    func `takes off the padding of any length`(count: Int) throws {
        let clear = (0..<count).map { UInt8($0 & 0xFF) }
        let bytes = try Self.encrypted(clear)
        #expect(try Self.decrypted(bytes, by: 5, Self.cbc, key: Self.aesKey).clear == clear)
        #expect(
            try SegmentDecryptor.decrypt(bytes, Self.cbc, key: ContentKey(Self.aesKey)) == clear)
    }

    @Test func `holds back one block, whatever the length`() throws {
        let bytes = try Self.encrypted([UInt8](repeating: 7, count: 100_000))
        var decryptor = try SegmentDecryptor(Self.cbc, key: ContentKey(Self.aesKey))
        var out = 0
        for start in stride(from: 0, to: bytes.count, by: 1000) {
            let end = min(start + 1000, bytes.count)
            try Array(bytes[start..<end]).withUnsafeBytes {
                try decryptor.update($0) { out += $0.count }
            }
            #expect(end - out <= 32)
        }
    }

    @Test(arguments: [0, 1, 15, 17, 79])
    func `refuses what is no whole number of blocks`(count: Int) {
        let bytes = Array((Self.blocks + Self.padding).prefix(count))
        #expect(throws: SegmentDecryptionError.notWholeBlocks(byteCount: count)) {
            try Self.decrypted(bytes, by: 16, Self.cbc, key: Self.aesKey)
        }
    }

    /// Last blocks that PKCS#7 does not know (RFC 5652, section 6.3).
    @Test(arguments: [
        [UInt8](repeating: 0, count: 16),
        [UInt8](repeating: 17, count: 16),
        [UInt8](repeating: 9, count: 14) + [2, 3],
        [15] + [UInt8](repeating: 16, count: 15),
        [UInt8](repeating: 1, count: 15) + [255],
    ])
    func `refuses an end that is no padding`(last: [UInt8]) throws {
        let bytes = [UInt8](
            try AES._CBC.encrypt(
                Self.clearBlocks + last, using: SymmetricKey(data: Self.aesKey),
                iv: AES._CBC.IV(ivBytes: [UInt8](0..<16)), noPadding: true))
        #expect(throws: SegmentDecryptionError.padding) {
            try Self.decrypted(bytes, by: 64, Self.cbc, key: Self.aesKey)
        }
    }

    @Test(arguments: [1, 13, 16, 96])
    func `opens a sealed segment at its end, and not before`(chunk: Int) throws {
        let (clear, before) = try Self.decrypted(
            Self.sealed, by: chunk, Self.gcm, key: Self.sealKey)
        #expect(clear == [0x47] + Array(String(repeating: "hls", count: 21).utf8))
        #expect(before == 0)
    }

    @Test func `finds each flipped bit of a sealed segment`() {
        for index in Self.sealed.indices {
            var bytes = Self.sealed
            bytes[index] ^= 1 << (index % 8)
            #expect(throws: SegmentDecryptionError.tag, "byte \(index)") {
                try Self.decrypted(bytes, by: 96, Self.gcm, key: Self.sealKey)
            }
        }
    }

    @Test(arguments: [0, 16, 31])
    func `refuses a sealed segment without vector and tag`(count: Int) {
        #expect(throws: SegmentDecryptionError.tooShort(byteCount: count)) {
            try Self.decrypted(
                Array(Self.sealed.prefix(count)), by: 8, Self.gcm, key: Self.sealKey)
        }
    }

    @Test func `holds no more of a sealed segment than it may`() throws {
        var decryptor = try SegmentDecryptor(
            Self.gcm, key: ContentKey(Self.sealKey), limit: 95)
        #expect(throws: SegmentDecryptionError.tooLong(limit: 95)) {
            try Self.sealed.withUnsafeBytes { try decryptor.update($0) { _ in } }
        }
    }

    @Test(arguments: [0, 15, 17, 24, 32])
    func `refuses a key of wrong length`(count: Int) {
        #expect(
            throws: SegmentDecryptionError.keyLength(method: .aes128, needed: 16, found: count)
        ) {
            try SegmentDecryptor(
                Self.cbc, key: ContentKey([UInt8](repeating: 1, count: count)))
        }
        let other = count == 32 ? 16 : count
        #expect(
            throws: SegmentDecryptionError.keyLength(method: .aes256GCM, needed: 32, found: other)
        ) {
            try SegmentDecryptor(
                Self.gcm, key: ContentKey([UInt8](repeating: 1, count: other)))
        }
    }

    @Test(arguments: [Key.Method.sampleAES, .sampleAESCTR])
    func `leaves samples to a decoder`(method: Key.Method) {
        let encryption = SegmentEncryption(
            method: method, key: KeyReference(uri: "k"), initializationVector: .inMedia)
        #expect(throws: SegmentDecryptionError.samplesOnly(method: method)) {
            try SegmentDecryptor(encryption, key: ContentKey(Self.aesKey))
        }
    }

    @Test func `says what to do about a wrong key`() {
        let error = SegmentDecryptionError.keyLength(method: .aes128, needed: 16, found: 5)
        #expect(
            error.description == """
                cannot decrypt the segment: METHOD=AES-128 needs a key of 16 bytes and the \
                server's has 5; the key server has to be corrected
                """)
    }
}
