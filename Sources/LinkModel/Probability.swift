/// A fraction between 0 and 1, in whole parts per billion, so that it compares and prints exactly.
package struct Probability: Sendable, Hashable, Comparable, CustomStringConvertible {
    package static let never = Probability(partsPerBillion: 0)
    package static let always = Probability(partsPerBillion: 1_000_000_000)

    /// 0 to 1,000,000,000.
    package let partsPerBillion: Int

    package init(partsPerBillion: Int) {
        precondition(
            (0...1_000_000_000).contains(partsPerBillion), "a probability lies between 0 and 1")
        self.partsPerBillion = partsPerBillion
    }

    /// `2 %`, `0.1 %`.
    package var description: String { "\(decimalText(partsPerBillion, over: 10_000_000)) %" }

    package static func < (left: Probability, right: Probability) -> Bool {
        left.partsPerBillion < right.partsPerBillion
    }
}
