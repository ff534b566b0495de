// Comparisons of pieces of text with words.
extension [UInt8] {
    func equals(_ range: TextRange, _ word: StaticString) -> Bool {
        guard Int(range.count) == word.utf8CodeUnitCount else { return false }
        return word.withUTF8Buffer { letters in
            for offset in 0..<letters.count where letters[offset] != self[range.lower + offset] {
                return false
            }
            return true
        }
    }

    /// - Parameter word: In capital letters.
    func equalsIgnoringCase(_ range: TextRange, _ word: StaticString) -> Bool {
        guard Int(range.count) == word.utf8CodeUnitCount else { return false }
        return word.withUTF8Buffer { letters in
            letters.indices.allSatisfy { letters[$0] == self[range.lower + $0].capital }
        }
    }

    func equal(_ left: TextRange, _ right: TextRange) -> Bool {
        left.count == right.count
            && self[left.lower..<left.upper].elementsEqual(self[right.lower..<right.upper])
    }

    /// The bytes of `0x…`; an odd number of digits has a zero in front.
    func hexadecimal(_ range: TextRange) -> [UInt8]? {
        guard range.count >= 2, self[range.lower] == UInt8(ascii: "0"),
            self[range.lower + 1] | 0x20 == UInt8(ascii: "x")
        else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(range.count) / 2)
        var high: UInt8? = range.count % 2 == 1 ? 0 : nil
        for index in range.lower + 2..<range.upper {
            guard let digit = self[index].hexValue else { return nil }
            if let value = high {
                bytes.append(value << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        return bytes
    }

    func begins(_ range: TextRange, with word: StaticString) -> Bool {
        let count = word.utf8CodeUnitCount
        return range.count >= count
            && equals(TextRange(range.lower, range.lower + count), word)
    }
}
