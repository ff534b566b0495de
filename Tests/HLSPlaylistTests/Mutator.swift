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
        let ends: [[UInt8]] = [
            [10], [10], [10], [13, 10], [13], [10, 10], [32, 10], [9, 13, 10],
        ]
        var bytes = Array(
            chosen.joined(separator: ends[Int.random(in: 0..<ends.count, using: &random)]))
        for _ in 0..<Int.random(in: 0...3, using: &random) { mutateBytes(&bytes) }
        return bytes
    }

    private mutating func mutateLines(_ lines: inout [[UInt8]]) {
        let index = Int.random(in: 0..<lines.count, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0: lines.insert(lines[index], at: Int.random(in: 0...lines.count, using: &random))
        case 1: if lines.count > 1 { lines.remove(at: index) }
        case 2: lines.swapAt(index, Int.random(in: 0..<lines.count, using: &random))
        case 3: lines[index] = Array(lines[index].prefix(Int.random(in: 0...40, using: &random)))
        case 4: lines[index] += [44] + lines[index].drop { $0 != 58 }.dropFirst()
        default: replaceNumber(in: &lines[index])
        }
    }

    /// Overflows, signs, points and emptiness where a number stands.
    private mutating func replaceNumber(in line: inout [UInt8]) {
        let numbers = [
            "", "0", "-1", "+1", ".5", "5.", "1e9", "0x", "9223372036854775807",
            "9223372036854775808", "18446744073709551616", String(repeating: "9", count: 400),
            "0.0000000001", "nan", "inf",
        ]
        guard let start = line.firstIndex(where: { (48...57).contains($0) }) else { return }
        let end = line[start...].firstIndex { !(48...57).contains($0) } ?? line.count
        let number = numbers[Int.random(in: 0..<numbers.count, using: &random)]
        line.replaceSubrange(start..<end, with: number.utf8)
    }

    private mutating func mutateBytes(_ bytes: inout [UInt8]) {
        let snippets: [[UInt8]] = [
            [0xEF, 0xBB, 0xBF], [0], [0xFF], [0xC3], [0xED, 0xA0, 0x80], [0x22], [0x2C], [0x3D],
            [0x3A], [0x20], [0x09], [0x0D], [0x7F], [0xC2, 0x85], Array("{$n}".utf8), [0x40],
            Array("#EXT-X-".utf8), Array("\n".utf8), Array("#".utf8),
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
