internal import DownloadCore
internal import FixtureOrigin
internal import Foundation
internal import LinkModel
internal import Scenarios

// A report is made of what lies in the folder of its run and of nothing else, so that it can be made
// anew.
extension RunReport {
    /// Reads the folder of a run. One that has not ended is told of as far as it came.
    /// - Throws: ``LabError`` when a file is missing, or says what cannot be.
    init(
        of folder: RunFolder, _ scenario: Scenario, over profile: LinkProfile, _ asset: OriginAsset
    ) async throws(LabError) {
        let circumstances = try RunCircumstances(of: folder)
        let options = DownloadOptions(scenario, keySystems: asset.catalog.keySystems)
        let chronicle = try RunChronicle(
            readingFrom: folder.timeline, from: circumstances.timelineOffset,
            places: try await TrackPlaces(of: asset, options))
        let record = try Self.record(in: folder, from: circumstances.recordOffset)
        var playback: ReportedPlayback?
        let summary: RunSummary
        if circumstances.hasEnded {
            summary = try Self.summary(in: folder)
            if summary.playback != nil, folder.has(folder.playback) {
                playback = try ReportedPlayback(
                    RunFolder.read(PlaybackFile.self, from: folder.playback))
            }
        } else {
            summary = try UnendedRun(
                folder: folder, scenario: scenario, profile: profile, asset: asset
            ).summary(by: chronicle, requests: record.count)
        }
        self.init(
            summary: summary, profile: profile, catalog: asset.catalog, chronicle: chronicle,
            record: record, playback: playback, circumstances: circumstances)
    }

    /// Leaves `report.html` and `session.har`.
    /// - Parameter page: file of the page; nil: that of the folder.
    func write(to folder: RunFolder, page path: String? = nil) throws(LabError) {
        try folder.write(Data(page.text.utf8), to: path ?? folder.report)
        try folder.write(HTTPArchive(self).json(), to: folder.session)
    }

    /// The summary with what is kept beside it.
    private static func summary(in folder: RunFolder) throws(LabError) -> RunSummary {
        var summary = try RunFolder.read(RunSummary.self, from: folder.summary)
        summary.linkRecord = try RunFolder.read(LinkRecord.self, from: folder.link)
        if folder.has(folder.coverage) {
            summary.coverage = try RunFolder.read(Coverage.self, from: folder.coverage)
        }
        return summary
    }

    /// What the origin wrote down since the run began; of a run that was killed, without its last
    /// line where that broke off.
    private static func record(
        in folder: RunFolder, from offset: Int
    ) throws(LabError) -> [RecordLine] {
        // An origin that was never asked leaves no file.
        guard folder.has(folder.originRecord) else { return [] }
        let bytes: [UInt8]
        do throws(InputFile.Failure) {
            bytes = try InputFile.bytes(of: folder.originRecord, limit: mostRecordBytes)
        } catch {
            throw LabError(.usage, "cannot read \(folder.originRecord): \(error.reason)")
        }
        var lines = bytes.dropFirst(offset).split(
            separator: 0x0A, omittingEmptySubsequences: false)
        // What stands behind the last line break is nothing, or half a line.
        lines.removeLast()
        let decoder = JSONDecoder()
        do {
            return try lines.map { try decoder.decode(RecordLine.self, from: Data($0)) }
        } catch {
            let reason = (error as? DecodingError)?.words ?? "\(error)"
            throw LabError(.usage, "cannot use \(folder.originRecord): \(reason)")
        }
    }

    /// A longer record is told of up to here.
    private static let mostRecordBytes = 256 << 20
}
