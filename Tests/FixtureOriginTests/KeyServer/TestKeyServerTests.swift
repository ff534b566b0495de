import Testing

@testable import FixtureOrigin

/// A generator whose whole state is its seed (SplitMix64, Steele and others 2014).
struct SplitMix: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// The vectors were made by a script in Python (cryptography 48.0.0 on OpenSSL) that was written
/// from the protocol's page alone.
@Suite struct `A test key server` {
    static func hex(_ text: String) -> [UInt8] {
        let digits = text.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count, by: 2).map {
            UInt8(digits[$0] << 4 | digits[$0 + 1])
        }
    }

    static let certificate = hex(
        """
        484c4b43013766b869d6c3f48a847f3dd5281304d621c2069c78522b8c4dc606470cfd006bf1f0aa84ad18eed7
        c4e03f791293f431a97770ea3013d707b8be57a83c01af8e
        """)
    /// A persistable key of the content `movie`.
    static let request = hex(
        """
        484c4b51018f40c5adb68f25624ae5b214ea767a6ec94d829d3d7b5e1ad1ba6f3e2138285f2021222324252627
        28292a2b2c2d2e2fec84e7f1f05bdaf137d392023e14c18b59b3810e58a3ba25
        """)
    static let answer = hex(
        """
        484c4b410100f265bf0aca4d3080cb0af88da2e7a3d14e7c5c0539d5c5ddf90c06607b9160a58f333798364bb2
        74b94b2c83fb861ca1cc1b260ebb4f9f71e94cdafd07521f301e5aa9d437822737f5b59a01b0e826bac2df4204
        8302024f1308a9b1c9fdf6da3a0df13f33acd7ef9b4714f8794ab3bc9867ab59a17fc95055546f42507f0d8840
        50f0423be580f3d5619deec4580b57089528101d2c8660d8384898d494f165111a0900b80ab5bc9a383949dfb7
        1c3626a67e731b1e5e11fa3ab943e5fe685bbf3bb1f72c4783a74ed65f150658e8a0d0ccce5d24f6013353f9ae
        f848cd01c904
        """)
    static let movie = Array("movie".utf8)

    static func server(_ random: inout SplitMix) -> TestKeyServer {
        TestKeyServer(
            contents: [
                movie: KeyServerContent(
                    key: [UInt8](0x41..<0x51), storageDuration: .seconds(3600))
            ], using: &random)
    }

    @Test func `speaks the protocol of its page to the byte`() {
        var random = SplitMix(state: 1)
        var server = Self.server(&random)
        #expect(server.certificate == Self.certificate)
        #expect(server.answer(to: Self.request, at: .seconds(9), using: &random) == Self.answer)
        #expect(server.entries.map(\.status) == [.granted])
        #expect(server.entries[0].request == .persistableKey)
        #expect(server.entries[0].content == Self.movie)
        let lease = server.leases.first
        #expect(lease?.value.grantedAt == .seconds(9))
        #expect(server.entries[0].leases == [lease?.key])
    }

    @Test func `refuses what it has answered before, and signs that`() {
        var random = SplitMix(state: 1)
        var server = Self.server(&random)
        _ = server.answer(to: Self.request, at: .zero, using: &random)
        let second = server.answer(to: Self.request, at: .seconds(1), using: &random)
        #expect(second.prefix(6) == Self.hex("484c4b410102")[...])
        #expect(second.count == 70 + 64)
        #expect(server.entries.map(\.status) == [.granted, .repeated])
        #expect(server.leases.count == 1)
    }

    @Test func `cannot read a request of which one bit is another, nor the beginning of one`() {
        var random = SplitMix(state: 1)
        var server = Self.server(&random)
        for index in Self.request.indices {
            var bytes = Self.request
            bytes[index] ^= 1 << (index % 7)
            _ = server.answer(to: bytes, at: .zero, using: &random)
            _ = server.answer(
                to: Array(Self.request.prefix(index)), at: .zero, using: &random)
        }
        #expect(server.entries.count == 2 * Self.request.count)
        #expect(server.entries.allSatisfy { $0.status == .unreadable && $0.request == nil })
        #expect(server.leases.isEmpty)
    }

    @Test(arguments: [0, 69, 70_000])
    func `cannot read what has no length of a request`(count: Int) {
        var random = SplitMix(state: 1)
        var server = Self.server(&random)
        let bytes = Array(Self.request.prefix(5)) + [UInt8](repeating: 0, count: count)
        _ = server.answer(to: bytes, at: .zero, using: &random)
        #expect(server.entries.map(\.status) == [.unreadable])
    }

    static let claim = [UInt8](repeating: 3, count: 48)
    static let challenge = [UInt8](repeating: 4, count: 32)
    static let texts: [(String, [UInt8], KeyServerEntry.Request?)] = [
        ("streaming", [1, 0, 2, 8, 9], .streamingKey),
        ("persistable", [2, 0, 1, 8], .persistableKey),
        ("the longest content", [2, 4, 0] + [UInt8](repeating: 1, count: 1024), .persistableKey),
        ("renewal", [3, 0, 1, 8] + claim, .renewal),
        ("invalidation of none", [4] + challenge + [0, 0], .invalidation),
        ("invalidation of two", [4] + challenge + [0, 2] + claim + claim, .invalidation),
        ("nothing", [], nil),
        ("an unknown kind", [5, 0, 1, 8], nil),
        ("kind 0", [0, 0, 1, 8], nil),
        ("a kind alone", [1], nil),
        ("no content", [1, 0, 0], nil),
        ("too long a content", [1, 4, 1] + [UInt8](repeating: 1, count: 1025), nil),
        ("a content cut short", [1, 0, 3, 8, 9], nil),
        ("a byte too many", [1, 0, 1, 8, 0], nil),
        ("renewal without proof", [3, 0, 1, 8], nil),
        ("renewal with a byte too many", [3, 0, 1, 8] + claim + [0], nil),
        ("invalidation without count", [4] + challenge, nil),
        ("invalidation of one that is missing", [4] + challenge + [0, 1], nil),
        (
            "invalidation of too many",
            [4] + challenge + [4, 1] + [UInt8](repeating: 0, count: 48 * 1025), nil
        ),
    ]

    @Test(arguments: texts.indices)
    func `takes apart exactly what the page allows`(index: Int) {
        let (name, text, kind) = Self.texts[index]
        #expect(KeyServerRequest(text)?.kind == kind, "\(name)")
    }

    @Test func `remembers the latest nonces and no more`() {
        var nonces = RecentNonces(limit: 3)
        let new = (0..<5).map { nonces.remember([UInt8($0)]) }
        #expect(new == [true, true, true, true, true])
        let again = [2, 3, 4, 1, 2].map { nonces.remember([$0]) }
        #expect(again == [false, false, false, true, true], "1 was forgotten, then 2 for it")
    }

    @Test func `tells the same story for the same seed`() {
        func story() -> [[UInt8]] {
            var random = SplitMix(state: 7)
            var server = Self.server(&random)
            return [
                server.certificate, server.challenge(at: .zero, using: &random),
                server.answer(to: [1, 2, 3], at: .zero, using: &random),
            ]
        }
        #expect(story() == story())
    }
}
