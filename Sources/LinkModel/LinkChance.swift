/// Something that happens to packets at random; `correlation` ties a packet's fate to the one
/// before it, as tc-netem(8) does.
package struct LinkChance: Sendable, Hashable {
    package static let never = LinkChance(.never)
    package static let always = LinkChance(.always)

    package var probability: Probability
    package var correlation: Probability

    package init(_ probability: Probability, correlation: Probability = .never) {
        self.probability = probability
        self.correlation = correlation
    }
}
