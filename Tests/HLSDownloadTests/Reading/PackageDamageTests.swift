import Foundation
@testable import HLSDownload
import Testing

@Suite struct `A damaged package` {
    @Test func `is told from an untouched one, which has no finding`() async throws {
        let package = try await TestPackage.make()
        let verification = try package.verify()
        #expect(verification.findings == [])
        #expect(verification.state == .complete)
        #expect(verification.firstHole == nil)
        #expect(PackageLint.check(package.path) == [])
    }

    @Test(arguments: Damage.all)
    func `is found out, and the first finding says what it is`(damage: Damage) async throws {
        let package = try await TestPackage.make()
        try damage.apply(package)
        switch damage.finder {
        case .lint:
            let first = try #require(PackageLint.check(package.path).first)
            expect(first, damage)
        case .verify:
            let verification = try package.verify()
            expect(try #require(verification.findings.first), damage)
            #expect(verification.state != .complete)
            #expect(verification.findingCount >= 1)
            let hole = verification.firstHole?.description ?? ""
            #expect(damage.hole.isEmpty == hole.isEmpty, "\(hole)")
            #expect(damage.hole.isEmpty || hole.contains(damage.hole), "\(hole)")
        }
    }

    private func expect(_ finding: PackageFinding, _ damage: Damage) {
        #expect(finding.rule == damage.rule, "\(finding)")
        #expect(finding.path == damage.path, "\(finding)")
        #expect(finding.message.contains(damage.words), "\(finding)")
        #expect(!finding.remedy.isEmpty)
    }

    /// What keeps a package from being read keeps it from being verified, and ends in no verdict.
    @Test(arguments: Damage.all.filter { $0.rule == .manifestContent || $0.rule == .safeNames })
    func `never makes a reader crash, and never counts as complete`(damage: Damage) async throws {
        let package = try await TestPackage.make()
        try damage.apply(package)
        do {
            // XML is not what the certificate is about.
            let isAboutXML = damage.path.hasSuffix(".xml")
            #expect(try (package.verify().state == .complete) == isAboutXML)
        } catch let error as PackageReadingError {
            #expect(error.package == package.path)
            #expect("\(error)".contains(package.path))
        }
    }

    @Test func `counts findings beyond those that it keeps`() async throws {
        let package = try await TestPackage.make()
        try package.editManifest { manifest in
            let part = manifest.streams[0].parts[2]
            let many = Array(repeating: part, count: PackageVerifier.mostFindings + 7)
            manifest.streams[0].parts += many
        }
        let verification = try package.verify()
        #expect(verification.findings.count == PackageVerifier.mostFindings)
        #expect(verification.findingCount > PackageVerifier.mostFindings)
        #expect(verification.state == .damaged)
    }
}
