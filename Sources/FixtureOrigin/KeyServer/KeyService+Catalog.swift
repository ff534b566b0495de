package import Scenarios

extension KeyService {
    /// A key server for the keys of an asset that are in no file; nil when it has none.
    ///
    /// - Parameter start: the instant that its leases count from.
    package convenience init?(
        serving catalog: AssetCatalog, start: ContinuousClock.Instant = .now
    ) {
        let contents = (catalog.keys ?? []).compactMap { key -> ([UInt8], KeyServerContent)? in
            guard key.path == nil, let content = key.contentIdentifier else { return nil }
            return (
                Array(content.utf8),
                KeyServerContent(
                    key: key.keyBytes, storageDuration: key.storageSeconds.map { .seconds($0) },
                    playbackDuration: key.playbackSeconds.map { .seconds($0) })
            )
        }
        guard !contents.isEmpty else { return nil }
        var random = SystemRandomNumberGenerator()
        let server = TestKeyServer(
            contents: Dictionary(contents, uniquingKeysWith: { first, _ in first }),
            using: &random)
        self.init(server) { start.duration(to: .now) }
    }
}

extension AssetCatalog.Key {
    /// Of the hexadecimal text; a digit that is none ends it.
    fileprivate var keyBytes: [UInt8] {
        let digits = bytes.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count - 1, by: 2).map {
            UInt8(digits[$0] * 16 + digits[$0 + 1])
        }
    }
}
