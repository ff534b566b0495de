internal import LinkModel

extension LinkLoss {
    private enum Model: String, CaseIterable {
        case independent
        case gilbertElliott = "gilbert-elliott"
        case fourState = "four-state"
        case pattern
    }

    private static let modelKeys: [Model: [String]] = [
        .independent: ["probability", "correlation"],
        .gilbertElliott: ["to-bad", "to-good", "loss-in-bad", "loss-in-good"],
        .fourState: ["p13", "p31", "p32", "p23", "p14"],
        .pattern: ["packets"],
    ]

    /// `2 %`, or a `model` with the keys of that model.
    init(_ node: ConfigurationNode) throws(ConfigurationError) {
        if node.isScalar {
            let probability = try node.probability()
            self = probability == .never ? .none : .independent(probability, correlation: .never)
            return
        }
        let every = Model.allCases.flatMap { Self.modelKeys[$0] ?? [] }
        let model: Model = try node.mapping(keys: ["model"] + every).required("model").choice()
        let values = try node.mapping(keys: ["model"] + (Self.modelKeys[model] ?? []))
        switch model {
        case .independent:
            self = .independent(
                try values.required("probability").probability(),
                correlation: try values["correlation"]?.probability() ?? .never)
        case .gilbertElliott:
            self = .gilbertElliott(try GilbertElliott(values))
        case .fourState:
            self = .fourState(try FourState(values))
        case .pattern:
            self = .pattern(try Self.pattern(try values.required("packets")))
        }
    }

    /// A recorded pattern: `.` for a packet that arrived, `x` for one that did not.
    private static func pattern(_ node: ConfigurationNode) throws(ConfigurationError) -> [Bool] {
        let text = try node.string()
        guard text.allSatisfy({ $0 == "." || $0 == "x" }) else {
            throw node.fault("has to be made of '.' for received and 'x' for lost packets")
        }
        return text.map { $0 == "x" }
    }
}

extension LinkLoss.GilbertElliott {
    init(_ values: ConfigurationMapping) throws(ConfigurationError) {
        self.init(
            toBad: try values.required("to-bad").probability(),
            toGood: try values.required("to-good").probability(),
            lossInBad: try values["loss-in-bad"]?.probability() ?? .always,
            lossInGood: try values["loss-in-good"]?.probability() ?? .never)
    }
}

extension LinkLoss.FourState {
    init(_ values: ConfigurationMapping) throws(ConfigurationError) {
        self.init(
            p13: try values.required("p13").probability(),
            p31: try values.required("p31").probability(),
            p32: try values["p32"]?.probability() ?? .never,
            p23: try values["p23"]?.probability() ?? .always,
            p14: try values["p14"]?.probability() ?? .never)
    }
}
