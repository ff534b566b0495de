internal import DownloadCore
internal import Synchronization

/// When a download said that it was over, which may be long before what is played of it is.
final class DownloadEnd: Sendable {
    /// When the engine that is watched began, since the run did.
    let begin: Duration
    private let moment = Mutex<Duration?>(nil)

    init(begin: Duration) {
        self.begin = begin
    }

    /// Takes in one step of the download machine.
    /// - Parameter elapsed: since the engine began.
    func watch(_ elapsed: Duration, _ commands: [DownloadCommand]) {
        let isOver = commands.contains {
            if case .finish = $0 { true } else { false }
        }
        if isOver { moment.withLock { $0 = $0 ?? begin + elapsed } }
    }

    /// Since the run's start.
    var time: Duration? { moment.withLock { $0 } }
}
