/// Why an origin cannot serve.
package enum OriginError: Error, Sendable, Hashable {
    case fileUnreadable(path: String, reason: String)
    case catalogMalformed(path: String, reason: String)
    case pathLeavesFolder(path: String, catalog: String)
    case fileTooShort(path: String, bytes: Int, needed: Int)
    case cannotListen(port: Int, reason: String)
    case recordUnwritable(path: String, reason: String)
}

extension OriginError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .fileUnreadable(let path, let reason):
            "cannot serve '\(path)': \(reason); make the asset again or name another folder"
        case .catalogMalformed(let path, let reason):
            "cannot read the catalog '\(path)': \(reason); make the asset again"
        case .pathLeavesFolder(let path, let catalog):
            "cannot serve '\(path)' of '\(catalog)': it leaves the asset's folder; "
                + "name files relative to the catalog"
        case .fileTooShort(let path, let bytes, let needed):
            "cannot serve '\(path)': it has \(bytes) bytes and the catalog says \(needed); "
                + "make the asset again"
        case .cannotListen(let port, let reason):
            "cannot listen on 127.0.0.1:\(port): \(reason); choose another port, or 0 for any"
        case .recordUnwritable(let path, let reason):
            "cannot write the record '\(path)': \(reason); choose another file"
        }
    }
}
