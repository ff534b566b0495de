import DownloadCore
import Foundation
@testable import HLSDownload
import Testing

@Suite struct `A part that a player has opened` {
    static func stored(_ path: String, length: Int) -> DownloadJournal.StoredPart {
        DownloadJournal.StoredPart(
            key: .init(stream: "v", index: 0), path: path, length: length, sha256: "",
            attestation: Attestation(length: .declared, container: .mpegTS))
    }

    @Test func `is read to its end after the package has let go of it`() throws {
        let folder = try TestFolder()
        try folder.write(String(repeating: "media", count: 200_000), to: "0.ts")
        let part = try OpenedPart(
            Self.stored("0.ts", length: 1_000_000), in: PackageFolder(folder.path))
        try FileManager.default.removeItem(atPath: folder.path + "/0.ts")
        #expect(try part.read() == 1_000_000)
    }

    @Test(arguments: [(4, PackageFileFault.tooLong(limit: 4)), (6, .cutOff(after: 5))])
    func `is not taken for whole when it has another length than was stored`(
        length: Int, fault: PackageFileFault
    ) throws {
        let folder = try TestFolder()
        try folder.write("media", to: "0.ts")
        let part = try OpenedPart(
            Self.stored("0.ts", length: length), in: PackageFolder(folder.path))
        #expect(throws: fault) { try part.read() }
    }

    @Test func `is no link, and none that is not there`() throws {
        let folder = try TestFolder()
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/0.ts", withDestinationPath: "/etc/hostname")
        for (path, fault) in [("0.ts", PackageFileFault.link), ("1.ts", .missing)] {
            #expect(throws: fault) {
                _ = try OpenedPart(Self.stored(path, length: 1), in: PackageFolder(folder.path))
            }
        }
    }
}
