import DownloadCore
import HLSPlaylist
import Testing

@Suite struct `A segment's encryption` {
    static let iv = [UInt8](0..<16)
    static let vault = KeySystem(keyFormat: "com.example.vault", versions: [2, 3])
    static let other = KeySystem(keyFormat: "com.example.other")

    static func key(
        _ method: Key.Method, _ uri: String? = "k", iv: [UInt8]? = nil,
        format: String = Key.identityFormat, versions: [Int] = [1]
    ) -> Key {
        Key(method: method, uri: uri, iv: iv, keyFormat: format, keyFormatVersions: versions)
    }

    static func resolve(
        _ keys: [Key], _ subject: SegmentEncryption.Subject = .segment(sequenceNumber: 7),
        _ systems: [KeySystem] = []
    ) throws(KeyFailure) -> SegmentEncryption? {
        try SegmentEncryption.resolve(keys, for: subject, systems: systems)
    }

    @Test(arguments: [[], [key(.none, nil)], [key(.none, "k"), key(.none, nil)]])
    func `is none without a key`(keys: [Key]) throws {
        #expect(try Self.resolve(keys) == nil)
        #expect(try Self.resolve(keys, .initSection) == nil)
    }

    static let vectors:
        [(
            Key, SegmentEncryption.Subject, SegmentEncryption.InitializationVector
        )] = [
            (key(.aes128), .segment(sequenceNumber: 0), .sequenceNumber(0)),
            (key(.aes128), .segment(sequenceNumber: 258), .sequenceNumber(258)),
            (key(.aes128, iv: iv), .segment(sequenceNumber: 9), .explicit(iv)),
            (key(.aes128, iv: iv), .initSection, .explicit(iv)),
            (key(.sampleAES), .segment(sequenceNumber: 3), .sequenceNumber(3)),
            (key(.sampleAES, iv: iv), .segment(sequenceNumber: 3), .explicit(iv)),
            (key(.sampleAESCTR), .segment(sequenceNumber: 3), .inMedia),
            (key(.sampleAESCTR, iv: iv), .segment(sequenceNumber: 3), .explicit(iv)),
            (key(.aes256GCM), .segment(sequenceNumber: 3), .inMedia),
            (key(.aes256GCM, iv: iv), .segment(sequenceNumber: 3), .inMedia),
            (key(.aes256GCM), .initSection, .inMedia),
        ]

    @Test(arguments: vectors.indices)
    func `has its vector from the tag, the sequence number or the media`(index: Int) throws {
        let (key, subject, vector) = Self.vectors[index]
        #expect(try Self.resolve([key], subject)?.initializationVector == vector)
    }

    @Test(arguments: [
        (0, [UInt8](repeating: 0, count: 16)),
        (1, [UInt8](repeating: 0, count: 15) + [1]),
        (0x0102_0304, [UInt8](repeating: 0, count: 12) + [1, 2, 3, 4]),
        (Int.max, [UInt8](repeating: 0, count: 8) + [0x7F] + [UInt8](repeating: 0xFF, count: 7)),
    ])
    func `writes the sequence number big-endian into sixteen bytes`(number: Int, bytes: [UInt8])
        throws
    {
        let encryption = try Self.resolve([Self.key(.aes128)], .segment(sequenceNumber: number))
        #expect(encryption?.ivBytes == bytes)
    }

    @Test(arguments: [
        (Key.Method.aes128, SegmentEncryption.Scope.allBytes, 16),
        (.aes256GCM, .allBytes, 32), (.sampleAES, .samples, 16), (.sampleAESCTR, .samples, 16),
    ])
    func `says what it covers and how long its key is`(
        method: Key.Method, scope: SegmentEncryption.Scope, length: Int
    ) throws {
        let encryption = try #require(try Self.resolve([Self.key(method, iv: Self.iv)]))
        #expect(encryption.scope == scope)
        #expect(encryption.keyLength == length)
    }

    @Test(arguments: [Key.Method.sampleAES, .sampleAESCTR])
    func `leaves an init section in the clear when it covers samples only`(method: Key.Method)
        throws
    {
        #expect(try Self.resolve([Self.key(method)], .initSection) == nil)
    }

    /// Keys in the order of the playlist, the app's systems, and the URI of the key that counts.
    static let choices: [(String, [Key], [KeySystem], String)] = [
        ("identity alone", [key(.aes128, "i")], [], "i"),
        (
            "identity before the app's system",
            [key(.aes128, "v", format: "com.example.vault", versions: [2]), key(.aes128, "i")],
            [vault], "i"
        ),
        (
            "the app's system without identity",
            [key(.sampleAES, "v", format: "com.example.vault", versions: [3])], [vault], "v"
        ),
        (
            "the app's first system of two",
            [
                key(.sampleAES, "o", format: "com.example.other"),
                key(.sampleAES, "v", format: "com.example.vault", versions: [1, 2]),
            ], [vault, other], "v"
        ),
        (
            "the app's second system when the first has no version in common",
            [
                key(.sampleAES, "o", format: "com.example.other"),
                key(.sampleAES, "v", format: "com.example.vault", versions: [1, 4]),
            ], [vault, other], "o"
        ),
        (
            "the app's system when identity has an unknown version",
            [
                key(.aes128, "i", versions: [2]),
                key(.aes128, "o", format: "com.example.other"),
            ], [other], "o"
        ),
        (
            "the app's system when identity has an unknown method",
            [key(.other("ROT13"), "i"), key(.aes128, "o", format: "com.example.other")],
            [other], "o"
        ),
    ]

    @Test(arguments: choices.indices)
    func `uses identity first, then what the app reads`(index: Int) throws {
        let (name, keys, systems, uri) = Self.choices[index]
        #expect(
            try Self.resolve(keys, .segment(sequenceNumber: 1), systems)?.key.uri == uri, "\(name)")
    }

    static let failures: [([Key], SegmentEncryption.Subject, KeyFailure)] = [
        ([key(.other("ROT13"))], .segment(sequenceNumber: 1), .unknownMethod("ROT13")),
        ([key(.aes128, nil)], .segment(sequenceNumber: 1), .noURI(method: .aes128)),
        ([key(.aes128)], .initSection, .initSectionWithoutIV),
        ([key(.aes128, iv: [1])], .segment(sequenceNumber: 1), .ivLength(1)),
        (
            [
                key(.sampleAES, format: "com.example.vault", versions: [9]),
                key(.other("X"), format: "y"),
            ], .segment(sequenceNumber: 1),
            .noUsableFormat([KeySystem(keyFormat: "com.example.vault", versions: [9])])
        ),
    ]

    @Test(arguments: failures.indices)
    func `is refused with the reason when no key can be used`(index: Int) {
        let (keys, subject, failure) = Self.failures[index]
        #expect(throws: failure) { try Self.resolve(keys, subject, [Self.vault]) }
    }

    @Test func `tells in words which key system is missing`() {
        let failure = KeyFailure.noUsableFormat([Self.vault, Self.other])
        #expect(
            failure.description == """
                cannot decrypt its segments: their keys come as 'com.example.vault' version 2/3, \
                'com.example.other' version 1; give the session a key system that reads one of them
                """)
    }
}
