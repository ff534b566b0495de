import DownloadCore
@testable import HLSDownload
import Testing

@Suite struct `A sync of a part that goes on arriving` {
    private static func sync(_ folder: TestFolder, _ journal: DownloadJournal) throws -> PartSync {
        PartSync(
            try OpenFile(at: folder.path + "/part"), folder: folder.path,
            `A download journal`.partial(3, synced: 4_096), journal)
    }

    @Test func `has the journal say how many bytes are durable`() throws {
        let folder = try TestFolder()
        let journal = try DownloadJournal(at: folder.path + "/library.sqlite")
        try Self.sync(folder, journal).perform()
        #expect(try journal.partials() == [`A download journal`.partial(3, synced: 4_096)])
    }

    @Test func `says nothing of a part that has begun anew meanwhile`() throws {
        let folder = try TestFolder()
        let journal = try DownloadJournal(at: folder.path + "/library.sqlite")
        let sync = try Self.sync(folder, journal)
        sync.callOff()
        try journal.begin([`A download journal`.partial(3)])
        try sync.perform()
        #expect(try journal.partials() == [`A download journal`.partial(3)])
    }
}
