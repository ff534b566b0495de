/// A part of an asset that a request can be for.
package enum OriginPart: Sendable, Hashable {
    case multivariantPlaylist
    case mediaPlaylist(stream: String)
    case initSection(stream: String)
    /// `index` is the position in the stream's list of segments, from 0: the 0-based sibling of
    /// ``FaultMatch/segment``.
    case segment(stream: String, index: Int)
    /// A file that holds a key.
    case key(id: String)

    /// Id of the stream that the part belongs to; nil for the multivariant playlist and keys.
    package var stream: String? {
        switch self {
        case .multivariantPlaylist, .key: nil
        case .mediaPlaylist(let stream), .initSection(let stream), .segment(let stream, _): stream
        }
    }

    package var isPlaylist: Bool {
        switch self {
        case .multivariantPlaylist, .mediaPlaylist: true
        case .initSection, .segment, .key: false
        }
    }
}

extension OriginPart: CustomStringConvertible {
    /// As people say it: segments are counted from 1.
    package var description: String {
        switch self {
        case .multivariantPlaylist: "multivariant playlist"
        case .mediaPlaylist(let stream): "media playlist of \(stream)"
        case .initSection(let stream): "init section of \(stream)"
        case .segment(let stream, let index): "segment \(index + 1) of \(stream)"
        case .key(let id): "key \(id)"
        }
    }
}
