internal import Crypto
internal import FoundationEssentials

/// The bytes of a key. They appear in no description, dump or log, and are erased from memory when
/// the last copy goes.
public struct ContentKey: Sendable, Equatable {
    /// Compares in constant time.
    let secret: SymmetricKey

    /// Keeps the bytes of a key.
    public init(_ bytes: [UInt8]) {
        secret = SymmetricKey(data: bytes)
    }

    /// Number of bytes.
    public var byteCount: Int { secret.bitCount / 8 }

    /// The bytes, for who has to pass them on; a copy that nobody erases.
    public func exposedBytes() -> [UInt8] {
        secret.withUnsafeBytes { [UInt8]($0) }
    }
}

extension ContentKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The length alone.
    public var description: String { "key of \(byteCount) bytes" }
    /// The length alone.
    public var debugDescription: String { description }
    /// Nothing for `dump` to show.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
