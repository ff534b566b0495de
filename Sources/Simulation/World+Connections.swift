internal import DownloadCore
internal import LinkModel
internal import Scenarios

// The engine's ends of the connections: a pool as AsyncHTTPClient keeps it.
extension World {
    private var time: LinkTime { LinkTime(nanoseconds: now) }

    mutating func take(_ event: LinkEvent) {
        guard let index = connectionByLink[event.connection] else { return }
        switch event.what {
        case .requested: link.accept(event.connection, at: time)
        case .established: established(index)
        case .data(.down, let bytes): arrived(bytes, on: index)
        case .data(.up, let bytes): requestArrived(bytes, on: index)
        case .finished(.down): lost(index, "closed by the other side")
        case .reset(.down): lost(index, "reset by the other side")
        case .finished(.up), .reset(.up): clientLeft(index)
        }
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
        connectionByLink[connection] = connections.count
        connections.append(SimulatedConnection(link: connection))
    }

    private mutating func established(_ index: Int) {
        guard connections[index].state == .connecting else { return }
        connections[index].state = .idle
        connectWaiting()
    }

    private mutating func send(_ request: FetchRequest, on index: Int) {
        let bytes = OriginRequest.headBytes(of: request, token: outside.token)
        connections[index].state = .busy
        connections[index].exchange = .init(request: request, token: outside.token)
        connections[index].requestMissing = bytes
        link.offer(bytes, on: connections[index].link, .up, at: time)
    }

    private func connection(of id: RequestID) -> Int? {
        connections.firstIndex { $0.state == .busy && $0.exchange?.request.id == id }
    }

    mutating func decide(_ id: RequestID, _ decision: SimulatedConnection.Exchange.Decision) {
        if let index = connection(of: id) { connections[index].exchange?.decision = decision }
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
        connections[index].state = .closed
        connections[index].exchange = nil
        link.reset(connections[index].link, .up, at: time)
    }

    private mutating func lost(_ index: Int, _ how: String) {
        let exchange = connections[index].exchange
        let wasOpen = connections[index].state != .closed
        connections[index].state = .closed
        connections[index].exchange = nil
        link.finish(connections[index].link, .up, at: time)
        guard wasOpen else { return }
        if let exchange, !exchange.isDismissed {
            tell(.failed(exchange.request.id, .connectionLost(how)))
        }
        connectWaiting()
    }
}

// MARK: - Responses

extension World {
    private mutating func arrived(_ count: Int, on index: Int) {
        var count = count
        guard connections[index].state == .busy, var exchange = connections[index].exchange,
            let answer = exchange.answer
        else { return }
        if exchange.headMissing > 0 {
            let taken = min(count, exchange.headMissing)
            exchange.headMissing -= taken
            count -= taken
            connections[index].exchange = exchange
            guard exchange.headMissing == 0 else { return }
            if answer.plan.isChunked {
                connections[index].exchange?.endMissing = Self.lastChunkBytes
            }
            let (time, wanted) = (elapsed, exchanges.count)
            note(exchange.request.id) {
                $0.headAt = time
                $0.wantedBeforeHead = wanted
                $0.pause = answer.plan.retryAfter
            }
            tell(.responded(exchange.request.id, head(of: answer.plan)))
        }
        guard !isStopped, let bodyReceived = connections[index].exchange?.bodyReceived
        else { return }
        let body = min(count, answer.takenBytes - bodyReceived)
        if body > 0 {
            connections[index].exchange?.bodyReceived += body
            takeBody(bodyReceived..<bodyReceived + body, answer, on: index)
        }
        if answer.plan.isChunked { connections[index].exchange?.endMissing -= count - body }
        if connections[index].exchange?.isComplete == true { complete(index) }
    }

    private mutating func takeBody(
        _ range: Range<Int>, _ answer: SimulatedAnswer, on index: Int
    ) {
        guard let exchange = connections[index].exchange else { return }
        let id = exchange.request.id
        switch exchange.decision {
        case .part(let bodyPlan, let key, let skip, let room):
            let passed = min(skip, range.count)
            let kept = range.dropFirst(passed)
            guard kept.isEmpty || room > 0 else {
                // The server sends on behind the range; what is wanted of it is here.
                close(index)
                tell(.ended(id, container: finding(of: bodyPlan.resource)))
                return connectWaiting()
            }
            guard kept.count <= room || bodyPlan.take != nil else {
                close(index)
                tell(.failed(id, .tooLong(limit: bodyPlan.limit)))
                return connectWaiting()
            }
            guard !isDiskFull || kept.isEmpty else {
                close(index)
                tell(.storeFailed(diskFull))
                return connectWaiting()
            }
            let taken = kept.prefix(room)
            if !taken.isEmpty, let key {
                disk.append(answer.piece(taken.startIndex..<taken.endIndex), to: key)
                partBytes += taken.count
            }
            connections[index].exchange?.decision = .part(
                bodyPlan, key, skip: skip - passed, room: room - taken.count)
            tell(.received(id, byteCount: taken.count))
        case .playlist(let limit) where exchange.bodyReceived * answer.plan.expansion > limit,
            .key(let limit) where exchange.bodyReceived > limit:
            close(index)
            tell(.failed(id, .tooLong(limit: limit)))
            connectWaiting()
        case .playlist, .key:
            tell(.received(id, byteCount: range.count))
        case .dismiss where exchange.bodyReceived > Self.longestDrain:
            close(index)
            connectWaiting()
        case .dismiss, .undecided: break
        }
    }

    /// The response ended in order: its connection can serve again.
    private mutating func complete(_ index: Int) {
        guard let exchange = connections[index].exchange, let answer = exchange.answer
        else { return }
        connections[index].state = .idle
        connections[index].exchange = nil
        if exchange.answer?.hasSurplus == true { close(index) }
        let id = exchange.request.id
        switch exchange.decision {
        case .part(let bodyPlan, _, _, _):
            tell(.ended(id, container: finding(of: bodyPlan.resource)))
        case .playlist(let limit): completePlaylist(id, answer, limit: limit)
        case .key(let limit): completeKey(id, exchange.bodyReceived, limit: limit)
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
        for header in plan.headers where header.name.lowercased() == name {
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

extension SimulatedConnection.Exchange {
    var isDismissed: Bool {
        if case .dismiss = decision { true } else { false }
    }
}
