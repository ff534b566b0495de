internal import AsyncHTTPClient
internal import DownloadCore
internal import NIOCore

// What takes time: requests, from their sending to the end of their bodies.
extension DownloadDriver {
    func perform(_ job: Job, over transport: HTTPTransport) async {
        switch job {
        case .fetch(let request, let aborted):
            await fetch(request, over: transport, until: aborted)
        case .recheck(let id, let resource): await recheck(id, resource)
        case .store(let resource, let attestation): await makeDurable(resource, attestation)
        case .lookForSpace: await lookForSpace()
        case .askApp(let id, let resource, let identifier):
            await askApp(id, resource, identifier)
        case .wake(let number, let pause):
            if await hasSlept(pause), number == latestWake { handle(.woke) }
        case .wakePlayer(let number, let pause):
            if await hasSlept(pause) { wakePlayer(number) }
        case .read(let id, let part): await read(id, part)
        }
    }

    /// - Returns: whether the time has passed. Only the end of the download cancels a sleep; nobody
    ///   waits for the wake then.
    private func hasSlept(_ pause: Duration) async -> Bool {
        do {
            try await Task.sleep(for: pause, clock: .continuous)
            return true
        } catch {
            return false
        }
    }

    /// Exchanges a request for its response, until the machine calls it off.
    func fetch(
        _ request: FetchRequest, over transport: HTTPTransport, until aborted: AsyncStream<Never>
    ) async {
        let isWhole = await withTaskGroup { group in
            group.addTask { await self.exchange(request, over: transport) }
            group.addTask {
                for await _ in aborted {}
                return false
            }
            defer { group.cancelAll() }
            return await group.next() == true
        }
        aborts[request.id] = nil
        decisions[request.id] = nil
        // Nobody knows when a part is gone on with whose request broke off or was called off.
        guard !isWhole else { return }
        do throws(StoreFailure) {
            try store.noteBegun()
        } catch {
            handle(.storeFailed(error))
        }
    }

    /// Events of a request that the machine has called off meanwhile change nothing.
    /// - Returns: whether the answer came to its end.
    private func exchange(_ request: FetchRequest, over transport: HTTPTransport) async -> Bool {
        do {
            if let resourceLoader, Address.isOfApp(request.url) {
                try await load(request, by: resourceLoader)
                return true
            }
            let response = try await transport.send(
                request, fields.fields(for: request.url, at: elapsed))
            fields.learn(
                response.cookies, from: request.url, date: response.date, at: elapsed)
            handle(.responded(request.id, response.head))
            switch decisions[request.id] {
            case .part(let plan): return try await receive(request.id, plan, response)
            case .playlist(let limit): try await receivePlaylist(request.id, limit, response)
            case .key(let limit): try await receiveKey(request, limit, response)
            case .dismiss: try await drain(response)
            case .drop, nil: return false
            }
            return true
        } catch let failure as StoreFailure {
            handle(.storeFailed(failure))
        } catch {
            // Called off, by the machine or with the whole download: no failure of the network.
            guard !Task.isCancelled else { return false }
            handle(
                .failed(request.id, TransportFailure(error, limit: options.limits.playlistBytes)))
        }
        return false
    }

    /// - Returns: whether all bytes arrived.
    private func receive(
        _ id: RequestID, _ plan: BodyPlan, _ response: HTTPTransport.Response
    ) async throws -> Bool {
        let writer = try store.writer(of: plan.resource)
        try await writer.begin(id, appendAt: plan.appendAt)
        guard case .part? = decisions[id] else { return false }
        // Only now: the tag must not stand in the journal while bytes of another version are there.
        if plan.appendAt == 0 {
            try store.begin(plan.resource, entityTag: plan.entityTag, at: elapsed)
        }
        var skip = plan.skip
        var room = plan.take ?? plan.limit
        for try await var chunk in response.body {
            // Called off: what comes until the task ends is of no use.
            guard case .part? = decisions[id] else { return false }
            let passed = min(skip, chunk.readableBytes)
            chunk.moveReaderIndex(forwardBy: passed)
            skip -= passed
            guard chunk.readableBytes > 0 else {
                // Nothing to keep, and yet a sign of life.
                handle(.received(id, byteCount: 0))
                try await keepPace(passed, id)
                continue
            }
            if chunk.readableBytes > room {
                guard plan.take != nil else { throw TransportFailure.tooLong(limit: plan.limit) }
                // The server sends on behind the range; what is wanted of it is here.
                guard room > 0 else { break }
                chunk.moveWriterIndex(to: chunk.readerIndex + room)
            }
            let count = chunk.readableBytes
            guard let isSyncDue = try await writer.append(chunk, from: id) else { return false }
            room -= count
            try store.received(count, of: plan.resource, at: elapsed)
            handle(.received(id, byteCount: count))
            try await keepPace(passed + count, id)
            if isSyncDue { try store.synced(plan.resource, await writer.sync(), by: writer) }
        }
        let finding = await writer.finding()
        // A body whose reading was called off may look as if it had ended.
        try Task.checkCancellation()
        handle(.ended(id, container: finding))
        return true
    }

