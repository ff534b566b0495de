import DownloadCore
import Foundation
@testable import HLSDownload
import Testing

@Suite struct `A durable file` {
    @Test(arguments: ["target", "nowhere"])
    func `is never reached through a link`(target: String) throws {
        let folder = try TestFolder()
        try folder.write("kept", to: "target")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/link", withDestinationPath: folder.path + "/" + target)
        let failure = #expect(throws: StoreFailure.self) {
            _ = try DurableFile(at: folder.path + "/link")
        }
        #expect(
            failure?.description == "cannot write \(folder.path)/link: "
                + "Too many levels of symbolic links")
        #expect(try folder.text(of: "target") == "kept")
        #expect(!folder.has("nowhere"))
    }

    @Test func `is written, read and cut`() throws {
        let folder = try TestFolder()
        let file = try DurableFile(at: folder.path + "/file")
        try file.write([1, 2, 3])
        try file.write([7, 8])
        try file.sync()
        let size = try file.size()
        #expect(size == 3)
        var read: [UInt8] = []
        try file.read(3) { read += $0 }
        #expect(read == [7, 8, 3])
        try file.truncate(to: 1)
        #expect(try folder.bytes(of: "file") == [7])
    }

    @Test(arguments: [
        (ENOSPC, "no space left to write x; make room and start again to go on"),
        (EDQUOT, "no space left to write x; make room and start again to go on"),
        (EROFS, "cannot write x: Read-only file system"),
        (EACCES, "cannot write x: Permission denied"),
        (EIO, "cannot store x: Input/output error"),
    ])
    func `says what the system refused`(code: Int32, text: String) {
        #expect(StoreFailure(errno: code, path: "x").description == text)
    }
}

@Suite struct `A durable folder` {
    @Test func `is made with those above it, and made again without harm`() throws {
        let folder = try TestFolder()
        try DurableFolder.make(folder.path + "/a/b/c")
        try DurableFolder.make(folder.path + "/a/b/c/")
        #expect(folder.has("a/b/c"))
    }

    @Test func `replaces a small file in one step, links included`() throws {
        let folder = try TestFolder()
        try folder.write("elsewhere", to: "target")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/file", withDestinationPath: folder.path + "/target")
        try DurableFolder.write([(folder.path + "/file", Array("longer text".utf8))])
        try DurableFolder.write([(folder.path + "/file", Array("new".utf8))])
        #expect(try folder.text(of: "file") == "new")
        #expect(try folder.text(of: "target") == "elsewhere")
        #expect(folder.files() == ["file", "target"])
    }

    @Test func `writes many files in many folders`() throws {
        let folder = try TestFolder()
        try DurableFolder.make(folder.path + "/a")
        try DurableFolder.write([
            (folder.path + "/a/1", [1]), (folder.path + "/2", [2, 2]), (folder.path + "/a/3", []),
        ])
        #expect(folder.files() == ["2", "a/1", "a/3"])
        #expect(try folder.bytes(of: "a/1") == [1])
        #expect(try folder.bytes(of: "2") == [2, 2])
    }

    @Test func `forgets what an earlier run left of a small file`() throws {
        let folder = try TestFolder()
        try folder.write("left by a crash, and longer", to: "file.part")
        try DurableFolder.write([(folder.path + "/file", Array("new".utf8))])
        #expect(try folder.text(of: "file") == "new")
        #expect(folder.files() == ["file"])
    }

    @Test func `tells the size of regular files only`() throws {
        let folder = try TestFolder()
        try folder.write("12345", to: "file")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/link", withDestinationPath: folder.path + "/file")
        #expect(DurableFolder.size(of: folder.path + "/file") == 5)
        #expect(DurableFolder.size(of: folder.path + "/link") == nil)
        #expect(DurableFolder.size(of: folder.path) == nil)
        #expect(DurableFolder.size(of: folder.path + "/none") == nil)
    }

    @Test func `removes what is there and does not mind what is not`() throws {
        let folder = try TestFolder()
        try folder.write("1", to: "file")
        try DurableFolder.remove(folder.path + "/file")
        try DurableFolder.remove(folder.path + "/file")
        #expect(folder.files() == [])
    }
}
