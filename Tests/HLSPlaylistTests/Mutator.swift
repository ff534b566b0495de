/// SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}

/// Makes faulty playlists out of good ones, the way that servers, proxies and attackers do.
struct Mutator {
    private var random: SeededGenerator
    private let lines: [[UInt8]]

    /// - Parameter texts: Playlists to take lines from.
    init(seed: UInt64, texts: [String]) {
        random = SeededGenerator(seed: seed)
        lines = texts.flatMap { text in
            text.utf8.split(separator: UInt8(ascii: "\n")).map(Array.init)
        }
    }

    /// A playlist of a few lines with a few faults.
    mutating func next() -> [UInt8] {
        var chosen = [Array("#EXTM3U".utf8), Array("#EXT-X-TARGETDURATION:4".utf8)]
        for _ in 0..<Int.random(in: 1...20, using: &random) {
            chosen.append(lines[Int.random(in: 0..<lines.count, using: &random)])
        }
        for _ in 0..<Int.random(in: 0...3, using: &random) { mutateLines(&chosen) }
        var bytes = joined(chosen)
        for _ in 0..<Int.random(in: 0...3, using: &random) { mutateBytes(&bytes) }
        return bytes
    }

    /// With one line ending, or with another one for each line.
    private mutating func joined(_ lines: [[UInt8]]) -> [UInt8] {
        let ends: [[UInt8]] = [
            [10], [10], [10], [13, 10], [13], [10, 10], [32, 10], [9, 13, 10], [13, 13, 10],
        ]
        var end = ends[Int.random(in: 0..<ends.count, using: &random)]
        let isMixed = Int.random(in: 0..<8, using: &random) == 0
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        var bytes = Int.random(in: 0..<32, using: &random) == 0 ? byteOrderMark : []
        for line in lines {
            bytes += line + end
            if isMixed { end = ends[Int.random(in: 0..<ends.count, using: &random)] }
        }
        if Bool.random(using: &random) { bytes.removeLast(end.count) }
        return bytes
    }

    private mutating func mutateLines(_ lines: inout [[UInt8]]) {
        let index = Int.random(in: 0..<lines.count, using: &random)
        switch Int.random(in: 0..<10, using: &random) {
        case 0: lines.insert(lines[index], at: Int.random(in: 0...lines.count, using: &random))
        case 1: if lines.count > 1 { lines.remove(at: index) }
        case 2: lines.swapAt(index, Int.random(in: 0..<lines.count, using: &random))
        case 3: lines[index] = Array(lines[index].prefix(Int.random(in: 0...40, using: &random)))
        case 4: lines[index] += [44] + lines[index].drop { $0 != 58 }.dropFirst()
        case 5: lines[index] = lines[index].map { (65...90).contains($0) ? $0 + 32 : $0 }
        case 6: lines[index].removeAll { $0 == 34 }
        case 7, 8: mutateAttributes(of: &lines[index])
        default: replaceNumber(in: &lines[index])
        }
    }

    /// Drops, swaps, repeats or quotes an attribute.
    private mutating func mutateAttributes(of line: inout [UInt8]) {
        guard let colon = line.firstIndex(of: 58) else { return }
        var list = line[(colon + 1)...].split(separator: 44, omittingEmptySubsequences: false)
        let index = Int.random(in: 0..<list.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: list.remove(at: index)
        case 1: list.swapAt(index, Int.random(in: 0..<list.count, using: &random))
        case 2: list.append(list[index])
        default:
            guard let equals = list[index].firstIndex(of: 61) else { return }
            let value = [34] + list[index][(equals + 1)...] + [34]
            list[index] = list[index][...equals] + value
        }
        line = Array(line[...colon]) + Array(list.joined(separator: [44]))
    }

    /// Overflows, signs, points and emptiness where a number stands.
    private mutating func replaceNumber(in line: inout [UInt8]) {
        let numbers = [
            "", "0", "-1", "+1", ".5", "5.", "1e9", "0x", "9223372036854775807",
            "9223372036854775808", "18446744073709551616", String(repeating: "9", count: 400),
            "0.0000000001", "nan", "inf",
        ]
        let isDigit = line.map { (48...57).contains($0) }
        let starts = line.indices.filter { isDigit[$0] && ($0 == 0 || !isDigit[$0 - 1]) }
        guard !starts.isEmpty else { return }
        let start = starts[Int.random(in: 0..<starts.count, using: &random)]
        let end = line[start...].firstIndex { !(48...57).contains($0) } ?? line.count
        let number = numbers[Int.random(in: 0..<numbers.count, using: &random)]
        line.replaceSubrange(start..<end, with: number.utf8)
    }

    private mutating func mutateBytes(_ bytes: inout [UInt8]) {
        let snippets: [[UInt8]] = [
            [0xEF, 0xBB, 0xBF], [0], [0xFF], [0xC3], [0xED, 0xA0, 0x80], [0x22], [0x2C], [0x3D],
            [0x3A], [0x20], [0x09], [0x0D], [0x7F], [0xC2, 0x85], Array("{$n}".utf8), [0x40],
            Array("#EXT-X-".utf8), Array("\n".utf8), Array("#".utf8), [0xFF, 0xFE], [0x0B], [0x0C],
            [0xE2, 0x80, 0xA8], [0xF4, 0x90, 0x80, 0x80], [0xC0, 0x80],
        ]
        let index = Int.random(in: 0...bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            let snippet = snippets[Int.random(in: 0..<snippets.count, using: &random)]
            bytes.insert(contentsOf: snippet, at: index)
        case 1:
            if index < bytes.count { bytes.remove(at: index) }
        case 2:
            if index < bytes.count { bytes[index] = UInt8.random(in: 0...255, using: &random) }
        default: if Int.random(in: 0..<8, using: &random) == 0 { bytes.removeSubrange(index...) }
        }
    }
}
