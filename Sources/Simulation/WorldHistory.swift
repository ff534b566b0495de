package import DownloadCore
package import LinkModel
package import OfflinePlayback
package import Scenarios

/// What came of a run of a ``World``.
package struct WorldHistory: Sendable {
    /// Nil when the run was stopped where it was told to stop at, and when it waits for something
    /// that never comes.
    package var outcome: DownloadOutcome?
    /// Virtual time of the run, a playback behind the download included.
    package var elapsed: Duration
    /// When the download was over; nil when it never was.
    package var finishedAt: Duration?
    /// Lines of the timeline, UTF-8, without their ends; empty when they were not wanted.
    package var trace: [[UInt8]]
    package var record: OriginRecord
    /// Body bytes of media that the origin sent, by its record and of answers without an end.
    package var mediaBytesSent: Int
    package var disk: SimulatedDisk
    /// The origin as it is now, for a run that goes on.
    package var origin: OriginScript
    /// Bytes and retries are those of all starts of the engine.
    package var progress: DownloadProgress
    /// Requests that reached the origin, those without an end included.
    package var requests: Int
    /// Body bytes of parts that were kept.
    package var partBytes: Int
    /// Commands that were performed.
    package var commands: Int
    /// Events that the machine was told.
    package var events: Int
    /// Most connections that the engine had at once, those being opened included.
    package var mostConnections: Int
    /// Connections that it opened in all.
    package var openedConnections: Int
    /// Requests in the order in which the machine gave them.
    package var exchanges: [WorldExchange]
    /// Why nothing was requested at the end; nil when the download ran, or was over.
    package var waitingReason: WaitingReason?
    /// The run was stopped where it was told to stop at.
    package var wasStopped: Bool
    /// The world's successor took the origin's place.
    package var originWasReplaced: Bool
    /// What passed the link in each direction.
    package var down: LinkCounters
    package var up: LinkCounters
    /// What became of the packets.
    package var downPackets: PathCounters
    package var upPackets: PathCounters
    /// Nil when nothing was to be played.
    package var playback: PlaybackHistory?
    /// What the scenario let happen from outside.
    package var interruptions: [HappenedInterruption]
}

/// Why a ``World`` could not go on: a bug of the machine or of the world, never of a scenario.
package enum WorldError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Nothing will ever happen any more, and the download is not over.
    case quiet(at: Duration, lastLine: String)
    /// The machine is told event after event and does not end.
    case endless(at: Duration, events: Int, lastLine: String)

    package var description: String {
        switch self {
        case .quiet(let time, let line):
            "the world went quiet at \(time) with the download unfinished" + Self.last(line)
        case .endless(let time, let events, let line):
            "the download did not end within \(events) events, at \(time)" + Self.last(line)
        }
    }

    /// Nobody may have kept it.
    private static func last(_ line: String) -> String {
        line.isEmpty ? "" : "; the last event: \(line)"
    }
}
