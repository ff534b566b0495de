/// A ``DurableFile`` that several hold: closed when nobody does any more.
final class OpenFile: Sendable {
    let file: DurableFile

    /// - Throws: ``StoreFailure`` when the disk refuses.
    init(at path: String) throws(StoreFailure) { file = try DurableFile(at: path) }
}
