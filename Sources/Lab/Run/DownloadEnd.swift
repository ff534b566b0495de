internal import DownloadCore
internal import Synchronization

/// When a download said that it was over, which may be long before what is played of it is.
final class DownloadEnd: Sendable {
    private let moment = Mutex<Duration?>(nil)

    /// Takes in one step of the download machine.
    func watch(_ elapsed: Duration, _ commands: [DownloadCommand]) {
        let isOver = commands.contains {
            if case .finish = $0 { true } else { false }
        }
        if isOver { moment.withLock { $0 = $0 ?? elapsed } }
    }

    /// Since the download's start.
    var time: Duration? { moment.withLock { $0 } }
}
