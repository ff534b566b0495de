internal import DownloadCore
internal import LinkModel
internal import Scenarios

// The origin's ends of the connections: plays the plans of the script, as the fixture origin does.
extension World {
    private var time: LinkTime { LinkTime(nanoseconds: now) }

    /// Bytes of a request came; the last of them makes the origin answer.
    mutating func requestArrived(_ bytes: Int, on index: Int) {
        connections[index].requestMissing -= bytes
        guard connections[index].requestMissing <= 0, !connections[index].isClosedByOrigin,
            let request = connections[index].request
        else { return }
        let asked = OriginRequest(request, token: connections[index].token)
        let plan = script.respond(to: asked, at: elapsed)
        requestCount += 1
        let answer = SimulatedAnswer(plan, playlists: playlists)
        connections[index].expect(answer)
        let sequence = requestCount
        note(request.id) { $0.sequence = sequence }
        connections[index].playback = .init(
            answer: answer,
            entry: .init(
                sequence: requestCount, requestedAt: elapsed, endedAt: elapsed, method: "GET",
                path: Self.target(of: request.url), range: request.rangeField, status: plan.status,
                contentType: plan.header("Content-Type"),
                location: plan.header("Location"), part: plan.part, attempt: plan.attempt,
                bytesPlanned: plan.plannedBytes,
                bytesDelivered: 0, ending: .originStopped, fault: plan.fault,
                clientData: ReportedClientData(asked)))
        let headAt = now + plan.headDelay.wholeNanosecondsRoundedUp
        queue.add(.play(connection: index, sequence: requestCount), at: headAt)
    }

    /// The head is due, or a pause is over.
    mutating func play(_ index: Int, _ sequence: Int) {
        guard var playback = connections[index].playback, playback.entry.sequence == sequence
        else { return }
        let plan = playback.answer.plan
        guard plan.ending != .resetBeforeHead else {
            link.reset(connections[index].link, .down, at: time)
            return conclude(index, .reset)
        }
        var head = 0
        if playback.entry.headAt == nil {
            playback.entry.headAt = elapsed
            playback.entry.retryNotBefore = plan.retryAfter.map { elapsed + $0 }
            head = playback.answer.headBytes
        }
        let stop =
            playback.nextPause < plan.pauses.count
            ? min(plan.pauses[playback.nextPause].byte, plan.plannedBytes) : plan.plannedBytes
        let body = max(0, stop - playback.offered)
        playback.offered = max(stop, playback.offered)
        connections[index].playback = playback
        let place = draining.firstIndex { $0.index > index } ?? draining.endIndex
        hasToLook = true
        draining.insert(
            .init(index: index, link: connections[index].link, backlog: head + body), at: place)
        // The origin's system gets the head before the first bytes of the body.
        for bytes in [head, body] where bytes > 0 {
            link.offer(bytes, on: connections[index].link, .down, at: time)
        }
    }

    /// Goes on with answers whose bytes the link has taken.
    mutating func playWhatDrained() {
        guard hasToLook || link.hasSent else { return }
        hasToLook = false
        link.forgetSent()
        var place = 0
        while place < draining.count {
            let backlog = link.backlog(draining[place].link, .down)
            draining[place].backlog = backlog
            if backlog == 0 {
                drained(draining.remove(at: place).index)
            } else {
                place += 1
            }
        }
    }

    /// Looks at what was offered after some of it went out.
    /// - Returns: whether that was the last of an answer, which ``playWhatDrained()`` sees to.
    mutating func hasDrained() -> Bool {
        for place in draining.indices where link.mayHaveSent(draining[place].link) {
            let backlog = link.backlog(draining[place].link, .down)
            guard backlog > 0 else { return true }
            draining[place].backlog = backlog
        }
        link.forgetSent()
        return false
    }

    private mutating func drained(_ index: Int) {
        guard let playback = connections[index].playback else { return }
        let plan = playback.answer.plan
        if playback.nextPause < plan.pauses.count {
            let pause = plan.pauses[playback.nextPause]
            connections[index].playback?.nextPause += 1
            // A pause behind the last byte would hold back nothing.
            let length = pause.byte <= plan.plannedBytes ? pause.duration : .zero
            queue.add(
                .play(connection: index, sequence: playback.entry.sequence),
                at: now + length.wholeNanosecondsRoundedUp)
            return
        }
        let connection = connections[index].link
        switch plan.ending {
        case .complete:
            if playback.answer.isChunked {
                link.offer(Self.lastChunkBytes, on: connection, .down, at: time)
            }
            conclude(index, .complete)
        case .close:
            connections[index].isClosedByOrigin = true
            link.finish(connection, .down, at: time)
            conclude(index, .closed)
        case .reset, .resetBeforeHead:
            connections[index].isClosedByOrigin = true
            link.reset(connection, .down, at: time)
            conclude(index, .reset)
        }
    }

    /// Body bytes of media that went out, in answers that are over and in those that are not.
    var mediaBytesSent: Int {
        connections.reduce(record.mediaBytesSent) { sum, connection in
            guard let playback = connection.playback,
                playback.entry.part?.isPlaylist == false
            else { return sum }
            return sum + max(0, playback.offered - link.backlog(connection.link, .down))
        }
    }

    mutating func clientLeft(_ index: Int) {
        guard connections[index].playback != nil else { return }
        conclude(index, .clientWentAway)
    }

    private mutating func conclude(_ index: Int, _ ending: OriginRecord.Ending) {
        guard var playback = connections[index].playback else { return }
        connections[index].playback = nil
        var backlog = 0
        if let place = draining.firstIndex(where: { $0.index == index }) {
            backlog = draining.remove(at: place).backlog
        }
        playback.entry.endedAt = elapsed
        playback.entry.bytesDelivered = max(0, playback.offered - backlog)
        playback.entry.ending = ending
        record.entries.append(playback.entry)
    }
}

extension OriginRequest {
    /// - Parameter token: 0: none.
    fileprivate init(_ request: FetchRequest, token: Int) {
        var headers: [String: [String]] = [:]
        for field in request.headFields(Self.besides(token)) {
            headers[field.name.lowercased(), default: []].append(field.value)
        }
        self.init(method: "GET", target: World.target(of: request.sentURL), headers: headers)
    }

    /// Bytes of the request's head as the real transport sends it to the laboratory's origin.
    static func headBytes(of request: FetchRequest, token: Int) -> Int {
        let line = "GET \(World.target(of: request.sentURL)) HTTP/1.1\r\n"
        let separators = ": \r\n".utf8.count
        return request.headFields(besides(token)).reduce(
            line.utf8.count + World.hostField.utf8.count + "\r\n".utf8.count
        ) { $0 + $1.name.utf8.count + $1.value.utf8.count + separators }
    }

    private static func besides(_ token: Int) -> [(name: String, value: String)] {
        token > 0 ? [("Authorization", OriginScript.authorization(token: token))] : []
    }
}

extension ResponsePlan {
    /// How long the head asks to wait, by the clock that its Date comes from.
    var retryAfter: Duration? {
        for header in headers where header.name == "Retry-After" {
            switch header.value {
            case .text(let text): return Int(text).map { .seconds($0) }
            case .date(let seconds): return .seconds(seconds)
            }
        }
        return nil
    }
}
