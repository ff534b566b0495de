internal import Foundation

extension SuiteResults {
    /// Largest file that is read, in bytes: 200,000 runs of 2 kB.
    static let mostBytes = 1 << 29

    /// Reads `results.json`; of a folder, the one in it.
    /// - Throws: ``LabError`` of kind usage.
    package init(readingFrom path: String) throws(LabError) {
        var isFolder: ObjCBool = false
        let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        let file = isThere && isFolder.boolValue ? path + "/results.json" : path
        do {
            let bytes = try InputFile.bytes(of: file, limit: Self.mostBytes)
            self = try JSONDecoder().decode(Self.self, from: Data(bytes))
        } catch let error as InputFile.Failure {
            throw LabError(.usage, "cannot read the results \(file): \(error.reason)")
        } catch {
            let reason = (error as? DecodingError)?.words ?? "\(error)"
            throw LabError(.usage, "\(file) has no results of a suite: \(reason)")
        }
        guard schema == Self.currentSchema else {
            throw LabError(
                .usage,
                "\(file) has the schema '\(schema)'; this version reads '\(Self.currentSchema)'")
        }
    }
}
