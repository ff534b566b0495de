internal import LinkModel

extension LinkDirection {
    /// Reads a direction in words, `20 Mbit/s 40 ms 2 %`: a rate or `unlimited`, and in any order a
    /// one-way delay, behind it a jitter, a loss, and a queue in packets or bytes.
    ///
    /// - Parameter option: what the words stand behind, for messages.
    init(words text: String, option: String) throws(ConfigurationError) {
        var rate: LinkRate?
        var durations: [Duration] = []
        var loss: LinkLoss?
        var queue: LinkQueue?
        for quantity in Self.quantities(text) {
            let node = ConfigurationNode.option(option, quantity)
            switch Self.kind(of: quantity) {
            case .rate where rate == nil: rate = try node.rate()
            case .duration where durations.count < 2:
                durations.append(try node.duration(atMost: Self.maximumDelay))
            case .fraction where loss == nil: loss = try LinkLoss(node)
            case .amount where queue == nil: queue = try LinkQueue(node)
            default:
                throw ConfigurationError(
                    message: "\(option) is '\(text)', in which '\(quantity)' has no meaning; write "
                        + "a rate, a one-way delay, a jitter, a loss and a queue as in "
                        + "'20 Mbit/s 40 ms 5 ms 2 % 50 packets'")
            }
        }
        guard let rate else {
            throw ConfigurationError(
                message: "\(option) is '\(text)', without a rate; write one as in "
                    + "'20 Mbit/s 40 ms', or 'unlimited'")
        }
        self.init(
            rate: rate, delay: durations.first ?? .zero,
            jitter: durations.count == 2 ? LinkJitter(amount: durations[1]) : nil,
            loss: loss ?? .none, queue: queue ?? LinkQueue(.packets(LinkQueue.defaultPackets)))
    }

    private enum Kind {
        case rate, duration, fraction, amount
    }

    /// Numbers with their units, which may stand apart from them.
    private static func quantities(_ text: String) -> [String] {
        var quantities: [String] = []
        var number: Substring?
        for word in text.split(separator: " ") {
            if let first = number {
                quantities.append("\(first) \(word)")
                number = nil
            } else if word.allSatisfy({ $0.isNumber || $0 == "." }) {
                number = word
            } else {
                quantities.append(String(word))
            }
        }
        return quantities + (number.map { [String($0)] } ?? [])
    }

    private static func kind(of quantity: String) -> Kind? {
        if quantity == "unlimited" { return .rate }
        let unit = quantity.drop { $0.isNumber || $0 == "." || $0 == " " }
        if unit.hasSuffix("bit/s") { return .rate }
        if unit == "%" { return .fraction }
        if UnitTable.duration.knows(unit) { return .duration }
        return UnitTable.packets.knows(unit) || UnitTable.bytes.knows(unit) ? .amount : nil
    }
}

extension UnitTable {
    fileprivate func knows(_ unit: Substring) -> Bool {
        units.contains { $0.name == unit } || aliases[String(unit)] != nil
    }
}
