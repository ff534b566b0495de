import DownloadCore
import Foundation
import Testing

@testable import HLSDownload

@Suite struct `A key vault` {
    static let time = Date(timeIntervalSince1970: 1_800_000_000)

    static func key(_ identifier: String, _ bytes: [UInt8] = [UInt8](0x41..<0x51)) -> StoredKey {
        StoredKey(
            identifier: identifier, contentIdentifier: [1, 2], key: bytes,
            grant: .init(
                leaseID: [UInt8](repeating: 7, count: 16),
                secret: [UInt8](repeating: 8, count: 32),
                server: [UInt8](repeating: 9, count: 32)),
            state: PersistableKeyState(
                lease: KeyLease(storageDuration: .seconds(60), playbackDuration: .seconds(10)),
                storedAt: time))
    }

    /// A vault in a new folder; both go together.
    static func vault() throws -> (vault: KeyVault, folder: TestFolder) {
        let folder = try TestFolder()
        return (try KeyVault(folder: folder.path + "/keys"), folder)
    }

    static func entryPath(_ folder: TestFolder) throws -> String {
        let name = try #require(folder.files().first { $0.hasSuffix(".key") })
        return folder.path + "/" + name
    }

    @Test func `gives back what it was given, also to a second process`() throws {
        let (vault, folder) = try Self.vault()
        try vault.store(Self.key("skd://one"))
        #expect(try vault.key("skd://one") == Self.key("skd://one"))
        let second = try KeyVault(folder: folder.path + "/keys")
        #expect(try second.key("skd://one") == Self.key("skd://one"))
        #expect(try second.key("skd://two") == nil)
        try second.store(Self.key("skd://two", [5]))
        #expect(try vault.key("skd://two")?.key == [5])
        #expect(try vault.remove("skd://one"))
        #expect(try second.key("skd://one") == nil)
        #expect(try second.remove("skd://one") == false)
    }

    @Test func `shows no key, secret or identifier in its files' names and bytes`() throws {
        let (vault, folder) = try Self.vault()
        try vault.store(Self.key("skd://one"))
        let bytes = try Data(contentsOf: URL(filePath: try Self.entryPath(folder)))
        #expect(bytes.range(of: Data(0x41..<0x51)) == nil)
        #expect(bytes.range(of: Data("65,66,67".utf8)) == nil)
        #expect(bytes.range(of: Data(repeating: 8, count: 8)) == nil)
        #expect(folder.files().allSatisfy { !$0.contains("one") && !$0.contains("skd") })
        var dumped = "\(vault) \(String(reflecting: Self.key("skd://one")))"
        dump(vault, to: &dumped)
        dump(Self.key("skd://one"), to: &dumped)
        dump(try vault.contents(), to: &dumped)
        // A folder's name is drawn, and may have any digits.
        dumped.replace(folder.path, with: "")
        #expect(!dumped.contains("65") && !dumped.contains("8, 8"), "\(dumped)")
    }

