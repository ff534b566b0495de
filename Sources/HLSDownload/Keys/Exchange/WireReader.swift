/// Reads the fields of the test key protocol one after the other. Nil where bytes are missing.
struct WireReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: some Sequence<UInt8>) {
        rest = Array(bytes)[...]
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func bytes(_ count: Int) -> [UInt8]? {
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    /// A big-endian number of so many bytes.
    mutating func number(_ byteCount: Int) -> Int? {
        bytes(byteCount)?.reduce(0) { $0 << 8 | Int($1) }
    }

    /// A field behind its length, which has so many bytes.
    mutating func field(lengthBytes: Int) -> [UInt8]? {
        number(lengthBytes).flatMap { bytes($0) }
    }
}

extension [UInt8] {
    /// Appends a number in two big-endian bytes.
    mutating func append16(_ number: Int) {
        append(UInt8(truncatingIfNeeded: number >> 8))
        append(UInt8(truncatingIfNeeded: number))
    }
}
