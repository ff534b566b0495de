/// Which tasks of a session run: as many as may at once, by priority, then in the order in which
/// they were resumed; never two on the same package.
///
/// Decides only: the session starts what ``startNext()`` names and says when it has ended.
package struct TaskQueue: Sendable, Hashable {
    /// A task that wants to run.
    package struct Entry: Sendable, Hashable {
        package var task: Int
        /// Number of the package that it writes.
        package var package: Int
        /// From 0 to 1; higher is sooner.
        package var priority: Double
        /// Which resumption of the session it was; lower is sooner.
        package var order: Int

        package init(task: Int, package: Int, priority: Double = 0.5, order: Int) {
            self.task = task
            self.package = package
            self.priority = priority
            self.order = order
        }
    }

    /// How many tasks may run at once, 1 or more.
    package let maximumRunning: Int
    /// In the order in which they are to start.
    package private(set) var waiting: [Entry] = []
    /// In the order in which they started.
    package private(set) var running: [Entry] = []
    /// Not to be started before ``releaseHeld()``.
    package private(set) var held: [Entry] = []

    package init(maximumRunning: Int) {
        precondition(maximumRunning >= 1, "a session runs one task at least")
        self.maximumRunning = maximumRunning
    }

    package func isRunning(_ task: Int) -> Bool { running.contains { $0.task == task } }

    package func isRunning(package: Int) -> Bool { running.contains { $0.package == package } }

    /// A task was resumed: it waits for its turn.
    /// - Precondition: it is not in the queue.
    package mutating func add(_ entry: Entry) {
        precondition(
            !(waiting + running + held).contains { $0.task == entry.task },
            "a task is in the queue once")
        waiting.insert(entry, at: place(of: entry))
    }

    /// A task does not want to run any more. One that runs stays until it has ``ended(_:)``.
    package mutating func withdraw(_ task: Int) {
        waiting.removeAll { $0.task == task }
        held.removeAll { $0.task == task }
    }

    /// The tasks to start now. They run until they have ``ended(_:)``.
    package mutating func startNext() -> [Int] {
        var started: [Int] = []
        var next = 0
        while running.count < maximumRunning, next < waiting.count {
            guard !isRunning(package: waiting[next].package) else {
                next += 1
                continue
            }
            let entry = waiting.remove(at: next)
            running.append(entry)
            started.append(entry.task)
        }
        return started
    }

    /// A task has stopped running, for whatever reason.
    package mutating func ended(_ task: Int) {
        running.removeAll { $0.task == task }
    }

    /// A task that was stopped waits for something else than its turn.
    /// - Precondition: it is not in the queue.
    package mutating func hold(_ entry: Entry) {
        precondition(
            !(waiting + running + held).contains { $0.task == entry.task },
            "a task is in the queue once")
        held.append(entry)
    }

    /// What tasks were held for may be there now: they wait for their turn again.
    package mutating func releaseHeld() {
        let released = held
        held = []
        for entry in released { add(entry) }
    }

    /// Changes the place of a task that waits; of one that runs what it has when it waits again is
    /// up to the session.
    package mutating func setPriority(_ priority: Double, of task: Int) {
        if let index = held.firstIndex(where: { $0.task == task }) {
            held[index].priority = priority
        }
        guard let index = waiting.firstIndex(where: { $0.task == task }) else { return }
        var entry = waiting.remove(at: index)
        entry.priority = priority
        waiting.insert(entry, at: place(of: entry))
    }

    private func place(of entry: Entry) -> Int {
        var low = 0
        var high = waiting.count
        while low < high {
            let middle = (low + high) / 2
            if waiting[middle].isBefore(entry) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension TaskQueue.Entry {
    fileprivate func isBefore(_ other: Self) -> Bool {
        (-priority, order, task) < (-other.priority, other.order, other.task)
    }
}
