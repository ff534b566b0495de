internal import Foundation

/// Where things of a session lie. Names are made of its identifier and of counters.
struct SessionLayout: Sendable, Hashable {
    /// The session's folder, absolute, without a trailing slash.
    let folder: String

    static let longestIdentifier = 100

    /// - Throws: ``AssetDownloadError/badIdentifier(_:)`` for what is no name of one folder.
    init(identifier: String, in library: URL) throws(AssetDownloadError) {
        let letters = identifier.utf8
        guard (1...Self.longestIdentifier).contains(letters.count),
            letters.allSatisfy(Self.isAdmitted), letters.first.map(Self.isLetterOrDigit) == true
        else { throw .badIdentifier(identifier) }
        folder = Self.path(of: library) + "/" + identifier
    }

    var database: String { folder + "/library.sqlite" }
    var lock: String { folder + "/session.lock" }
    var packages: String { folder + "/packages" }

    func package(_ number: Int) -> String { "\(packages)/\(Self.name(number)).movpkg" }

    /// The journal lies beside the package, so that both go together.
    func journal(_ number: Int) -> String { "\(packages)/\(Self.name(number)).sqlite" }

    /// The journal, its lock, its notes and what SQLite keeps beside it.
    func journalFiles(_ number: Int) -> [String] {
        ["-wal", "-shm", ".lock", ".begun", ""].map { journal(number) + $0 }
    }

    /// Number of the package that has a location; nil for another place.
    func number(at location: URL) -> Int? {
        let path = Self.path(of: location)
        guard let slash = path.lastIndex(of: "/"),
            path[..<slash] == Self.path(of: URL(filePath: packages))
        else { return nil }
        return Self.entry(String(path[path.index(after: slash)...])).flatMap {
            $0.isPackage ? $0.number : nil
        }
    }

    /// What a name in the folder of the packages belongs to; nil: it is not of this library.
    static func entry(_ name: String) -> (number: Int, isPackage: Bool)? {
        let digits = name.prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(digits), self.name(number) == digits else { return nil }
        switch name.dropFirst(digits.count) {
        case ".movpkg": return (number, true)
        case ".sqlite", ".sqlite-wal", ".sqlite-shm", ".sqlite.lock", ".sqlite.begun":
            return (number, false)
        default: return nil
        }
    }

    private static func name(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    }

    /// Absolute, without a trailing slash.
    private static func path(of url: URL) -> String {
        var path = url.absoluteURL.standardizedFileURL.path(percentEncoded: false)
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }

    private static func isAdmitted(_ byte: UInt8) -> Bool {
        isLetterOrDigit(byte)
            || [UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_")].contains(byte)
    }
}
