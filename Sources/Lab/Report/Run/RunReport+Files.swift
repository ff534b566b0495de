internal import Foundation

extension RunReport {
    /// Leaves `report.html` and `session.har`.
    /// - Parameter begin: when the download began, since 1970-01-01T00:00:00Z; nil: time is virtual.
    func write(to folder: RunFolder, begin: Duration?) throws(LabError) {
        try folder.write(Data(page.text.utf8), to: folder.report)
        try folder.write(HTTPArchive(self, begin: begin).json(), to: folder.session)
    }
}
