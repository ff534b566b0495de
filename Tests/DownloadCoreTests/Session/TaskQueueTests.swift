import DownloadCore
import Testing

@Suite struct `A queue of tasks` {
    /// What happens, and which tasks are then to start.
    enum Step: Sendable {
        case add(Int, package: Int, priority: Double)
        case end(Int)
        case withdraw(Int)
        case hold(Int, package: Int)
        case release
        case prioritize(Int, Double)
        case starts([Int])
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var rule: String
        var maximum = 2
        var steps: [Step]
        var testDescription: String { rule }
    }

    static let cases = [
        Case(
            rule: "starts as many as may run, in the order of their resumption",
            steps: [
                .add(1, package: 1, priority: 0.5), .add(2, package: 2, priority: 0.5),
                .add(3, package: 3, priority: 0.5), .starts([1, 2]), .starts([]), .end(1),
                .starts([3]), .end(2), .end(3), .starts([]),
            ]),
        Case(
            rule: "starts the higher priority first",
            maximum: 1,
            steps: [
                .add(1, package: 1, priority: 0.5), .add(2, package: 2, priority: 0.9),
                .add(3, package: 3, priority: 0.9), .starts([2]), .end(2), .starts([3]), .end(3),
                .starts([1]),
            ]),
        Case(
            rule: "never interrupts a task for one of higher priority",
            maximum: 1,
            steps: [
                .add(1, package: 1, priority: 0.1), .starts([1]),
                .add(2, package: 2, priority: 1), .starts([]), .end(1), .starts([2]),
            ]),
        Case(
            rule: "never runs two tasks on one package, and lets others pass",
            maximum: 3,
            steps: [
                .add(1, package: 7, priority: 0.5), .add(2, package: 7, priority: 0.5),
                .add(3, package: 8, priority: 0.5), .starts([1, 3]), .end(3), .starts([]),
                .end(1), .starts([2]),
            ]),
        Case(
            rule: "forgets a task that is withdrawn",
            maximum: 1,
            steps: [
                .add(1, package: 1, priority: 0.5), .add(2, package: 2, priority: 0.5),
                .withdraw(1), .starts([2]), .withdraw(2), .starts([]), .end(2),
                .add(2, package: 2, priority: 0.5), .starts([2]),
            ]),
        Case(
            rule: "does not start what is held until it is released",
            maximum: 1,
            steps: [
                .hold(1, package: 1), .starts([]), .add(2, package: 2, priority: 0.5),
                .starts([2]), .release, .starts([]), .end(2), .starts([1]),
            ]),
        Case(
            rule: "moves a task whose priority changes, a held one too",
            maximum: 1,
            steps: [
                .add(1, package: 1, priority: 0.5), .add(2, package: 2, priority: 0.5),
                .hold(3, package: 3), .prioritize(2, 0.6), .prioritize(3, 1), .starts([2]),
                .release, .end(2), .starts([3]), .end(3), .starts([1]),
            ]),
        Case(
            rule: "keeps a task that runs when it is withdrawn, until it has ended",
            maximum: 1,
            steps: [
                .add(1, package: 1, priority: 0.5), .starts([1]), .withdraw(1),
                .add(2, package: 2, priority: 0.5), .starts([]), .end(1), .starts([2]),
            ]),
    ]

    @Test(arguments: cases) func `follows its rules`(_ example: Case) {
        var queue = TaskQueue(maximumRunning: example.maximum)
        var order = 0
        for step in example.steps {
            order += 1
            switch step {
            case .add(let task, let package, let priority):
                queue.add(.init(task: task, package: package, priority: priority, order: order))
            case .end(let task): queue.ended(task)
            case .withdraw(let task): queue.withdraw(task)
            case .hold(let task, let package):
                queue.hold(.init(task: task, package: package, order: order))
            case .release: queue.releaseHeld()
            case .prioritize(let task, let priority): queue.setPriority(priority, of: task)
            case .starts(let expected): #expect(queue.startNext() == expected)
            }
            #expect(queue.running.count <= example.maximum)
        }
    }

    @Test func `runs each of a thousand tasks once`() {
        var queue = TaskQueue(maximumRunning: 3)
        for task in 1...1000 {
            queue.add(
                .init(
                    task: task, package: task % 400, priority: Double(task % 7) / 7, order: task))
        }
        var started: [Int] = []
        var running = queue.startNext()
        while let task = running.first {
            #expect(Set(queue.running.map(\.package)).count == queue.running.count)
            started.append(task)
            queue.ended(task)
            running = Array(running.dropFirst()) + queue.startNext()
        }
        #expect(started.sorted() == Array(1...1000))
    }
}
