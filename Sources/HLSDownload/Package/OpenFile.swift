/// A ``DurableFile`` that several hold: closed when nobody does any more.
final class OpenFile: Sendable {
    let file: DurableFile

    /// - Throws: ``StoreFailure`` when the disk refuses.
    init(at path: String) throws(StoreFailure) { file = try DurableFile(at: path) }

    /// Makes the file; one of that name is not written to, and goes.
    /// - Throws: ``StoreFailure`` when the disk refuses.
    init(newAt path: String) throws(StoreFailure) { file = try DurableFile(newAt: path) }
}