    func askApp(_ id: RequestID, _ resource: ResourceID, _ identifier: String) async {
        do {
            let key = try await key(of: identifier)
            arrivedKeys[resource] = key
            handle(.endedKey(id, byteCount: key.byteCount))
            arrivedKeys[resource] = nil
        } catch is CancellationError {
            // The download ends; nobody waits for the key.
        } catch {
            handle(.keyRefused(id, reason: "\(error)"))
        }
    }

    func receivePlaylist(
        _ id: RequestID, _ limit: Int, _ response: HTTPTransport.Response
    ) async throws {
        handle(.endedPlaylist(id, bytes: try await body(of: id, limit, response)))
    }

    /// Reads the next bytes no sooner than the bandwidth limit has it: what is not read the server
    /// cannot send for long. The wait is no silence of the server's.
    func keepPace(_ byteCount: Int, _ id: RequestID) async throws {
        guard var rest = pace?.pause(afterTaking: byteCount, at: elapsed) else { return }
        while rest > .zero {
            let step = min(rest, .seconds(1))
            try await Task.sleep(for: step, clock: .continuous)
            rest -= step
            if rest > .zero { handle(.received(id, byteCount: 0)) }
        }
    }

    /// A body that is kept in memory.
    func body(
        of id: RequestID, _ limit: Int, _ response: HTTPTransport.Response
    ) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await chunk in response.body {
            guard bytes.count + chunk.readableBytes <= limit else {
                throw TransportFailure.tooLong(limit: limit)
            }
            bytes.append(contentsOf: chunk.readableBytesView)
            handle(.received(id, byteCount: chunk.readableBytes))
            try await keepPace(chunk.readableBytes, id)
        }
        // A body whose reading was called off may look as if it had ended.
        try Task.checkCancellation()
        return bytes
    }

    /// The bytes of a key stay here; the machine is told how many there are.
    func receiveKey(
        _ request: FetchRequest, _ limit: Int, _ response: HTTPTransport.Response
    ) async throws {
        let bytes = try await body(of: request.id, limit, response)
        arrivedKeys[request.resource] = ContentKey(bytes)
        handle(.endedKey(request.id, byteCount: bytes.count))
        if !heldBack.contains(.storeKey(request.resource)) { arrivedKeys[request.resource] = nil }
    }

    func storeKey(_ resource: ResourceID) throws(StoreFailure) {
        guard case .key(let index) = resource, let key = arrivedKeys[resource] else {
            preconditionFailure("a key is kept in the step in which it arrived")
        }
        try store.keep(machine.keys[index], key)
        arrivedKeys[resource] = nil
        handle(.stored(resource))
    }

    /// Reads a short rest away, so that its connection can serve again.
    func drain(_ response: HTTPTransport.Response) async throws {
        var count = 0
        for try await chunk in response.body {
            count += chunk.readableBytes
            if count > Self.longestDrain { return }
        }
    }

    /// All bytes of a part are on disk: reads them again to say what they are.
    func recheck(_ id: RequestID, _ resource: ResourceID) async {
        do {
            let writer = try store.writer(of: resource)
            try await writer.begin(id, appendAt: store.partialSize(of: resource))
            handle(.ended(id, container: await writer.finding()))
        } catch {
            handle(.storeFailed(StoreFailure(error)))
        }
    }
}
