/// Plays a ``TransferPlan`` over a ``SharedLink`` in virtual time.
package struct TransferRun {
    /// Virtual time after which a transfer counts as one that never ends.
    package static let longest = Duration.seconds(24 * 3600)

    private struct Flow {
        var connection: LinkConnection
        var opened: LinkTime
        var connect = Duration.zero
        var requested = LinkTime.zero
        var firstByte: LinkTime?
        var missingRequest = 0
        var missing = 0
        var done: [TransferTimes.Object] = []
        var statistics = TCPStatistics()
        var isOver = false
    }

    private let plan: TransferPlan
    private var link: SharedLink
    private var flows: [Flow] = []
    private var starts: [LinkTime]
    /// Requests that wait for the end of a gap, in order of time.
    private var waiting: [(time: LinkTime, flow: Int)] = []
    private var events: [LinkEvent] = []

    private init(_ plan: TransferPlan, link: SharedLink, seed: UInt64) {
        self.plan = plan
        self.link = link
        var random = StableRandom(seed: seed)
        let spread = UInt64(plan.spread.wholeNanoseconds) + 1
        starts = (0..<plan.parallel).map { _ in
            LinkTime(nanoseconds: Int(random.below(spread)))
        }
        starts.sort()
    }

    /// The times of every connection; nil when some never end, as over a link without any rate.
    ///
    /// - Parameter seed: of the link's chances and the moments at which connections begin.
    /// - Throws: ``UnsupportedLinkFeatures``.
    package static func times(
        of plan: TransferPlan, over profile: LinkProfile, options: TCPOptions = TCPOptions(),
        seed: UInt64
    ) throws(UnsupportedLinkFeatures) -> [TransferTimes]? {
        let link = try SharedLink(profile, options: options, seed: seed)
        var run = TransferRun(plan, link: link, seed: StableRandom.number(2, ofSeed: seed))
        return run.play()
    }

    private mutating func play() -> [TransferTimes]? {
        while flows.count < plan.parallel || flows.contains(where: { !$0.isOver }) {
            var next = link.nextEvent ?? LinkTime(Self.longest)
            if flows.count < starts.count { next = min(next, starts[flows.count]) }
            if let wait = waiting.first?.time { next = min(next, wait) }
            guard next.elapsed < Self.longest else { return nil }
            events.removeAll(keepingCapacity: true)
            link.advance(to: next, into: &events)
            for index in events.indices { guard take(events[index]) else { return nil } }
            while flows.count < starts.count, starts[flows.count] <= next {
                let connection = link.open(at: next)
                flows.append(Flow(connection: connection, opened: next))
            }
            while let first = waiting.first, first.time <= next {
                waiting.removeFirst()
                request(first.flow, at: next)
            }
        }
        return flows.map {
            TransferTimes(connect: $0.connect, objects: $0.done, statistics: $0.statistics)
        }
    }

    /// - Returns: false when the connection broke.
    private mutating func take(_ event: LinkEvent) -> Bool {
        guard let index = flows.firstIndex(where: { $0.connection == event.connection })
        else { return true }
        switch event.what {
        case .requested:
            link.accept(event.connection, at: event.time)
        case .established:
            flows[index].connect = event.time.elapsed - flows[index].opened.elapsed
            request(index, at: event.time)
        case .data(.up, let bytes):
            flows[index].missingRequest -= bytes
            if flows[index].missingRequest == 0 {
                link.offer(
                    flows[index].missing, on: event.connection, .down, at: event.time)
            }
        case .data(.down, let bytes):
            flows[index].firstByte = flows[index].firstByte ?? event.time
            flows[index].missing -= bytes
            if flows[index].missing == 0 { complete(index, at: event.time) }
        case .finished: break
        case .reset: return false
        }
        return true
    }

    private mutating func request(_ index: Int, at time: LinkTime) {
        flows[index].requested = time
        flows[index].firstByte = nil
        flows[index].missing = plan.objects[flows[index].done.count]
        flows[index].missingRequest = plan.requestBytes
        link.offer(plan.requestBytes, on: flows[index].connection, .up, at: time)
    }

    private mutating func complete(_ index: Int, at time: LinkTime) {
        let start = flows[index].requested.elapsed
        let first = flows[index].firstByte ?? time
        flows[index].done.append(
            TransferTimes.Object(
                bytes: plan.objects[flows[index].done.count], firstByte: first.elapsed - start,
                lastByte: time.elapsed - start))
        let connection = flows[index].connection
        flows[index].statistics = link.statistics(connection, .down) ?? TCPStatistics()
        guard flows[index].done.count < plan.objects.count else {
            flows[index].isOver = true
            return
        }
        let next = LinkTime(time.elapsed + plan.gap)
        if next > time {
            let place = waiting.firstIndex { $0.time > next } ?? waiting.count
            waiting.insert((next, index), at: place)
        } else {
            request(index, at: time)
        }
    }
}
