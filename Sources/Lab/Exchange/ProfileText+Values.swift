internal import LinkModel

extension ProfileText {
    /// The largest unit that keeps the number whole.
    static func time(_ duration: Duration) -> String {
        let value = duration.wholeNanoseconds
        for (size, unit) in [(1_000_000_000, "s"), (1_000_000, "ms"), (1_000, "us")]
        where value % size == 0 {
            return "\(value / size) \(unit)"
        }
        return "\(value) ns"
    }

    /// A trace is read from its own file; the mean stands for it.
    static func rate(_ rate: LinkRate) -> String {
        if case .trace(let trace) = rate {
            return "\(LinkRate.bitsPerSecond(trace.meanBitsPerSecond))"
        }
        return "\(rate)"
    }

    static func text(_ chance: LinkChance) -> String {
        chance.correlation == .never
            ? "\(chance.probability)"
            : "{probability: \(chance.probability), correlation: \(chance.correlation)}"
    }

    static func text(_ jitter: LinkJitter) -> String {
        if jitter.distribution == .uniform, jitter.correlation == .never {
            return time(jitter.amount)
        }
        let shape =
            switch jitter.distribution {
            case .uniform: "distribution: uniform"
            case .normal: "distribution: normal"
            case .pareto: "distribution: pareto"
            case .paretonormal: "distribution: paretonormal"
            case .table(let table):
                "table: [" + table.values.map { "\($0)" }.joined(separator: ", ") + "]"
            }
        return "{amount: \(time(jitter.amount)), \(shape), correlation: \(jitter.correlation)}"
    }

    static func text(_ loss: LinkLoss) -> String {
        switch loss {
        case .none: return "0 %"
        case .independent(let probability, let correlation):
            guard correlation != .never else { return "\(probability)" }
            return "{model: independent, probability: \(probability), correlation: \(correlation)}"
        case .gilbertElliott(let model):
            return "{model: gilbert-elliott, to-bad: \(model.toBad), to-good: \(model.toGood), "
                + "loss-in-bad: \(model.lossInBad), loss-in-good: \(model.lossInGood)}"
        case .fourState(let model):
            return "{model: four-state, p13: \(model.p13), p31: \(model.p31), p32: \(model.p32), "
                + "p23: \(model.p23), p14: \(model.p14)}"
        case .pattern(let pattern):
            let packets = String(pattern.map { $0 ? "x" : "." })
            return "{model: pattern, packets: \"\(packets)\"}"
        }
    }

    static func text(_ queue: LinkQueue) -> String {
        let room =
            switch queue.room {
            case .packets(let packets): "\(packets) packets"
            case .bytes(let bytes): "\(bytes) B"
            case .time(let length): time(length)
            }
        guard let codel = queue.codel else { return room }
        return "{room: \(room), codel: {target: \(time(codel.target)), "
            + "interval: \(time(codel.interval))}}"
    }

    /// Plain where YAML takes it for text; otherwise in double quotes.
    static func quoted(_ text: String) -> String {
        let isPlain =
            text.first?.isLetter == true && text.last?.isWhitespace == false
            && text.unicodeScalars.allSatisfy { scalar in
                scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                    || " -_./()".unicodeScalars.contains(scalar)
            }
            && !["true", "false", "null", "yes", "no", "on", "off"].contains(text.lowercased())
        if isPlain { return text }
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": escaped += "\\\""
            case "\\": escaped += "\\\\"
            case "\n": escaped += "\\n"
            case "\t": escaped += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                escaped += "\\x" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return "\"\(escaped)\""
    }
}
