import DownloadCore
import FixtureOrigin
import Foundation
@testable import HLSDownload
import Scenarios
import Synchronization
import Testing

@Suite struct `A verification` {
    @Test(arguments: [
        "ladder", "cmaf", "aes128", "aes128-fmp4", "aes256-gcm", "sample-aes", "sample-aes-ctr",
    ])
    func `of a downloaded fixture finds it complete, and its layout without fault`(
        name: String
    ) async throws {
        let asset = try OriginAsset.folder(`A download of the fixture`.fixture(name))
        try await withOrigin(asset) { _, url in
            let download = TestDownload(url: url, folder: try TestFolder())
            #expect(try await download.run().failure == "")
            let verification = try await PackageVerifier(package: download.package).verify()
            #expect(verification.findings == [])
            #expect(verification.state == .complete)
            #expect(verification.firstHole == nil)
            let manifest = try download.manifest()
            let parts = manifest.streams.flatMap(\.parts)
            #expect(verification.byteCount == parts.reduce(0) { $0 + ($1.length ?? 0) })
            #expect(
                verification.streams.flatMap { $0.attestations.values }.reduce(0, +) == parts.count)
            #expect(PackageLint.check(download.package) == [])
            #expect(try AssetCache(package: download.package).isPlayableOffline)
        }
    }

    @Test func `of a download that began with a media playlist finds it complete`() async throws {
        try await withOrigin(.folder(`A download of the fixture`.fixture("ladder"))) { _, url in
            let address = url.replacing("index.m3u8", with: "v240/index.m3u8")
            let download = TestDownload(url: address, folder: try TestFolder())
            #expect(try await download.run().failure == "")
            let verification = try await PackageVerifier(package: download.package).verify()
            #expect(verification.findings == [])
            #expect(verification.state == .complete)
            #expect(PackageLint.check(download.package) == [])
        }
    }

    @Test(arguments: [
        ("aes128", 16, PackageRule.partDecrypts), ("aes256-gcm", 32, .partDecrypts),
    ])
    func `of encrypted media looks behind the encryption`(
        name: String, keyLength: Int, rule: PackageRule
    ) async throws {
        let asset = try OriginAsset.folder(`A download of the fixture`.fixture(name))
        try await withOrigin(asset) { _, url in
            let download = TestDownload(url: url, folder: try TestFolder())
            #expect(try await download.run().failure == "")
            let package = TestPackage(folder: download.folder)
            // Files of keys are numbered as the keys arrive.
            let file = try #require(try download.manifest().streams[0].parts[0].key)
            let key = try download.folder.bytes(of: "package/" + file)
            #expect(key.count == keyLength)

            try package.editBytes(file) { $0[3] ^= 1 }
            let wrong = try package.verify()
            #expect(wrong.state == .damaged)
            #expect(wrong.findings.first?.rule == rule)
            #expect(wrong.findings.first?.message.contains("it has the right digest") == true)
            #expect(wrong.firstHole?.start == .zero)

            try package.editBytes(file) { $0 = [1, 2, 3] }
            #expect(try package.verify().findings.first?.rule == .key)
            #expect(PackageLint.check(package.path).first?.rule == .key)

            try package.editBytes(file) { $0 = key }
            #expect(try package.verify().state == .complete)
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o644], ofItemAtPath: package.path + "/" + file)
            #expect(PackageLint.check(package.path).map(\.rule) == [.keyMode])

            try package.remove(file)
            #expect(try package.verify().findings.first?.rule == .key)
            let cache = try AssetCache(package: package.path)
            #expect(!cache.isPlayableOffline)
            #expect(cache.firstHole?.reason == "its key \(file) is not there")
        }
    }

    @Test func `tells how far it is, up to the end`() async throws {
        let package = try await TestPackage.make()
        let seen = Mutex<[PackageVerifier.Progress]>([])
        _ = try await PackageVerifier(package: package.path).verify { progress in
            seen.withLock { $0.append(progress) }
        }
        let reports = seen.withLock { $0 }
        #expect(reports.map(\.byteCount) == reports.map(\.byteCount).sorted())
        let last = try #require(reports.last)
        #expect(last.partCount == 16)
        #expect(last.partTotal == 16)
        #expect(last.byteCount == last.byteTotal)
    }

    @Test func `ends when its task is cancelled`() async throws {
        let package = try await TestPackage.make()
        await #expect(throws: CancellationError.self) {
            try await withThrowingTaskGroup(of: PackageVerification.self) { group in
                group.addTask { try await PackageVerifier(package: package.path).verify() }
                group.cancelAll()
                for try await _ in group {}
            }
        }
    }

    @Test func `of an unfinished download names what is not there yet`() async throws {
        let movie = try TestAssets.movie()
        try await withOrigin(.synthetic(movie)) { _, url in
            let download = TestDownload(url: url, folder: try TestFolder())
            _ = try await download.run(until: { $0.receivedBytes > 500_000 })
            let verification = try await PackageVerifier(package: download.package).verify()
            #expect(verification.state == .incomplete)
            #expect(verification.findings == [])
            #expect(verification.firstHole?.reason == "it is not there yet")
            #expect(verification.streams[0].goodSegmentCount < 6)
            let findings = PackageLint.check(download.package)
            #expect(findings.allSatisfy { $0.rule == .partials }, "\(findings)")
        }
    }
}
