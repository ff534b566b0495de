internal import DownloadCore

/// How far a task is. What a task says never goes back, not over a restart either.
public struct AssetDownloadProgress: Sendable, Hashable, Codable {
    /// From 0 to 1; 1 when the task has completed without an error, and not before.
    public internal(set) var fractionCompleted = 0.0
    /// Seconds of media on disk and wanted, each stream counted for itself; zero while the
    /// playlists are not there.
    public internal(set) var timeLoaded = Duration.zero
    public internal(set) var timeExpected = Duration.zero
    /// Bytes of bodies received in all runs of the task, playlists included.
    public internal(set) var bytesReceived = 0
}

extension AssetDownloadProgress {
    /// Takes in how far the engine is; nothing goes back.
    /// - Parameter earlierBytes: what earlier runs of the task received.
    mutating func advance(to progress: DownloadProgress, earlierBytes: Int) {
        // Everything is on disk at 1, and the package is not sealed yet: the last step is the end.
        let fraction = min(progress.fraction, 0.999)
        fractionCompleted = max(fractionCompleted, fraction)
        timeLoaded = max(timeLoaded, progress.secondsStored)
        timeExpected = progress.secondsExpected
        bytesReceived = max(bytesReceived, earlierBytes + progress.bytesReceived)
    }
}
