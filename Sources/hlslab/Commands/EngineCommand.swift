import ArgumentParser
import Lab

/// `hlslab engine`: what `hlslab run` starts when a scenario kills the engine.
struct EngineCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "engine",
        abstract: "The engine of a run in a process of its own, which can be killed.",
        discussion: """
            'hlslab run' starts it by itself: it takes orders from standard input and tells on \
            standard output what it does.
            """,
        shouldDisplay: false)

    func run() async {
        await EngineWorker.run()
    }
}
