internal import HLSDownload

/// What a package holds, for `hlslab library show`.
package struct PackageReport: Sendable, Hashable, CommandReport {
    /// One stream of the package.
    package struct Stream: Sendable, Hashable, Encodable {
        package var kind: String
        package var label: String
        package var language: String?
        /// Bits per second; 0 for renditions.
        package var peakBitRate: Int
        package var secondsStored: Double
        /// Nil when nothing says how long it is.
        package var seconds: Double?
        package var bytesStored: Int
        package var isComplete: Bool
        /// The segments need a key that an app has.
        package var needsContentKey: Bool
        package var firstHole: String?
    }

    package var schema = "hlslab-library-show/1"
    package var package: String
    /// `manifest`, `xml`, or `files` when nothing describes the package.
    package var source: String
    package var url: String
    package var isPlayableOffline: Bool
    package var bytesStored: Int
    package var streams: [Stream]
    package var firstHole: String?

    /// 0 when it can be played offline.
    package var exitCode: Int32 { isPlayableOffline ? 0 : 1 }
}

extension PackageReport {
    init(package path: String) throws(LabError) {
        do throws(PackageReadingError) {
            try self.init(path, AssetCache(package: path), Self.described(path))
        } catch {
            throw LabError(.run, "\(error)")
        }
    }

    /// Nil when only files are left of a download.
    private static func described(_ path: String) throws(PackageReadingError) -> MoviePackage? {
        do throws(PackageReadingError) {
            return try MoviePackage(at: path)
        } catch {
            guard error.fault == .notAPackage else { throw error }
            return nil
        }
    }

    private init(_ path: String, _ cache: AssetCache, _ described: MoviePackage?) {
        self.package = path
        source = described?.source.rawValue ?? "files"
        url = described?.url ?? ""
        isPlayableOffline = cache.isPlayableOffline
        bytesStored = cache.streams.reduce(0) { $0 + $1.storedByteCount }
        streams = cache.streams.map { stream in
            Stream(
                kind: stream.kind.rawValue, label: stream.label, language: stream.language,
                peakBitRate: stream.peakBitRate,
                secondsStored: stream.storedDuration / .seconds(1),
                seconds: stream.duration.map { $0 / .seconds(1) },
                bytesStored: stream.storedByteCount, isComplete: stream.isComplete,
                needsContentKey: stream.needsContentKey,
                firstHole: stream.firstHole.map { "\($0)" })
        }
        firstHole = cache.firstHole.map { "\($0)" }
    }

    /// A line for each stream, the first hole, and whether it plays.
    package var text: String {
        let rows = streams.map { stream in
            [
                stream.label,
                stream.peakBitRate > 0 ? Figures.rate(Double(stream.peakBitRate)) : "-",
                stream.seconds.map {
                    "\(Figures.seconds(stream.secondsStored)) of \(Figures.seconds($0))"
                } ?? "not known", Figures.bytes(stream.bytesStored),
                stream.isComplete ? "complete" : "not complete",
            ]
        }
        let table = Table(heads: ["stream", "peak", "stored", "bytes", "state"], rows: rows)
        let hole = firstHole.map { ["first hole: \($0)"] } ?? []
        let plays =
            isPlayableOffline
            ? "PLAYS OFFLINE  \(package)  \(Figures.bytes(bytesStored))"
            : "DOES NOT PLAY OFFLINE  \(package)  \(Figures.bytes(bytesStored))"
        return (table.text.split(separator: "\n").map(String.init) + hole + [plays])
            .map(Printable.line).joined(separator: "\n")
    }
}
