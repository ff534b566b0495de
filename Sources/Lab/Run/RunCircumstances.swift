internal import Foundation

/// What a run was carried out with, and where its own lines begin in files that runs of one folder
/// share: `circumstances.json`, written when the download begins and once more at its end.
struct RunCircumstances: Sendable, Hashable, Codable {
    static let currentSchema = "hlslab-circumstances/1"
    /// What the machine is where time is virtual: without its own properties.
    static let virtualMachine = Fact(
        name: "machine", value: "any: time is virtual, and the same seed gives the same page")

    struct Fact: Sendable, Hashable, Codable {
        var name: String
        var value: String
    }

    var schema = Self.currentSchema
    /// When the download began, in seconds since 1970-01-01T00:00:00Z; nil: time is virtual.
    var begin: Double?
    /// Seconds that the origin had served by then.
    var originSeconds = 0.0
    /// Bytes of `timeline.jsonl` and `origin.jsonl` that are of earlier runs.
    var timelineOffset = 0
    var recordOffset = 0
    var facts: [Fact]
    var hasEnded = false

    /// Of a run in virtual time that is over.
    static let virtual = RunCircumstances(
        facts: [Fact(name: "hlslab", value: LabVersion.current), virtualMachine], hasEnded: true)

    /// Of a run over sockets that begins, before anything of it is written.
    /// - Parameters:
    ///   - begin: since 1970-01-01T00:00:00Z.
    ///   - congestionControl: nil: that of the link model.
    init(
        of folder: RunFolder, begin: Duration, originServed: Duration, congestionControl: String?
    ) {
        self.init(facts: MachineFacts.rows(congestionControl: congestionControl))
        self.begin = begin / .seconds(1)
        originSeconds = originServed / .seconds(1)
        timelineOffset = Self.length(of: folder.timeline)
        recordOffset = Self.length(of: folder.originRecord)
    }

    private init(facts: [Fact], hasEnded: Bool = false) {
        self.facts = facts
        self.hasEnded = hasEnded
    }

    /// - Throws: ``LabError`` when the folder has none.
    init(of folder: RunFolder) throws(LabError) {
        self = try RunFolder.read(Self.self, from: folder.circumstances)
        guard schema == Self.currentSchema else {
            throw LabError(
                .usage,
                "\(folder.circumstances) has the schema '\(schema)'; this version reads "
                    + "'\(Self.currentSchema)'")
        }
    }

    func write(to folder: RunFolder) throws(LabError) {
        try folder.write(json(), to: folder.circumstances)
    }

    /// A file that is not there has none.
    private static func length(of path: String) -> Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return attributes?[.size] as? Int ?? 0
    }
}
