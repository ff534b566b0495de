internal import DownloadCore

/// Reads what is on disk of a part, to say what it is before more comes. It blocks: to be performed on
/// a thread for that.
struct PartReview: Sendable {
    let file: OpenFile
    /// Bytes to be read.
    let length: Int
    /// Before the first of them.
    let state: PartWriter.State

    /// - Throws: ``StoreFailure`` when there are fewer.
    func perform() throws(StoreFailure) -> PartWriter.State {
        var state = state
        try file.file.read(length) { state.take($0) }
        return state
    }
}
