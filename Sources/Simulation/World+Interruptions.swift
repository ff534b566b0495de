internal import DownloadCore
internal import Scenarios

// What happens from outside, and a disk that is full for a while.
extension World {
    var diskFull: StoreFailure { .diskFull(path: "the package") }

    mutating func interrupt(_ what: WorldInterruption.What) {
        switch what {
        case .suspended: tell(.suspended)
        case .resumed: tell(.resumed)
        case .network(let status): tell(.networkChanged(status))
        case .diskFull: isDiskFull = true
        case .diskFree: isDiskFull = false
        case .originReplaced:
            guard let successor else { return }
            script = successor.script
            playlists = successor.playlists
            originWasReplaced = true
        }
    }

    /// As the driver: what could not be done is done now, and then the machine is told.
    mutating func lookForSpace() {
        guard !isDiskFull else { return tell(.storeFailed(diskFull)) }
        let commands = heldBack
        heldBack = []
        perform(commands)
        let resources = unstored
        unstored = []
        for resource in resources where outcome == nil && !isStopped {
            commitStore(of: resource)
            tell(.stored(resource))
        }
        tell(.spaceFound)
    }
}

extension DownloadCommand {
    /// Whether the command writes what a full disk has no room for.
    var needsSpace: Bool {
        switch self {
        case .keepPause, .keepPlaylist, .storeKey, .lay, .seal: true
        default: false
        }
    }
}
