internal import Foundation

/// Where a playlist to be linted comes from, by the word on the command line.
enum PlaylistSource: Sendable, Hashable {
    case file(String)
    case url(String)
    /// `-`
    case standardInput

    init(_ word: String) {
        if word == "-" {
            self = .standardInput
        } else if let mark = word.range(of: "://"), !word[..<mark.lowerBound].contains("/") {
            self = .url(word)
        } else {
            self = .file(word)
        }
    }

    /// The base that relative URIs of the playlist are resolved against; nil where there is none.
    var address: String? {
        switch self {
        case .file(let path): URL(filePath: path).absoluteURL.standardized.absoluteString
        case .url(let url): url
        case .standardInput: nil
        }
    }
}
