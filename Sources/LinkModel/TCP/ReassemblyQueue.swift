/// What arrived behind a hole: runs of bytes in their order, and which of them changed last, for the
/// SACK option (RFC 2018 4).
struct ReassemblyQueue: Sendable {
    /// Runs that are remembered as the latest (`TCP_NUM_SACKS`).
    private static let remembered = 4

    typealias Run = SackBlocks.Block

    /// Ascending, neither touching nor overlapping.
    private(set) var runs: [Run] = []
    /// Runs that grew last, the latest first, as they were then.
    private var latest: [Run] = []
    /// Bytes in all runs.
    private(set) var bytes = 0

    var isEmpty: Bool { runs.isEmpty }

    /// Adds bytes behind a hole.
    ///
    /// - Returns: false when all of them were there.
    mutating func insert(_ run: Run) -> Bool {
        var low = 0
        var high = runs.count
        while low < high {
            let middle = (low + high) >> 1
            if runs[middle].end < run.start { low = middle + 1 } else { high = middle }
        }
        var merged = run
        var end = low
        while end < runs.count, runs[end].start <= run.end {
            if runs[end].holds(run) { return false }
            merged.start = min(merged.start, runs[end].start)
            merged.end = max(merged.end, runs[end].end)
            bytes -= runs[end].end - runs[end].start
            end += 1
        }
        if end == low + 1 {
            runs[low] = merged
        } else {
            runs.replaceSubrange(low..<end, with: CollectionOfOne(merged))
        }
        bytes += merged.end - merged.start
        remember(merged)
        return true
    }

    private mutating func remember(_ run: Run) {
        // In place: this is done for every packet behind a hole, and as a rule the latest run grew.
        if let first = latest.first, run.holds(first),
            !latest.dropFirst().contains(where: run.holds)
        {
            latest[0] = run
            return
        }
        latest.removeAll { run.holds($0) }
        if latest.count == Self.remembered { latest.removeLast() }
        latest.insert(run, at: 0)
    }

    /// The hole before `sequence` is filled: takes the runs that now follow without one.
    ///
    /// - Returns: the sequence number behind them.
    mutating func take(from sequence: Int) -> Int {
        var end = sequence
        var taken = 0
        while taken < runs.count, runs[taken].start <= end {
            end = max(end, runs[taken].end)
            bytes -= runs[taken].end - runs[taken].start
            taken += 1
        }
        guard taken > 0 else { return end }
        runs.removeFirst(taken)
        latest.removeAll { $0.end <= end }
        return end
    }

    /// The blocks for an acknowledgement, the latest first.
    func report(duplicate: Run?) -> SackBlocks {
        var blocks = SackBlocks()
        if let duplicate {
            blocks.append(duplicate)
            blocks.reportsDuplicate = true
        }
        for run in latest where blocks.count < SackBlocks.capacity { blocks.append(run) }
        return blocks
    }
}
