extension Duration {
    /// The same as a division by a second, to the last bit, in a few instructions: that of the
    /// standard library takes hundreds.
    var fractionalSeconds: Double { attoseconds.nearestDouble / 1e18 }
}

extension Int128 {
    /// The nearest `Double`, of two the even one.
    fileprivate var nearestDouble: Double {
        let magnitude = self.magnitude
        let sign = self < 0 ? -1.0 : 1
        let excess = 64 - magnitude.leadingZeroBitCount
        guard excess > 0 else { return sign * Double(UInt64(magnitude)) }
        // What is cut off is far below the last bit that a Double keeps: it only decides a tie.
        let kept = UInt64(magnitude >> UInt128(excess))
        let isCut = UInt128(kept) << UInt128(excess) != magnitude
        return sign * Double(isCut ? kept | 1 : kept) * Double(UInt64(1) << UInt64(excess))
    }
}
