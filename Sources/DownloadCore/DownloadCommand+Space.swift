// What both a driver and a world have to know of a command to perform it.
extension DownloadCommand {
    /// Whether the command has to come behind those that wait for space on the disk.
    package var waitsForSpace: Bool {
        switch self {
        case .fetch, .recheck, .keepPause, .keepPlaylist, .storeKey, .lay, .layGuest,
            .discardStream, .discardGuestPart, .discardPartial, .store, .seal:
            true
        case .receive, .receivePlaylist, .receiveKey, .askApp, .abort, .dismiss, .lookForSpace,
            .wake, .report, .finish:
            false
        }
    }

    /// The request that the command begins; nil for what begins none.
    package var requestID: RequestID? {
        switch self {
        case .fetch(let request): request.id
        case .recheck(let id, _): id
        default: nil
        }
    }
}
