/// Finds the case of an enumeration whose raw value stands somewhere in a text, without making a
/// string of it.
struct NameTable<Name: CaseIterable & RawRepresentable & Sendable>: Sendable
where Name.RawValue == String {
    private struct Entry: Sendable {
        var hash: UInt32
        var start: UInt32
        var count: UInt32
        var name: Name
    }

    /// A power of two; more than twice the number of names.
    private static var slotCount: Int { 256 }

    private var slots: [Entry?]
    private var letters: [UInt8] = []

    init() {
        precondition(Name.allCases.count * 2 < Self.slotCount, "the table stays half empty")
        slots = Array(repeating: nil, count: Self.slotCount)
        for name in Name.allCases {
            let bytes = Array(name.rawValue.utf8)
            let hash = Self.hash(bytes, TextRange(0, bytes.count))
            var slot = Self.slot(hash)
            while slots[slot] != nil { slot = (slot + 1) & (Self.slotCount - 1) }
            slots[slot] = Entry(
                hash: hash, start: UInt32(letters.count), count: UInt32(bytes.count), name: name)
            letters += bytes
        }
    }

    func find(_ text: [UInt8], _ range: TextRange) -> Name? {
        let hash = Self.hash(text, range)
        var slot = Self.slot(hash)
        while let entry = slots[slot] {
            if entry.hash == hash, entry.count == range.count, matches(entry, text, range.lower) {
                return entry.name
            }
            slot = (slot + 1) & (Self.slotCount - 1)
        }
        return nil
    }

    private func matches(_ entry: Entry, _ text: [UInt8], _ lower: Int) -> Bool {
        let start = Int(entry.start)
        for offset in 0..<Int(entry.count) where letters[start + offset] != text[lower + offset] {
            return false
        }
        return true
    }

    /// FNV-1a, 32 bits.
    private static func hash(_ text: [UInt8], _ range: TextRange) -> UInt32 {
        var hash: UInt32 = 2_166_136_261
        for index in range.lower..<range.upper {
            hash = (hash ^ UInt32(text[index])) &* 16_777_619
        }
        return hash
    }

    private static func slot(_ hash: UInt32) -> Int {
        Int((hash ^ (hash >> 16)) & UInt32(slotCount - 1))
    }
}
