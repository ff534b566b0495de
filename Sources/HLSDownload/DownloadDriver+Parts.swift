internal import DownloadCore
internal import NIOCore
internal import NIOPosix

// Bodies of parts, from the first byte to the file.
extension DownloadDriver {
    func begin(_ exchange: Exchange, _ plan: BodyPlan) -> EventLoopFuture<Void>? {
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
            exchange.wait()
            return exchange.whenFree(on: loop)
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
            endWait(exchange)
        } catch is CancellationError {
            // The download ends.
        } catch {
            guard exchanges[id] != nil else { return }
            fail(id, StoreFailure(error))
        }
    }

    func take(
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
            try writer.append(chunk, at: elapsed)
        } catch {
            fail(id, error)
            return nil
        }
        exchange.room -= count
        handle(.received(id, byteCount: count))
        guard exchanges[id] === exchange else { return nil }
        write(exchange, plan, writer)
        if writer.isGathering { lookLater() }
        return keepPace(passed + count, exchange)
    }

    /// Has what was gathered of parts written in time when nothing more comes.
    private func lookLater() {
        guard !isLookDue else { return }
        isLookDue = true
        loop.scheduleTask(in: .nanoseconds(PartWriter.gatheringTime.nanoseconds)) {
            self.assumeIsolated { $0.look() }
        }
    }

    private func look() {
        isLookDue = false
        for (id, exchange) in exchanges where !exchange.hasEnded {
            // What is being written frees the way for the rest.
            guard let writer = exchange.writer, writer.write == nil else { continue }
            do throws(StoreFailure) {
                try writer.endSlowBlock(at: elapsed)
            } catch {
                fail(id, error)
            }
        }
        if exchanges.values.contains(where: { $0.writer?.isGathering ?? false }) { lookLater() }
    }

    /// Goes on with what has come of a part: begins to write a block, asks for a sync, and ends it when
    /// nothing more comes.
    func write(_ exchange: Exchange, _ plan: BodyPlan, _ writer: PartWriter) {
        let id = exchange.request.id
        let isKept = exchange.hasEnded && mayKeepInMemory(writer)
        do throws(StoreFailure) {
            if !isKept, let write = try writer.nextWrite(atEnd: exchange.hasEnded) {
                EngineThreads.writers.runIfActive(eventLoop: loop) { write.perform() }.whenComplete
                {
                    _ in
                    self.assumeIsolated { $0.wrote(id, write) }
                }
            }
        } catch {
            return fail(id, error)
        }
        if !exchange.hasEnded, writer.isSyncDue, let sync = store.sync(plan, writer) {
            exchange.wait()
            queue.yield(.goOn(id, after: .zero, sync))
        }
        guard exchange.hasEnded, writer.write == nil else { return }
        exchanges[id] = nil
        let finding = writer.finding
        // What may follow a body that is not whole would be taken for the next answer.
        if case .whole = finding { exchange.ending?.letGo() } else { exchange.ending?.breakOff() }
        handle(.ended(id, container: finding))
        // What is no part, or not yet, is there for the next attempt. What cannot be written is kept, and
        // tried again when the part goes on.
        try? writer.flush()
    }

    private func wrote(_ id: RequestID, _ write: PartWrite) {
        guard let exchange = exchanges[id], case .part(let plan) = exchange.decision,
            let writer = exchange.writer, writer.write === write
        else { return }
        do throws(StoreFailure) {
            try writer.endWrite()
        } catch {
            return fail(id, error)
        }
        self.write(exchange, plan, writer)
        exchange.goOn()
    }

    /// Reads the next bytes no sooner than the bandwidth limit has it, since what is not read the
    /// server cannot send for long, and when what is to be on the medium first is there.
    func keepPace(
        _ byteCount: Int, _ exchange: Exchange
    ) -> EventLoopFuture<Void>? {
        let pause = pace?.pause(afterTaking: byteCount, at: elapsed) ?? .zero
        if pause > .zero {
            exchange.wait()
            queue.yield(.goOn(exchange.request.id, after: pause, nil))
        }
        return exchange.whenFree(on: loop)
    }

    private func endWait(_ exchange: Exchange) {
        exchange.endWait()
        endIfArrived(exchange)
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
            if let exchange = exchanges[id] { endWait(exchange) }
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
            try writer.flush()
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
