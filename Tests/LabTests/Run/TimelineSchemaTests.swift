@testable import DownloadCore
import Foundation
@testable import PlaybackCore
import Testing

/// `ci/schemas/timeline.schema.json` and what the writers of the lines can write; `ci/check-timeline`
/// holds the lines of real runs against it by another program's reading of the schema.
@Suite struct `The schema of a timeline` {
    private static func schema() throws -> [String: Any] {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let data = try Data(contentsOf: root.appending(path: "ci/schemas/timeline.schema.json"))
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    private static func pattern(_ name: String) throws -> NSRegularExpression {
        let parts = try #require(try schema()["$defs"] as? [String: [String: Any]])
        return try NSRegularExpression(
            pattern: try #require(parts[name]?["pattern"] as? String))
    }

    /// Holds a line against the schema as a reader would.
    private static func expect(_ bytes: [UInt8], _ kind: String, _ commands: String) throws {
        let line = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
        let object = try #require(line)
        #expect(Set(object.keys) == ["t", kind, "commands"])
        #expect(object["t"] is NSNumber)
        let name = kind == "event" ? "event" : "playerEvent"
        let words = try [#require(object[kind] as? String)]
        try expect(words, fit: pattern(name))
        try expect(#require(object["commands"] as? [String]), fit: pattern(commands))
    }

    private static func expect(_ words: [String], fit pattern: NSRegularExpression) throws {
        for words in words {
            let whole = NSRange(words.startIndex..., in: words)
            #expect(
                pattern.firstMatch(in: words, range: whole)?.range == whole,
                "\(words) is not in the schema")
        }
    }

    // MARK: - The download

    private static let id = RequestID(3)
    private static let part = ResourceID.part(stream: 1, index: 2)
    private static let head = ResponseHead(
        status: 206, contentLength: 9, contentRange: ContentRange(field: "bytes 1-9/10"),
        retryAfter: .seconds(2))

    private static let events: [DownloadEvent] = [
        .started, .responded(id, head), .received(id, byteCount: 4),
        .ended(id, container: .whole(.mpegTS)), .ended(id, container: .broken("it \"breaks\"\n")),
        .endedPlaylist(id, bytes: [1, 2]), .endedKey(id, byteCount: 16),
        .keyRefused(id, reason: "no"), .failed(id, .connectionLost("reset")), .stored(part),
        .sealed, .storeFailed(.diskFull(path: "/x")), .woke, .spaceFound, .suspended, .resumed,
        .networkChanged(.metered), .streamWanted(uri: "v/index.m3u8"), .needed(nil),
        .needed(PlayerNeeds(wants: [.init(part, by: .seconds(1))], isWaiting: true)), .cancelled,
    ]

    /// A further event needs a sample, and a place in the schema.
    private static func kind(_ event: DownloadEvent) -> Int {
        switch event {
        case .started: 0
        case .responded: 1
        case .received: 2
        case .ended: 3
        case .endedPlaylist: 4
        case .endedKey: 5
        case .keyRefused: 6
        case .failed: 7
        case .stored: 8
        case .sealed: 9
        case .storeFailed: 10
        case .woke: 11
        case .spaceFound: 12
        case .suspended: 13
        case .resumed: 14
        case .networkChanged: 15
        case .streamWanted: 16
        case .needed: 17
        case .cancelled: 18
        }
    }

    private static let commands: [DownloadCommand] = [
        .fetch(
            FetchRequest(
                id: id, resource: part, url: "http://o/a.ts", rangeStart: 3, rangeEnd: 9,
                ifRange: "\"a\"", ifNoneMatch: "\"b\"", acceptsCompression: false, priority: 1)),
        .receive(id, BodyPlan(resource: part, skip: 1, appendAt: 2, take: 3, limit: 4)),
        .recheck(id, part), .receivePlaylist(id, limit: 1), .receiveKey(id, limit: 1),
        .askApp(id, .key(0), identifier: "skd://k"), .abort(id), .dismiss(id),
        .keepPause(ServerPause(host: "o:80", time: .seconds(2))),
        .keepPlaylist(
            .mediaPlaylist(stream: 0), PlaylistCopy(key: "", url: "u", entityTag: nil, bytes: [])),
        .storeKey(.key(1)), .lay([]), .discardGuestPart(part), .discardStream(1),
        .discardPartial(.steeringManifest),
        .store(part, Attestation(length: .declared, container: .webVTT)), .seal, .lookForSpace,
        .wake(at: .milliseconds(1500)), .report(.running), .finish(.completed),
        .finish(
            .failed(DownloadFailure(reason: .status(404), resource: part, url: "u", subject: "s"))),
    ]

    private static func kind(_ command: DownloadCommand) -> Int {
        switch command {
        case .fetch: 0
        case .receive: 1
        case .recheck: 2
        case .receivePlaylist: 3
        case .receiveKey: 4
        case .askApp: 5
        case .abort: 6
        case .dismiss: 7
        case .keepPlaylist: 8
        case .storeKey: 9
        case .lay: 10
        case .discardGuestPart: 11
        case .discardStream: 12
        case .discardPartial: 13
        case .store: 14
        case .seal: 15
        case .lookForSpace: 16
        case .wake: 17
        case .report: 18
        case .finish: 19
        case .keepPause: 20
        // Written as that of the package's streams.
        case .layGuest: 10
        }
    }

    @Test func `has every event and command of a download`() throws {
        #expect(Set(Self.events.map(Self.kind)) == Set(0...18))
        #expect(Set(Self.commands.map(Self.kind)) == Set(0...20))
        for event in Self.events {
            let line = TraceLine(at: .milliseconds(1_234), event, Self.commands)
            try Self.expect(line.bytes, "event", "command")
        }
    }

    // MARK: - The player

    private static let request = PlayerRequestID(4)
    private static let segment = SegmentID(stream: 2, index: 7)
    private static let wish = SegmentRequest(
        id: request, segment: segment, deadline: .seconds(3), isReplacement: true)

    private static let playerEvents: [PlayerEvent] = [
        .started, .described(1, StreamTimeline([.init(start: .zero, duration: .seconds(4))])),
        .undescribed(1, reason: "gone"), .responded(request, byteCount: nil),
        .received(request, byteCount: 3), .arrived(request), .failed(request, reason: "late"),
        .stored(segment, byteCount: 9), .discarded(segment), .networkChanged(isReachable: false),
        .woke, .paused, .resumed, .sought(.seconds(9)),
        .rateChanged(PlaybackRate(thousandths: 1_500)), .audioSelected(nil),
        .subtitlesSelected("en"), .stopped,
    ]

    private static func kind(_ event: PlayerEvent) -> Int {
        switch event {
        case .started: 0
        case .described: 1
        case .undescribed: 2
        case .responded: 3
        case .received: 4
        case .arrived: 5
        case .failed: 6
        case .stored: 7
        case .discarded: 8
        case .networkChanged: 9
        case .woke: 10
        case .paused: 11
        case .resumed: 12
        case .sought: 13
        case .rateChanged: 14
        case .audioSelected: 15
        case .subtitlesSelected: 16
        case .stopped: 17
        }
    }

    private static let states: [PlaybackState] = [
        .idle, .waiting, .playing, .stalled, .paused, .ended, .stopped, .failed("no\nmore"),
    ]

    private static let playerCommands: [PlayerCommand] =
        [
            .describe(1), .fetch(wish), .read(wish), .abandon(request), .wake(at: .seconds(1)),
            .report(.started(after: .seconds(1))),
            .report(.switched(from: 0, to: 3, mediaTime: .seconds(8))),
            .report(.stalled(.init(start: .zero, mediaTime: .zero, duration: .seconds(2)))),
            .report(.abandoned(segment, for: 0)),
            .report(.retrying(segment, reason: "it\nfailed", pause: .seconds(1))),
        ] + states.map { .report(.state($0)) }

    private static func kind(_ command: PlayerCommand) -> Int {
        switch command {
        case .describe: 0
        case .fetch: 1
        case .read: 2
        case .abandon: 3
        case .wake: 4
        case .report(.started): 5
        case .report(.switched): 6
        case .report(.stalled): 7
        case .report(.abandoned): 8
        case .report(.retrying): 9
        case .report(.state): 10
        }
    }

    @Test func `has every event and command of a player`() throws {
        #expect(Set(Self.playerEvents.map(Self.kind)) == Set(0...17))
        #expect(Set(Self.playerCommands.map(Self.kind)) == Set(0...10))
        for event in Self.playerEvents {
            let line = PlayerTraceLine(at: .seconds(3), event, Self.playerCommands)
            try Self.expect(line.bytes, "player", "playerCommand")
        }
    }
}
