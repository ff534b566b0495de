import DownloadCore
import OfflinePlayback
import PlaybackCore
import Scenarios
import Simulation
import Testing

/// The engine writes and the origin reads, by two codes that know nothing of each other.
@Suite struct `An origin that is told of requests` {
    @Test(arguments: [ClientData.Form.query, .headers])
    func `finds nothing wrong in what a download and a player tell`(form: ClientData.Form) throws {
        let asset = try TestAsset.ladder(segments: 10, bitsPerSecond: [40_000, 120_000, 300_000])
        for rate in [60_000, 250_000, 900_000] {
            var played = PlayedWorld(asset, link: .steady(rate))
            played.settings.options.clientData = ClientDataOptions(
                form: form, sessionID: "6e2fb550-c457-11e9-bb97-0800200c9a66", contentID: "ladder")
            let history = try played.run()
            #expect(try played.fault(history) == nil)
            let read: ReportedClientData.Form = form == .query ? .query : .headers
            #expect(history.record.clientDataFindings(of: read) == [])
            let told = history.record.entries.compactMap(\.clientData?.values)
            #expect(told.allSatisfy { $0["sid"] == "6e2fb550-c457-11e9-bb97-0800200c9a66" })
            #expect(told.contains { $0["ot"] == "m" })
            // The first segment is needed to begin to play; later ones by a time.
            #expect(told.contains { $0["su"] == "true" })
            #expect(told.contains { $0["dl"] != nil && $0["bl"] != nil })
            #expect(told.contains { $0["mtp"] != nil })
            // Nobody is told of a stall that was none, and each stall once.
            let starved = told.filter { $0["bs"] != nil }.count
            #expect(starved <= history.playback?.played.stalls.count ?? 0)
        }
    }

    @Test func `is told nothing unless that was asked for`() throws {
        let asset = try TestAsset.ladder(segments: 4, bitsPerSecond: [40_000])
        let history = try PlayedWorld(asset).run()
        #expect(history.record.entries.allSatisfy { $0.clientData == nil })
    }
}
