/// The attributes of a netlink reply, by their type: length, type, value, filled up to a multiple
/// of four (netlink(7), `struct nlattr`).
struct NetlinkAttributes {
    /// The bits of a type beside its number: NLA_F_NESTED and NLA_F_NET_BYTEORDER.
    private static let flags: UInt16 = 0xC000

    private var values: [UInt16: ArraySlice<UInt8>] = [:]

    /// Reads until the end, or until something that is no attribute.
    init(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        while rest.count >= 4 {
            let length = Int(UInt16(littleEndianBytes: rest))
            guard length >= 4, length <= rest.count else { return }
            let type = UInt16(littleEndianBytes: rest.dropFirst(2)) & ~Self.flags
            values[type] = rest.dropFirst(4).prefix(length - 4)
            rest = rest.dropFirst(min(rest.count, (length + 3) & ~3))
        }
    }

    subscript(_ type: Int) -> ArraySlice<UInt8>? { values[UInt16(type)] }

    /// The attributes within an attribute.
    func nested(_ type: Int) -> NetlinkAttributes? { self[type].map(NetlinkAttributes.init) }

    /// An attribute that is a number or a C structure; nil when there are too few bytes for it.
    func value<Value: BitwiseCopyable>(_ type: Int, as: Value.Type = Value.self) -> Value? {
        self[type]?.structure()
    }

    func text(_ type: Int) -> String? {
        self[type].map { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}

extension ArraySlice<UInt8> {
    /// The C structure that the bytes begin with; nil when there are too few.
    func structure<Value: BitwiseCopyable>(as: Value.Type = Value.self) -> Value? {
        guard count >= MemoryLayout<Value>.size else { return nil }
        return withUnsafeBytes { $0.loadUnaligned(as: Value.self) }
    }
}

extension UInt16 {
    fileprivate init(littleEndianBytes bytes: ArraySlice<UInt8>) {
        self = bytes.prefix(2).reversed().reduce(0) { $0 << 8 | UInt16($1) }
    }
}
