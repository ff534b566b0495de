internal import DownloadCore

/// Parts that have begun to arrive, in a file beside the journal.
///
/// A row in the journal for each part costs a small one more than its bytes do; a note is one short
/// write. A kill leaves every note. A power cut may leave none, and needs none: unsynced bytes are not
/// relied on behind it, and for synced ones the journal has a row.
///
/// The file begins with the name of the running system. A note is a letter, `B` for a part that begins
/// and `E` for one that nothing is to be gone on with, and fields, each with its length before it:
/// `5:0/3.a`. What is cut off at the end is no note.
final class PartNotes {
    private let file: DurableFile
    private let bootID: String
    private var length = 0
    /// What is noted and has not ended.
    private(set) var rows: [DownloadSnapshot.PartKey: DownloadJournal.PartialPart] = [:]

    /// Bytes after which the journal takes the notes over.
    static let byteLimit = 1 << 20

    /// Opens the notes, or makes them. Those of another start of the system say nothing any more.
    init(at path: String, bootID: String) throws(StoreFailure) {
        file = try DurableFile(at: path)
        self.bootID = bootID
        var bytes: [UInt8] = []
        // The last note may go beyond the limit.
        let size = try file.size()
        if size <= 2 * Self.byteLimit { try file.read(size) { bytes.append(contentsOf: $0) } }
        if let rows = Self.rows(in: bytes, bootID) {
            self.rows = rows
            length = size
        } else {
            try clear()
        }
    }

    /// The journal has to take them over.
    var isFull: Bool { length >= Self.byteLimit }

    /// Whether there are bytes behind the name of the system.
    var isEmpty: Bool { length <= Self.field(bootID).count }

    func begin(_ row: DownloadJournal.PartialPart) throws(StoreFailure) {
        let fields = [row.key.stream, String(row.key.index), row.path, row.entityTag]
        try append([UInt8(ascii: "B")] + fields.flatMap(Self.field))
        rows[row.key] = row
    }

    /// What is there of the parts is not to be gone on with, or the journal says what it is.
    func end(_ keys: [DownloadSnapshot.PartKey]) throws(StoreFailure) {
        var bytes: [UInt8] = []
        for key in keys where rows.removeValue(forKey: key) != nil {
            bytes.append(UInt8(ascii: "E"))
            for text in [key.stream, String(key.index)] { bytes += Self.field(text) }
        }
        if !bytes.isEmpty { try append(bytes) }
    }

    /// Begins anew, when the journal has what is noted.
    func clear() throws(StoreFailure) {
        rows = [:]
        length = 0
        try file.truncate(to: 0)
        try append(Self.field(bootID))
    }

    private func append(_ bytes: [UInt8]) throws(StoreFailure) {
        try file.write(bytes, at: length)
        length += bytes.count
    }

    private static func field(_ text: String) -> [UInt8] {
        Array(String(text.utf8.count).utf8) + [UInt8(ascii: ":")] + text.utf8
    }
}

// MARK: - Reading

extension PartNotes {
    /// - Returns: nil for notes of another start of the system.
    private static func rows(
        in bytes: [UInt8], _ bootID: String
    ) -> [DownloadSnapshot.PartKey: DownloadJournal.PartialPart]? {
        var rest = bytes[...]
        guard !bootID.isEmpty, takeField(&rest) == bootID else { return nil }
        var rows: [DownloadSnapshot.PartKey: DownloadJournal.PartialPart] = [:]
        while let kind = rest.popFirst(), let stream = takeField(&rest),
            let index = takeField(&rest).flatMap({ Int($0) })
        {
            let key = DownloadSnapshot.PartKey(stream: stream, index: index)
            switch kind {
            case UInt8(ascii: "B"):
                guard let path = takeField(&rest), let tag = takeField(&rest) else { return rows }
                rows[key] = .init(
                    key: key, path: path, entityTag: tag, bootID: bootID, synced: 0)
            case UInt8(ascii: "E"): rows[key] = nil
            default: return rows
            }
        }
        return rows
    }

    private static func takeField(_ bytes: inout ArraySlice<UInt8>) -> String? {
        guard let colon = bytes.prefix(8).firstIndex(of: UInt8(ascii: ":")),
            let count = Int(String(decoding: bytes[..<colon], as: UTF8.self)), count >= 0,
            bytes.endIndex - colon > count
        else { return nil }
        let end = colon + 1 + count
        defer { bytes = bytes[end...] }
        return String(decoding: bytes[(colon + 1)..<end], as: UTF8.self)
    }
}
