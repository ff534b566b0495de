/// The latest nonces that were seen, up to a limit.
struct RecentNonces: Sendable {
    private let limit: Int
    private var seen: Set<[UInt8]> = []
    /// In the order of arrival; a ring once it is full.
    private var order: [[UInt8]] = []
    private var oldest = 0

    init(limit: Int) {
        precondition(limit > 0, "something has to be remembered")
        self.limit = limit
    }

    /// - Returns: whether the nonce is new.
    mutating func remember(_ nonce: [UInt8]) -> Bool {
        guard seen.insert(nonce).inserted else { return false }
        guard order.count == limit else {
            order.append(nonce)
            return true
        }
        seen.remove(order[oldest])
        order[oldest] = nonce
        oldest = (oldest + 1) % limit
        return true
    }
}
