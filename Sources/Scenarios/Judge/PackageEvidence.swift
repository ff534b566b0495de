/// What a judge found in a package on disk, read from its files by itself: not what the engine or
/// its manifest say.
package struct PackageEvidence: Sendable, Hashable {
    /// One file of the package.
    package struct Part: Sendable, Hashable {
        /// Relative to the package.
        package var path: String
        package var length: Int
        /// Lower-case hexadecimal SHA-256 of the file's bytes.
        package var sha256: String

        package init(path: String, length: Int, sha256: String) {
            self.path = path
            self.length = length
            self.sha256 = sha256
        }
    }

    /// The files of one stream of the catalog. Nil stands for a file that is not there.
    package struct Stream: Sendable, Hashable {
        package var initSection: Part?
        package var segments: [Part?]

        package init(initSection: Part? = nil, segments: [Part?]) {
            self.initSection = initSection
            self.segments = segments
        }
    }

    /// By the stream's id in the catalog; a stream that the package does not have is absent.
    package var streams: [String: Stream]
    /// What is wrong with the playlists by which a player would play the folder, in words.
    package var playlistFaults: [String]

    /// Bytes of the playlists and keys that the package keeps as they came.
    package var keptBytes: Int
    /// How many parts the package says are vouched for by what, in its words.
    package var attestations: [String: Int]

    package init(
        streams: [String: Stream] = [:], playlistFaults: [String] = [], keptBytes: Int = 0,
        attestations: [String: Int] = [:]
    ) {
        self.attestations = attestations
        self.streams = streams
        self.keptBytes = keptBytes
        self.playlistFaults = playlistFaults
    }
}
