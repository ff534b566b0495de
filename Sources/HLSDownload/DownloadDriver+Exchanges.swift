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
        let pause = distrust.map { $0 - elapsed } ?? .zero
        guard pause > .zero else {
            loop.execute { self.assumeIsolated { $0.send(request) } }
            return
        }
        loop.scheduleTask(in: .nanoseconds(pause.nanoseconds)) {
            self.assumeIsolated { $0.send(request) }
        }
    }

    /// What comes behind a body that is longer than its server said would be taken for the answer to
    /// the next request on that connection. Once a body was not whole, the connection gets the time to
    /// show such bytes, and is closed then.
    private func distrustConnections() { distrust = elapsed + Self.distrustTime }

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
        exchanges.removeValue(forKey: id)?.callOff()
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
        case .part(let plan): return begin(exchange, plan)
        case .playlist, .key, .dismiss: return nil
        case nil:
            callOff(id)
            return nil
        }
    }

    /// - Returns: when more may come; nil: at once.
    func received(_ id: RequestID, _ chunk: ByteBuffer) -> EventLoopFuture<Void>? {
        guard let exchange = exchanges[id] else { return nil }
        switch exchange.decision {
        case .part(let plan): return take(chunk, exchange, plan)
        case .playlist(let limit), .key(let limit): return keep(chunk, exchange, limit)
        case .dismiss:
            // A short rest is read away, so that its connection can serve again.
            exchange.dismissed += chunk.readableBytes
            if exchange.dismissed > Self.longestDrain { callOff(id) }
            return nil
        case nil: return nil
        }
    }

    func ended(_ id: RequestID) {
        guard let exchange = exchanges.removeValue(forKey: id) else { return }
        switch exchange.decision {
        case .part:
            guard let finding = exchange.writer?.finding else { return }
            if case .whole = finding {} else { distrustConnections() }
            handle(.ended(id, container: finding))
        case .playlist: handle(.endedPlaylist(id, bytes: exchange.bytes))
        case .key: endedKey(exchange)
        case .dismiss, nil: break
        }
    }

    func failed(_ id: RequestID, _ error: any Error) {
        fail(id, TransportFailure(error, limit: options.limits.playlistBytes))
    }

    private func fail(_ id: RequestID, _ failure: TransportFailure) {
        guard let exchange = exchanges[id] else { return }
        callOff(id)
        // What an answer of no use comes to is nobody's concern.
        if case .dismiss? = exchange.decision { return }
        handle(.failed(id, failure))
    }

    private func fail(_ id: RequestID, _ failure: StoreFailure) {
        callOff(id)
        handle(.storeFailed(failure))
    }
}

// MARK: - Bodies of parts

extension DownloadDriver {
    private func begin(_ exchange: Exchange, _ plan: BodyPlan) -> EventLoopFuture<Void>? {
        do throws(StoreFailure) {
            let writer = try store.writer(of: plan.resource)
            exchange.writer = writer
            exchange.skip = plan.skip
            exchange.room = plan.take ?? plan.limit
            guard let review = try writer.begin(appendAt: plan.appendAt) else {
                try note(plan)
                return nil
            }
            queue.yield(.review(exchange.request.id, plan, review))
            return exchange.hold(on: loop)
        } catch {
            fail(exchange.request.id, error)
            return nil
        }
    }

    /// Only when the file has its length: the tag must not stand in the journal while bytes of another
    /// version are there.
    private func note(_ plan: BodyPlan) throws(StoreFailure) {
        guard plan.appendAt == 0 else { return }
        try store.begin(plan.resource, entityTag: plan.entityTag)
    }

    /// Reads what is there of a part whose rest is about to come.
    func review(_ id: RequestID, _ plan: BodyPlan, _ review: PartReview) async {
        do {
            let state = try await NIOThreadPool.singleton.runIfActive { try review.perform() }
            guard let exchange = exchanges[id] else { return }
            try exchange.writer?.take(state)
            try note(plan)
            exchange.goOn()
        } catch is CancellationError {
            // The download ends.
        } catch {
            guard exchanges[id] != nil else { return }
            fail(id, StoreFailure(error))
        }
    }

    private func take(
        _ chunk: ByteBuffer, _ exchange: Exchange, _ plan: BodyPlan
    ) -> EventLoopFuture<Void>? {
        guard let writer = exchange.writer else { return nil }
        let id = exchange.request.id
        var chunk = chunk
        let passed = min(exchange.skip, chunk.readableBytes)
        chunk.moveReaderIndex(forwardBy: passed)
        exchange.skip -= passed
        guard chunk.readableBytes > 0 else {
            // Nothing to keep, and yet a sign of life.
            handle(.received(id, byteCount: 0))
            return keepPace(passed, exchange)
        }
        let isBehindRange = chunk.readableBytes > exchange.room
        if isBehindRange {
            guard plan.take != nil else {
                fail(id, .tooLong(limit: plan.limit))
                return nil
            }
            // The server sends on behind the range; what is wanted of it is here.
            guard exchange.room > 0 else {
                ended(id)
                exchange.callOff()
                return nil
            }
            chunk.moveWriterIndex(to: chunk.readerIndex + exchange.room)
        }
        let count = chunk.readableBytes
        do throws(StoreFailure) {
            try writer.append(chunk)
        } catch {
            fail(id, error)
            return nil
        }
        exchange.room -= count
        handle(.received(id, byteCount: count))
        guard exchanges[id] === exchange else { return nil }
        let sync = writer.isSyncDue ? store.sync(plan, writer) : nil
        return keepPace(passed + count, exchange, sync)
    }

    /// Reads the next bytes no sooner than the bandwidth limit has it, since what is not read the
    /// server cannot send for long, and when what is to be on the medium first is there.
    private func keepPace(
        _ byteCount: Int, _ exchange: Exchange, _ sync: PartSync? = nil
    ) -> EventLoopFuture<Void>? {
        let pause = pace?.pause(afterTaking: byteCount, at: elapsed) ?? .zero
        guard pause > .zero || sync != nil else { return nil }
        queue.yield(.goOn(exchange.request.id, after: pause, sync))
        return exchange.hold(on: loop)
    }

    /// Has a request go on that waits for the time, or for the medium.
    func goOn(_ id: RequestID, after pause: Duration, _ sync: PartSync?) async {
        var rest = pause
        while rest > .zero {
            let step = min(rest, .seconds(1))
            guard await hasSlept(step), exchanges[id] != nil else { return }
            rest -= step
            // The wait is no silence of the server's.
            if rest > .zero { handle(.received(id, byteCount: 0)) }
        }
        do {
            if let sync {
                try await NIOThreadPool.singleton.runIfActive { try sync.perform() }
                exchanges[id]?.writer?.hasDurableName = true
            }
            exchanges[id]?.goOn()
        } catch is CancellationError {
            // The download ends.
        } catch {
            guard exchanges[id] != nil else { return }
            fail(id, StoreFailure(error))
        }
    }

    /// All bytes of a part are on disk: reads them again to say what they are.
    func recheck(_ id: RequestID, _ resource: ResourceID) async {
        do {
            let writer = try store.writer(of: resource)
            if let review = try writer.begin(appendAt: store.partialSize(of: resource)) {
                try writer.take(
                    await NIOThreadPool.singleton.runIfActive { try review.perform() })
            }
            handle(.ended(id, container: writer.finding))
        } catch is CancellationError {
            // The download ends.
        } catch {
            handle(.storeFailed(StoreFailure(error)))
        }
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
