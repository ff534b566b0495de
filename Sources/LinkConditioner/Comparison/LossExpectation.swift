package import LinkModel

/// How many of a number of packets a direction should lose, with the width that chance has.
///
/// Losses in bursts vary more than independent ones: the variance of their mean counts how much
/// each packet's fate says of the later ones (autocorrelation). 20,000 packets of 'wifi-lossy-bursty'
/// have a standard deviation of 0.60 percentage points; counted as independent it would be 0.17.
package struct LossExpectation: Sendable, Hashable {
    /// Lost fraction in the mean.
    package let mean: Double
    /// Of the lost fraction of as many packets as were asked for.
    package let standardDeviation: Double

    /// 99 % of a normal distribution lie within this many standard deviations.
    package static let widthFor99Percent = 2.576

    /// The fractions between which 99 of 100 measurements lie.
    package var interval: ClosedRange<Double> {
        let width = Self.widthFor99Percent * standardDeviation
        return max(0, mean - width)...min(1, mean + width)
    }

    /// - Returns: nil for losses of which this is not known: those that netem correlates, whose
    ///   arithmetic changes their mean too, and a recorded pattern.
    package init?(_ loss: LinkLoss, packets: Int) {
        switch loss {
        case .none: self.init(chain: [[1]], lost: [0], packets: packets)
        case .independent(let probability, let correlation):
            guard correlation == .never else { return nil }
            self.init(chain: [[1]], lost: [probability.fraction], packets: packets)
        case .gilbertElliott(let model):
            let (p, r) = (model.toBad.fraction, model.toGood.fraction)
            self.init(
                chain: [[1 - p, p], [r, 1 - r]],
                lost: [model.lossInGood.fraction, model.lossInBad.fraction], packets: packets)
        case .fourState(let model):
            let (p13, p31) = (model.p13.fraction, model.p31.fraction)
            let (p32, p23, p14) = (model.p32.fraction, model.p23.fraction, model.p14.fraction)
            self.init(
                chain: [
                    [1 - p13 - p14, 0, p13, p14], [0, 1 - p23, p23, 0],
                    [p31, p32, 1 - p31 - p32, 0], [1, 0, 0, 0],
                ],
                lost: [0, 0, 1, 1], packets: packets)
        case .pattern: return nil
        }
    }

    /// - Parameters:
    ///   - chain: for each state the chances of the next one.
    ///   - lost: for each state the chance that a packet in it is lost.
    private init(chain: [[Double]], lost: [Double], packets: Int) {
        let shares = Self.shares(of: chain)
        let mean = zip(shares, lost).reduce(0) { $0 + $1.0 * $1.1 }
        // A packet's own variance, and twice its covariance with each later one.
        var variance = mean * (1 - mean)
        var ahead = lost
        for _ in 0..<Self.maximumLag {
            ahead = chain.map { row in zip(row, ahead).reduce(0) { $0 + $1.0 * $1.1 } }
            let together = zip(shares, zip(lost, ahead)).reduce(0) { $0 + $1.0 * $1.1.0 * $1.1.1 }
            let covariance = together - mean * mean
            variance += 2 * covariance
            if abs(covariance) < Self.negligible { break }
        }
        self.mean = mean
        standardDeviation = (max(0, variance) / Double(max(1, packets))).squareRoot()
    }

    private static let maximumLag = 100_000
    private static let negligible = 1e-12

    /// The share of time that a chain which begins in its first state spends in each. Half steps, so
    /// that one which alternates comes to rest too.
    private static func shares(of chain: [[Double]]) -> [Double] {
        var shares = chain.indices.map { $0 == 0 ? 1.0 : 0 }
        for _ in 0..<maximumLag {
            let next = chain.indices.map { column in
                chain.indices.reduce(shares[column] / 2) { $0 + shares[$1] * chain[$1][column] / 2 }
            }
            let moved = zip(next, shares).reduce(0) { $0 + abs($1.0 - $1.1) }
            shares = next
            if moved < negligible { break }
        }
        return shares
    }
}

extension Probability {
    fileprivate var fraction: Double { Double(partsPerBillion) / 1_000_000_000 }
}
