internal import DownloadCore
internal import LinkModel
internal import OfflinePlayback
internal import Scenarios

// The engine's ends of the connections: a pool as AsyncHTTPClient keeps it.
extension World {
    private var time: LinkTime { LinkTime(nanoseconds: now) }

    mutating func take(_ event: LinkEvent) {
        guard let index = place(of: event.connection) else { return }
        if case .data(.down, let bytes) = event.what { return arrived(bytes, on: index) }
        writeOut()
        switch event.what {
        case .requested: link.accept(event.connection, at: time)
        case .established: established(index)
        case .data(.down, _): break
        case .data(.up, let bytes): requestArrived(bytes, on: index)
        case .finished(.down): lost(index, "closed by the other side")
        case .reset(.down): lost(index, "reset by the other side")
        case .finished(.up), .reset(.up): clientLeft(index)
        }
    }

    /// The connection of that name on the link: as a rule the last one that was given its slot.
    private func place(of connection: LinkConnection) -> Int? {
        guard connection.slot < connectionBySlot.count else { return nil }
        let place = connectionBySlot[Int(connection.slot)]
        if connections[place].link == connection { return place }
        return connections.firstIndex { $0.link == connection }
    }

    /// Gives waiting requests to idle connections, and opens further ones up to the limit.
    mutating func connectWaiting() {
        for index in connections.indices where connections[index].state == .idle {
            guard !waiting.isEmpty else { break }
            send(waiting.removeFirst(), on: index)
        }
        var connecting = connections.count { $0.state == .connecting }
        var open = connections.count { $0.state != .closed }
        while waiting.count > connecting, open < settings.options.parallelRequests {
            connect()
            connecting += 1
            open += 1
        }
        mostConnections = max(mostConnections, open)
    }

    private mutating func connect() {
        let connection = link.open(at: time)
        if connection.slot == connectionBySlot.count {
            connectionBySlot.append(connections.count)
        } else {
            connectionBySlot[Int(connection.slot)] = connections.count
        }
        connections.append(SimulatedConnection(link: connection))
    }

    private mutating func established(_ index: Int) {
        guard connections[index].state == .connecting else { return }
        connections[index].state = .idle
        connectWaiting()
    }

    private mutating func send(_ request: FetchRequest, on index: Int) {
        let bytes = OriginRequest.headBytes(of: request, token: outside.token)
        connections[index].begin(request, token: outside.token, bytes: bytes)
        link.offer(bytes, on: connections[index].link, .up, at: time)
    }

    private func connection(of id: RequestID) -> Int? {
        connections.indices.first { connections[$0].requestID == id }
    }

    mutating func decide(_ id: RequestID, _ decision: SimulatedConnection.Arrival.Decision) {
        if let index = connection(of: id) { connections[index].arrival.decision = decision }
    }

    /// What comes from now on is a part's.
    mutating func receive(_ id: RequestID, _ plan: BodyPlan) {
        guard let index = connection(of: id) else { return }
        connections[index].receive(plan, into: playing.download.key(of: plan.resource))
    }

    mutating func abort(_ id: RequestID) {
        waiting.removeAll { $0.id == id }
        guard let index = connection(of: id) else { return }
        close(index)
        connectWaiting()
    }

    /// The download is over: nobody waits for what is still under way.
    mutating func leaveAll() {
        waiting = []
        for index in connections.indices where connections[index].state == .busy { close(index) }
    }

    /// The engine gives a connection up in the middle of a response.
    mutating func close(_ index: Int) {
        writeOut()
        connections[index].end(.closed)
        link.reset(connections[index].link, .up, at: time)
    }

    private mutating func lost(_ index: Int, _ how: String) {
        let request = connections[index].request
        let wasOpen = connections[index].state != .closed
        connections[index].end(.closed)
        link.finish(connections[index].link, .up, at: time)
        guard wasOpen else { return }
        if let request, !connections[index].arrival.isDismissed {
            tell(.failed(request.id, .connectionLost(how)))
        }
        connectWaiting()
    }
}

// MARK: - Responses

extension World {
    private mutating func arrived(_ count: Int, on index: Int) {
        var count = count
        guard connections[index].state == .busy, let answer = connections[index].answer
        else { return }
        let headMissing = connections[index].arrival.headMissing
        if headMissing > 0 {
            let taken = min(count, headMissing)
            connections[index].arrival.headMissing = headMissing - taken
            count -= taken
            guard taken == headMissing else { return }
            headArrived(answer, on: index)
            guard !isStopped, connections[index].state == .busy else { return }
        }
        let received = connections[index].arrival.bodyReceived
        let body = min(count, answer.takenBytes - received)
        if body > 0 {
            connections[index].arrival.bodyReceived += body
            takeBody(received..<received + body, answer, on: index)
        }
        guard connections[index].state == .busy else { return }
        if answer.isChunked { connections[index].arrival.endMissing -= count - body }
        if connections[index].arrival.isWhole(answer) { complete(index) }
    }

    private mutating func headArrived(_ answer: SimulatedAnswer, on index: Int) {
        guard let id = connections[index].requestID else { return }
        if answer.isChunked { connections[index].arrival.endMissing = Self.lastChunkBytes }
        let (time, wanted) = (elapsed, exchanges.count)
        note(id) {
            $0.headAt = time
            $0.wantedBeforeHead = wanted
            $0.pause = answer.plan.retryAfter
        }
        tell(.responded(id, head(of: answer.plan)))
    }