    @Test func `keeps folder and files for the owner alone`() throws {
        let (vault, folder) = try Self.vault()
        try vault.store(Self.key("skd://one"))
        #expect(try folder.mode("keys") == 0o700)
        for name in folder.files() { #expect(try folder.mode(name) == 0o600, "\(name)") }
    }

    @Test func `writes other bytes each time`() throws {
        let (vault, folder) = try Self.vault()
        defer { withExtendedLifetime(folder) {} }
        let first = try vault.seal(Self.key("a"))
        let second = try vault.seal(Self.key("a"))
        #expect(first.count == second.count)
        #expect(first.suffix(40) != second.suffix(40))
    }

    @Test func `finds each flipped bit of an entry, and each end that is missing`() throws {
        let (vault, folder) = try Self.vault()
        try vault.store(Self.key("skd://one"))
        let path = try Self.entryPath(folder)
        let whole = [UInt8](try Data(contentsOf: URL(filePath: path)))
        for index in whole.indices {
            var bytes = whole
            bytes[index] ^= 1 << (index % 8)
            #expect(throws: KeyVaultError.self, "byte \(index)") {
                try vault.open(bytes, path: path)
            }
            #expect(throws: KeyVaultError.self, "\(index) bytes") {
                try vault.open(Array(whole.prefix(index)), path: path)
            }
        }
        #expect(try vault.open(whole, path: path) == Self.key("skd://one"))
    }

    @Test func `names each file that is no key of it, and lists the others`() throws {
        let (vault, folder) = try Self.vault()
        let (stranger, other) = try Self.vault()
        try vault.store(Self.key("b"))
        try vault.store(Self.key("a"))
        try stranger.store(Self.key("c"))
        try folder.copy(from: Self.entryPath(other), to: "keys/foreign.key")
        try folder.write([1, 2, 3], to: "keys/short.key")
        try folder.write([UInt8](repeating: 0, count: 70_000), to: "keys/large.key")
        try folder.write([], to: "keys/open.key", mode: 0o644)
        try folder.write(try vault.seal(Self.key("z")), to: "keys/moved.key")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/keys/link.key", withDestinationPath: "short.key")
        let contents = try vault.contents()
        #expect(contents.entries.map(\.identifier) == ["a", "b"])
        let path = { (name: String) in folder.path + "/keys/\(name).key" }
        #expect(
            contents.damaged.map(\.error) == [
                .foreignEntry(path: path("foreign")), .tooLarge(path: path("large")),
                .unusable(path: path("link"), reason: "it is a link"),
                .misplacedEntry(path: path("moved"), identifier: "z"),
                .exposed(path: path("open"), mode: 0o644), .notAnEntry(path: path("short")),
            ])
    }

    @Test func `keeps the expiry pair, and tells it`() throws {
        let (vault, folder) = try Self.vault()
        defer { withExtendedLifetime(folder) {} }
        try vault.store(Self.key("a"))
        #expect(try vault.contents().entries[0].expiry == Self.time + 60)
        let first = try vault.updateIfPresent("a") { key in
            Result { () throws(PersistableKeyState.Refusal) in
                try key.state.beginPlayback(at: Self.time + 5)
            }
        }
        #expect(try first?.get() == true)
        #expect(try vault.updateIfPresent("b") { _ in 1 } == nil)
        let entry = try #require(try vault.contents().entries.first)
        #expect(entry.firstPlayedAt == Self.time + 5)
        #expect(entry.expiry == Self.time + 15)
        #expect(try vault.key("a")?.state.playbacksUnderWay == 0)
    }

    @Test func `orders the changes of several writers`() async throws {
        let (vault, folder) = try Self.vault()
        try vault.store(Self.key("a", []))
        try await withThrowingTaskGroup { group in
            for writer in 0..<4 {
                group.addTask {
                    let own = try KeyVault(folder: folder.path + "/keys")
                    for turn in 0..<25 {
                        try own.updateIfPresent("a") { $0.key.append(UInt8(writer * 25 + turn)) }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try vault.key("a")?.key.sorted() == [UInt8](0..<100))
    }

    @Test func `makes one key when several open it first`() async throws {
        let folder = try TestFolder()
        try await withThrowingTaskGroup { group in
            for number in 0..<8 {
                group.addTask {
                    let vault = try KeyVault(folder: folder.path + "/keys")
                    try vault.store(Self.key("key \(number)"))
                }
            }
            try await group.waitForAll()
        }
        let contents = try KeyVault(folder: folder.path + "/keys").contents()
        #expect(contents.entries.count == 8)
        #expect(contents.damaged == [])
    }

    @Test func `goes on after a crash in the middle of a writing`() throws {
        let (vault, folder) = try Self.vault()
        try vault.store(Self.key("a"))
        let path = try Self.entryPath(folder)
        try folder.write([1], to: String(path.dropFirst(folder.path.count + 1)) + ".part")
        #expect(try vault.contents().damaged == [])
        try vault.store(Self.key("a", [9]))
        #expect(try vault.key("a")?.key == [9])
        #expect(!folder.files().contains { $0.hasSuffix(".part") })
    }

    @Test func `is not opened when its own key is not to be trusted`() throws {
        let (vault, folder) = try Self.vault()
        try vault.store(Self.key("a"))
        let path = folder.path + "/keys/vault.secret"
        let open = { try KeyVault(folder: folder.path + "/keys") }
        let whole = try Data(contentsOf: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        #expect(throws: KeyVaultError.exposed(path: path, mode: 0o640)) { try open() }
        var damaged = [UInt8](whole)
        damaged[20] ^= 1
        try folder.write(damaged, to: "keys/vault.secret")
        #expect(throws: KeyVaultError.damagedVaultKey(path: path)) { try open() }
        try FileManager.default.removeItem(atPath: path)
        #expect(throws: KeyVaultError.missingVaultKey(path: path)) { try open() }
        try folder.write([UInt8](whole), to: "keys/vault.secret")
        #expect(try open().key("a") == Self.key("a"))
    }

    @Test(arguments: [0, 4097])
    func `refuses an identifier that no entry can have`(count: Int) throws {
        let (vault, folder) = try Self.vault()
        defer { withExtendedLifetime(folder) {} }
        #expect(throws: KeyVaultError.badIdentifier(byteCount: count)) {
            try vault.store(Self.key(String(repeating: "x", count: count)))
        }
    }

    @Test func `says what to do about a key that others may have read`() {
        #expect(
            KeyVaultError.exposed(path: "v/vault.secret", mode: 0o644).description == """
                cannot trust 'v/vault.secret': its permissions are 644, so others may have read \
                it; chmod 600 it if they have not, else delete the vault's folder
                """)
    }
}
