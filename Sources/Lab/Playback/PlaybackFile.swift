internal import HLSPlaylist
package import PlaybackCore

/// What was played, as `playback.json` of a run folder keeps it: all that quality of experience is
/// computed from. Times are in seconds: on the wall since the request to play, unless they say that
/// they are of the media.
package struct PlaybackFile: Sendable, Codable {
    package static let currentSchema = "hlslab-playback/1"

    package struct Level: Sendable, Codable {
        /// BANDWIDTH, in bit/s.
        package var bandwidth: Int
        package var codecs: String?
        package var width: Int?
        package var height: Int?
        package var frameRate: Double?
    }

    package struct Segment: Sendable, Codable {
        package var level: Int
        package var bytes: Int
        /// Of the whole segment, in media time.
        package var seconds: Double
        package var start: Double
        /// Media time of it that was played.
        package var played: Double
        package var fromStore: Bool
    }

    package struct Stall: Sendable, Codable {
        package var start: Double
        package var mediaTime: Double
        package var seconds: Double
    }

    package struct Request: Sendable, Codable {
        package var start: Double
        package var end: Double
        package var bytes: Int
        package var timeToFirstByte: Double
        /// What the rule expected, in bit/s.
        package var estimate: Double?
    }

    /// What the link could have carried from a time on.
    package struct Capacity: Sendable, Codable {
        package var start: Double
        package var bitsPerSecond: Double
    }

    package var schema = Self.currentSchema
    /// When the person asked to play, since the download's start; nil: it is not known.
    package var requestedAt: Double?
    /// `ended`, `stopped`, `failed` and the like; nil when nothing ever began to play.
    package var state: String?
    /// What the player chose from, rising.
    package var levels: [Level]
    package var startup: Double?
    package var segments: [Segment]
    package var stalls: [Stall]
    package var requests: [Request]
    package var bytesNotPlayed: Int
    /// Stretches of the buffer's level: how long, from, to.
    package var buffer: [[Double]]
    /// What only a laboratory knows; nil: it is not known here.
    package var capacity: [Capacity]?
    /// The player's buffer when it is full, in seconds of media.
    package var bufferGoal: Double?
    /// The best sum of the linear scale that an ``Oracle`` found for the same link.
    package var oracle: Double?
}

extension PlaybackFile {
    /// - Parameters:
    ///   - levels: what the player chose from, rising.
    ///   - knowledge: what only a laboratory knows.
    package init(
        _ played: PlayedSequence, requestedAt: Duration, state: String?,
        levels: [PlayerPresentation.Level], knowing knowledge: LinkKnowledge
    ) {
        func seconds(_ time: Duration) -> Double { time / .seconds(1) }
        self.requestedAt = seconds(requestedAt)
        self.state = state
        self.levels = levels.map { level in
            Level(
                bandwidth: level.peakBitRate, codecs: level.codecs,
                width: level.resolution?.width, height: level.resolution?.height,
                frameRate: level.frameRate)
        }
        startup = played.startup.map(seconds)
        segments = played.segments.map { segment in
            Segment(
                level: segment.level, bytes: segment.bytes, seconds: seconds(segment.duration),
                start: seconds(segment.start), played: seconds(segment.played),
                fromStore: segment.isFromStore)
        }
        stalls = played.stalls.map { stall in
            Stall(
                start: seconds(stall.start), mediaTime: seconds(stall.mediaTime),
                seconds: seconds(stall.duration))
        }
        requests = played.requests.map { request in
            Request(
                start: seconds(request.start), end: seconds(request.end), bytes: request.bytes,
                timeToFirstByte: seconds(request.timeToFirstByte), estimate: request.estimate)
        }
        bytesNotPlayed = played.bytesNotPlayed
        buffer = played.buffer.pieces.map { [$0.seconds, $0.from, $0.to] }
        capacity = knowledge.capacity?.steps.map { step in
            Capacity(start: seconds(step.start), bitsPerSecond: step.bitsPerSecond)
        }
        bufferGoal = knowledge.bufferGoal.map(seconds)
        oracle = knowledge.oracle
    }

    /// What was played.
    /// - Throws: when the file tells of what cannot be.
    func sequence() throws(LabError) -> PlayedSequence {
        var played = PlayedSequence()
        played.startup = try startup.map(Self.time)
        for segment in segments {
            guard levels.indices.contains(segment.level), segment.bytes >= 0 else {
                throw LabError(
                    .run, "a segment of level \(segment.level), which is none of its levels")
            }
            played.segments.append(
                .init(
                    level: segment.level, bitrate: levels[segment.level].bandwidth,
                    bytes: segment.bytes, duration: try Self.time(segment.seconds),
                    start: try Self.time(segment.start), played: try Self.time(segment.played),
                    isFromStore: segment.fromStore))
        }
        for stall in stalls {
            played.stalls.append(
                .init(
                    start: try Self.time(stall.start), mediaTime: try Self.time(stall.mediaTime),
                    duration: try Self.time(stall.seconds)))
        }
        for request in requests {
            played.requests.append(
                .init(
                    start: try Self.time(request.start), end: try Self.time(request.end),
                    bytes: request.bytes, timeToFirstByte: try Self.time(request.timeToFirstByte),
                    estimate: request.estimate))
        }
        played.bytesNotPlayed = bytesNotPlayed
        guard buffer.allSatisfy({ $0.count == 3 }) else {
            throw LabError(.run, "a stretch of the buffer has three numbers")
        }
        played.buffer = BufferHistory(
            pieces: buffer.map { .init(seconds: $0[0], from: $0[1], to: $0[2]) })
        return played
    }

    /// What the link could have carried; nil where it is not known.
    func linkCapacity() throws(LabError) -> LinkCapacity? {
        guard let capacity else { return nil }
        var steps: [LinkCapacity.Step] = []
        for step in capacity {
            let start = try Self.time(step.start)
            guard steps.isEmpty ? start == .zero : start > steps[steps.count - 1].start else {
                throw LabError(.run, "the link's capacities begin at 0 and follow one another")
            }
            steps.append(.init(start: start, bitsPerSecond: step.bitsPerSecond))
        }
        return steps.isEmpty ? nil : LinkCapacity(steps)
    }

    /// A playback lasts no longer than a year.
    static func time(_ seconds: Double) throws(LabError) -> Duration {
        guard seconds >= 0, seconds < 366 * 86_400 else {
            throw LabError(.run, "a time of \(seconds) s")
        }
        return .seconds(seconds)
    }
}
