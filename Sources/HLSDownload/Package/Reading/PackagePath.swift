/// Names of files inside a package, as a manifest, an XML file or a playlist writes them. Whoever
/// wrote them may want a reader to open something else.
enum PackagePath {
    static let longest = 1024
    static let deepest = 8

    /// Why a name is not one of a file inside the package; nil when it is.
    static func fault(in path: String) -> String? {
        if path.isEmpty { return "it is empty" }
        if path.utf8.count > longest { return "it has more than \(longest) bytes" }
        if path.utf8.first == UInt8(ascii: "/") { return "it is absolute" }
        if path.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            return "it has a control character"
        }
        let components = path.utf8.split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        if components.count > deepest { return "it has more than \(deepest) components" }
        if components.contains(where: { $0.elementsEqual("..".utf8) }) {
            return "it leads upward"
        }
        if components.contains(where: { $0.isEmpty || $0.elementsEqual(".".utf8) }) {
            return "it has a component that names nothing"
        }
        return nil
    }

    /// The path, relative to the package, of what a playlist in `folder` names; `..` may lead to
    /// other folders of the package. Nil when it leads out of it, or names a server.
    static func resolve(_ uri: String, in folder: String) -> String? {
        guard !uri.isEmpty, uri.utf8.first != UInt8(ascii: "/"), !uri.contains(":"),
            !uri.contains("?"), !uri.contains("#"), !uri.contains("%")
        else { return nil }
        var components = folder.split(separator: "/")
        for component in uri.split(separator: "/", omittingEmptySubsequences: false) {
            if component == ".." {
                guard components.popLast() != nil else { return nil }
            } else {
                components.append(component)
            }
        }
        let path = components.joined(separator: "/")
        return fault(in: path) == nil ? path : nil
    }

    /// What stands behind the last dot of the last component, in lower case; empty when nothing does.
    static func fileExtension(of path: String) -> String {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: ".") else { return "" }
        return name[name.index(after: dot)...].lowercased()
    }
}
