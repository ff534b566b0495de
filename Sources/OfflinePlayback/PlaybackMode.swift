/// Whether and when a presentation is played whose download is asked for.
package enum PlaybackMode: String, Sendable, Hashable, Codable, CaseIterable {
    case none
    /// Both begin at once.
    case withDownload = "with-download"
    /// From the package, when the download is complete.
    case after
    /// Nothing is downloaded but what is played; no package is made.
    case only
}
