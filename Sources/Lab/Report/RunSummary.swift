package import Scenarios

/// What a run found, in figures: `summary.json`, and what `--format json` prints.
package struct RunSummary: Sendable, Codable {
    package static let currentSchema = "hlslab-summary/1"

    package struct Link: Sendable, Hashable, Codable {
        /// Id of the profile, whatever alias it was asked for by.
        package var profile: String
        package var via: Scenario.Via
        /// Bytes of TCP payload that crossed the link towards the engine and away from it.
        package var bytesDown: Int
        package var bytesUp: Int
        /// What rate and delay allow, see ``AllowedTime``.
        package var allowedSeconds: Double
        /// What the same scenario takes in virtual time; nil for a run in virtual time, for one that
        /// went on where an earlier one was, and for one that does not complete, here or there.
        package var modelSeconds: Double?
    }

    package struct Download: Sendable, Hashable, Codable {
        /// `completed`, `failed` or `cancelled`.
        package var state: String
        /// From the start of the download to its end, in this run.
        package var seconds: Double
        /// Body bytes that the engine received, in all runs of this download.
        package var bytesReceived: Int
        /// Media bytes in the package.
        package var bytesStored: Int
        /// Bytes received and not part of the package; where none is made, those that were not played
        /// since the engine began last.
        package var wasteBytes: Int
        /// Requests that the origin saw in this run.
        package var requests: Int
        package var retries: Int
        /// Failures that the engine got over.
        package var recoverableErrors: Int
        /// Seconds after the start from which on playback would have seen no stall; nil when
        /// nothing arrived.
        package var stallFreeStartSeconds: Double?
        /// The variant that the options resolve to by the judge's reading, as the catalog names it.
        package var requestedVariant: String
        package var requestedStreams: [String]
        /// Why the download did not complete; nil when it did.
        package var error: String?
    }

    package var schema = Self.currentSchema
    package var scenario: String
    package var asset: String
    package var quality: String
    package var seed: UInt64
    package var link: Link
    package var verdict: Verdict
    package var expectations: [JudgedExpectation]
    /// What the scenario expects of many seeds, and no single run can be held against; nil: nothing.
    package var notJudged: [String]?
    package var download: Download
    package var onDisk: OnDisk
    /// What the package says vouches for its parts, and for how many.
    package var attestations: [String: Int]
    /// Nil when nothing was to be played. An engine that is killed, or begins anew with another
    /// token, plays from the beginning again: then this is of the last time.
    package var playback: Playback?
    /// What happened from outside, as it really did; nil: nothing.
    package var interruptions: [HappenedInterruption]?
    package var traceSHA256: String
    /// Folder with everything that the run left.
    package var runFolder: String
    /// The command that repeats this run.
    package var replay: String
    /// What the link was and did, of a run over sockets; a file of its own, see ``LinkRecord``.
    package var linkRecord: LinkRecord?
    /// What was found of every segment; not part of the JSON.
    package var coverage: Coverage?
    /// What a run in virtual time took of this machine's; not part of the JSON, which is the same
    /// wherever it is made.
    package var machineTime: Duration?

    private enum CodingKeys: String, CodingKey {
        case schema, scenario, asset, quality, seed, link, verdict, expectations, download, onDisk
        case attestations, playback, notJudged, interruptions, traceSHA256, runFolder, replay
    }
}
