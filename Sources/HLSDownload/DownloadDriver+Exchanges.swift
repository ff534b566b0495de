internal import AsyncHTTPClient
internal import DownloadCore
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix

// Requests, from their sending to the end of their bodies. What the HTTP client tells comes on the
// driver's thread, and is performed there at once. Of a request that the machine has called off
// nothing is heard any more.
extension DownloadDriver {
    /// Begins a request. It is sent when all that is being decided was performed: what becomes of it
    /// must not come in between.
    func begin(_ request: FetchRequest) {
        let exchange = Exchange(request)
        exchanges[request.id] = exchange
        guard resourceLoader == nil || !Address.isOfApp(request.url) else {
            let (calledOff, continuation) = AsyncStream<Never>.makeStream()
            exchange.calledOff = continuation
            queue.yield(.load(request, until: calledOff))
            return
        }
        loop.execute { self.assumeIsolated { $0.send(request) } }
    }

    private func send(_ request: FetchRequest) {
        guard let exchange = exchanges[request.id], let transport else { return }
        do throws(TransportFailure) {
            exchange.task = try transport.send(
                request, fields.fields(for: request.url, at: elapsed),
                to: ExchangeEar(self, request.id))
        } catch {
            fail(request.id, error)
        }
    }

    /// Lets go of a request.
    func callOff(_ id: RequestID) {
        guard let exchange = exchanges.removeValue(forKey: id) else { return }
        // What cannot be written is kept, and tried again when the part goes on.
        try? exchange.writer?.flush()
        exchange.callOff()
    }

    /// - Returns: when the body may come; nil: at once.
    func responded(_ id: RequestID, _ head: HTTPResponseHead) -> EventLoopFuture<Void>? {
        guard let exchange = exchanges[id] else { return nil }
        fields.learn(
            head.headers["set-cookie"], from: exchange.request.url,
            date: head.headers.first(name: "date"), at: elapsed)
        handle(.responded(id, ResponseHead(head)))
        guard exchanges[id] === exchange else { return nil }
        switch exchange.decision {
        case .part(let plan):
            awaitEnd(of: exchange)
            return begin(exchange, plan)
        case .playlist, .key, .dismiss: return nil
        case nil:
            callOff(id)
            return nil
        }
    }

    /// - Returns: when more may come; nil: at once.
    func received(_ id: RequestID, _ chunk: ByteBuffer) -> EventLoopFuture<Void>? {
        guard let exchange = exchanges[id], !exchange.hasEnded else { return nil }
        switch exchange.decision {
        case .part(let plan):
            exchange.arrived += chunk.readableBytes
            defer { endIfArrived(exchange) }
            return take(chunk, exchange, plan)
        case .playlist(let limit), .key(let limit): return keep(chunk, exchange, limit)
        case .dismiss:
            // A short rest is read away, so that its connection can serve again.
            exchange.dismissed += chunk.readableBytes
            if exchange.dismissed > Self.longestDrain { callOff(id) }
            return nil
        case nil: return nil
        }
    }

    /// Has the end of a part's body told here before the HTTP client hears of it, and with that the
    /// connection may serve again.
    private func awaitEnd(of exchange: Exchange) {
        guard let ending = transport?.speaking else { return }
        exchange.ending = ending
        let id = exchange.request.id
        ending.hold { byteCount in
            self.assumeIsolated { $0.bodyEnded(id, byteCount) }
        }
    }

    private func bodyEnded(_ id: RequestID, _ byteCount: Int) {
        guard let exchange = exchanges[id] else { return }
        exchange.bodyBytes = byteCount
        endIfArrived(exchange)
    }

    /// To be called when it may have become so: the HTTP client may still have bytes of a body that has
    /// ended, and those that came may have to be waited for.
    func endIfArrived(_ exchange: Exchange) {
        let id = exchange.request.id
        guard exchanges[id] === exchange, exchange.arrived == exchange.bodyBytes,
            !exchange.isWaiting
        else { return }
        // Not while the HTTP client tells of the last bytes: it would hear of their end meanwhile, and give
        // the connection up.
        loop.execute { self.assumeIsolated { $0.ended(id) } }
    }

    func ended(_ id: RequestID) {
        guard let exchange = exchanges[id], !exchange.hasEnded else { return }
        if case .part(let plan) = exchange.decision, let writer = exchange.writer {
            exchange.hasEnded = true
            return write(exchange, plan, writer)
        }
        exchanges[id] = nil
        switch exchange.decision {
        case .playlist: handle(.endedPlaylist(id, bytes: exchange.bytes))
        case .key: endedKey(exchange)
        case .part, .dismiss, nil: break
        }
    }

    func failed(_ id: RequestID, _ error: any Error) {
        let failure = TransportFailure(error, limit: options.limits.playlistBytes)
        // What becomes of a connection behind the end is nobody's concern, unless it was no end.
        guard exchanges[id]?.hasEnded == false || failure == .longerThanDeclared else { return }
        fail(id, failure)
    }

    func fail(_ id: RequestID, _ failure: TransportFailure) {
        guard let exchange = exchanges[id] else { return }
        callOff(id)
        // What an answer of no use comes to is nobody's concern.
        if case .dismiss? = exchange.decision { return }
        handle(.failed(id, failure))
    }

    func fail(_ id: RequestID, _ failure: StoreFailure) {
        callOff(id)
        handle(.storeFailed(failure))
    }
}

// MARK: - Bodies that are kept in memory

extension DownloadDriver {
    private func keep(
        _ chunk: ByteBuffer, _ exchange: Exchange, _ limit: Int
    ) -> EventLoopFuture<Void>? {
        let id = exchange.request.id
        guard exchange.bytes.count + chunk.readableBytes <= limit else {
            fail(id, .tooLong(limit: limit))
            return nil
        }
        exchange.bytes.append(contentsOf: chunk.readableBytesView)
        handle(.received(id, byteCount: chunk.readableBytes))
        guard exchanges[id] === exchange else { return nil }
        return keepPace(chunk.readableBytes, exchange)
    }

    /// The bytes of a key stay here; the machine is told how many there are.
    private func endedKey(_ exchange: Exchange) {
        let resource = exchange.request.resource
        arrivedKeys[resource] = ContentKey(exchange.bytes)
        handle(.endedKey(exchange.request.id, byteCount: exchange.bytes.count))
        if !heldBack.contains(.storeKey(resource)) { arrivedKeys[resource] = nil }
    }

    func storeKey(_ resource: ResourceID) throws(StoreFailure) {
        guard case .key(let index) = resource, let key = arrivedKeys[resource] else {
            preconditionFailure("a key is kept in the step in which it arrived")
        }
        try store.keep(machine.keys[index], key)
        arrivedKeys[resource] = nil
        handle(.stored(resource))
    }
}
