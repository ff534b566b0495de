package import HLSPlaylist

/// Why segments cannot be decrypted by what their playlist says of their keys. A key that cannot be
/// had is a failure, never a wrong decrypt in silence.
package enum KeyFailure: Error, Sendable, Hashable {
    /// METHOD is no word of the specification.
    case unknownMethod(String)
    /// No key of the segment is in a form that this client reads: KEYFORMATs with their versions.
    case noUsableFormat([KeySystem])
    /// EXT-X-KEY without URI.
    case noURI(method: Key.Method)
    /// URI makes no URL, or one that may not be asked for.
    case badURI(String)
    /// METHOD=AES-128 without IV over an init section, which has no sequence number to take it from.
    case initSectionWithoutIV
    /// An IV of another length than a block.
    case ivLength(Int)
}

extension KeyFailure: CustomStringConvertible {
    package var description: String {
        "cannot decrypt its segments: " + reason
    }

    private var reason: String {
        switch self {
        case .unknownMethod(let text):
            "METHOD=\(text) of EXT-X-KEY is not known; nothing but another encryption helps"
        case .noUsableFormat(let systems):
            "their keys come as "
                + systems.map {
                    "'\($0.keyFormat)' version \($0.versions.map(String.init).joined(separator: "/"))"
                }.joined(separator: ", ") + "; give the session a key system that reads one of them"
        case .noURI(let method):
            "EXT-X-KEY METHOD=\(method.text) has no URI; the playlist has to be corrected"
        case .badURI(let uri):
            "the key's URI '\(uri)' may not be asked for; the playlist has to be corrected"
        case .initSectionWithoutIV:
            "an init section under METHOD=AES-128 needs an IV; the playlist has to be corrected"
        case .ivLength(let count):
            "the IV has \(count) bytes and needs 16; the playlist has to be corrected"
        }
    }
}
