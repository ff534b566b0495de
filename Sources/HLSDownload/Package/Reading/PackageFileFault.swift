/// Why a file of a package could not be read.
enum PackageFileFault: Error, Sendable, Hashable {
    case missing
    /// Its name, or that of a folder on the way to it, is a link.
    case link
    /// A folder, a device, a pipe.
    case notAFile
    /// The name leads out of the package, or means nothing.
    case unsafeName(String)
    case tooLong(limit: Int)
    case unreadable(String)
    /// It became shorter while it was read.
    case cutOff(after: Int)
}

extension PackageFileFault: CustomStringConvertible {
    /// Fits behind the name of the file.
    var description: String {
        switch self {
        case .missing: "is not there"
        case .link: "is a link, and links are not followed"
        case .notAFile: "is no file"
        case .unsafeName(let reason): "is no name inside the package: \(reason)"
        case .tooLong(let limit): "has more than \(limit) bytes"
        case .unreadable(let reason): "cannot be read: \(reason)"
        case .cutOff(let count): "ended after \(count) bytes while it was read"
        }
    }
}
