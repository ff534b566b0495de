public import FoundationEssentials

/// Something among the packages of a library that belongs to none of them.
public struct LibraryOrphan: Sendable, Hashable {
    public let location: URL
    /// Lengths of its files.
    public let byteCount: Int
    /// It has a name that the library gives, and is what the library writes under such a name. Only
    /// such a one is ever removed, and only when the app asks for it.
    public let isOfThisLibrary: Bool
}