    private mutating func takeBody(
        _ range: Range<Int>, _ answer: SimulatedAnswer, on index: Int
    ) {
        guard let id = connections[index].requestID else { return }
        switch connections[index].arrival.decision {
        case .part: takePart(id, range, answer, on: index)
        case .playlist(let limit) where range.upperBound * answer.plan.expansion > limit,
            .key(let limit) where range.upperBound > limit:
            close(index)
            tell(.failed(id, .tooLong(limit: limit)))
            connectWaiting()
        case .playlist, .key: tellReceived(id, range.count)
        case .dismiss where range.upperBound > Self.longestDrain:
            close(index)
            connectWaiting()
        case .dismiss, .undecided: break
        }
    }

    private mutating func takePart(
        _ id: RequestID, _ range: Range<Int>, _ answer: SimulatedAnswer, on index: Int
    ) {
        let (skip, room) = (connections[index].arrival.skip, connections[index].arrival.room)
        let passed = min(skip, range.count)
        var kept = range.lowerBound + passed..<range.upperBound
        if kept.count > room {
            guard takesMore(id, room, on: index) else { return connectWaiting() }
            kept = kept.prefix(room)
        }
        guard !isDiskFull || kept.isEmpty else {
            close(index)
            tell(.storeFailed(diskFull))
            return connectWaiting()
        }
        if !kept.isEmpty, connections[index].key != nil {
            write(kept, of: answer, on: index)
            partBytes += kept.count
        }
        connections[index].arrival.skip = skip - passed
        connections[index].arrival.room = room - kept.count
        tellReceived(id, kept.count)
    }

    /// More bytes of a part came than there is room for: that is its end, or a fault, or what is behind
    /// it is left where it is.
    private mutating func takesMore(_ id: RequestID, _ room: Int, on index: Int) -> Bool {
        guard let plan = connections[index].bodyPlan else { return false }
        writeOut()
        if room <= 0 {
            // The server sends on behind the range; what is wanted of it is here.
            close(index)
            tell(.ended(id, container: finding(of: plan.resource)))
            return false
        }
        guard plan.take == nil else { return true }
        close(index)
        tell(.failed(id, .tooLong(limit: plan.limit)))
        return false
    }

    /// The response ended in order: its connection can serve again.
    private mutating func complete(_ index: Int) {
        guard let id = connections[index].requestID, let answer = connections[index].answer
        else { return }
        writeOut()
        let arrival = connections[index].arrival
        connections[index].end(.idle)
        if answer.hasSurplus {
            close(index)
            switch arrival.decision {
            case .part, .playlist, .key: tell(.failed(id, .longerThanDeclared))
            case .dismiss, .undecided: connectWaiting()
            }
            return
        }
        switch arrival.decision {
        case .part:
            guard let resource = connections[index].bodyPlan?.resource else { return }
            tell(.ended(id, container: finding(of: resource)))
        case .playlist(let limit): completePlaylist(id, answer, limit: limit)
        case .key(let limit): completeKey(id, arrival.bodyReceived, limit: limit)
        case .dismiss, .undecided: break
        }
        connectWaiting()
    }

    private mutating func completePlaylist(
        _ id: RequestID, _ answer: SimulatedAnswer, limit: Int
    ) {
        guard let bytes = playlist(answer) else {
            return tell(.failed(id, .malformed("the compressed body ends too soon")))
        }
        if bytes.count > limit {
            tell(.failed(id, .tooLong(limit: limit)))
        } else {
            tell(.endedPlaylist(id, bytes: bytes))
        }
    }

    private mutating func completeKey(_ id: RequestID, _ count: Int, limit: Int) {
        tell(count > limit ? .failed(id, .tooLong(limit: limit)) : .endedKey(id, byteCount: count))
    }

    /// The bytes of a playlist's body, decompressed; nil when they cannot be.
    private func playlist(_ answer: SimulatedAnswer) -> [UInt8]? {
        let file = answer.playlist ?? []
        switch answer.plan.body {
        case .none: return []
        case .bytes(let bytes): return bytes
        case .resource(_, .identity, let range):
            return Array(file[range.clamped(to: 0..<file.count)])
        case .resource(let path, .gzip, let range):
            return range.count == script.resource(at: path)?.gzipLength ? file : nil
        case .flood(.gzip, _): return nil
        case .flood(let flood, let length): return flood.bytes(in: 0..<length)
        }
    }

    private func head(of plan: ResponsePlan) -> ResponseHead {
        ResponseHead(status: plan.status) { field(named: $0, of: plan) }
    }

    private func field(named name: String, of plan: ResponsePlan) -> String? {
        let date = Self.startOfTime + now / 1_000_000_000 + plan.clockAhead
        if name == "date" { return HTTPDate(seconds: date).text }
        if name == "content-length" { return plan.declaredLength.map(String.init) }
        for header in plan.headers where header.isNamed(name) {
            switch header.value {
            case .text(let text): return text
            case .date(let seconds): return HTTPDate(seconds: date + seconds).text
            }
        }
        return nil
    }
}

extension ResponsePlan {
    /// How many bytes one of the body becomes at least when a flood is decompressed.
    fileprivate var expansion: Int {
        if case .flood(.gzip, _) = body { Flood.gzipExpansion } else { 1 }
    }
}

extension SimulatedConnection.Arrival {
    var isDismissed: Bool {
        if case .dismiss = decision { true } else { false }
    }
}
