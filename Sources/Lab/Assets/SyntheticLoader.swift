internal import LinkModel
internal import Scenarios

/// Reads descriptions of synthetic assets (`Fixtures/synthetic/*.yaml`).
enum SyntheticLoader {
    /// - Throws: ``ConfigurationError`` with file and line.
    static func load(_ path: String) throws(ConfigurationError) -> SyntheticDescription {
        let root = try ConfigurationDocument.read(path).mapping(
            keys: ["id", "title", "duration", "segment", "seed", "vbr", "variants"])
        var variants: [SyntheticDescription.Variant] = []
        for variant in try root.required("variants").sequence() {
            variants.append(try self.variant(variant))
        }
        return SyntheticDescription(
            id: try root.required("id").string(), title: try root.required("title").string(),
            duration: try root.required("duration").duration(),
            segmentDuration: try root.required("segment").duration(),
            seed: UInt64(try root["seed"]?.integer(in: 0...Int.max) ?? 1),
            pattern: try root["vbr"].map { value throws(ConfigurationError) in
                try pattern(value)
            } ?? .constant, variants: variants)
    }

    private enum Shape: String, CaseIterable { case constant, random, sawtooth }

    static func pattern(
        _ node: ConfigurationNode
    ) throws(ConfigurationError) -> SyntheticDescription.Pattern {
        let vbr = try node.mapping(keys: ["pattern", "peak"])
        let peak = try vbr["peak"]?.percent(in: 100...200) ?? 100
        let shape: Shape = try vbr.required("pattern").choice()
        return switch shape {
        case .constant: .constant
        case .random: .random(peakPercent: peak)
        case .sawtooth: .sawtooth(peakPercent: peak)
        }
    }

    static func variant(
        _ node: ConfigurationNode
    ) throws(ConfigurationError) -> SyntheticDescription.Variant {
        let variant = try node.mapping(keys: ["id", "bitrate", "resolution", "frameRate"])
        let bitrate = try variant.required("bitrate")
        guard case .bitsPerSecond(let rate) = try bitrate.rate() else {
            throw bitrate.fault("has to be a bitrate")
        }
        let resolution = try variant.required("resolution")
        let sides = try resolution.string().split(separator: "x").map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1],
            (1...16_384).contains(width), (1...16_384).contains(height)
        else { throw resolution.fault("is not a width and a height, as in '960x540'") }
        return SyntheticDescription.Variant(
            id: try variant.required("id").string(), bitsPerSecond: rate, width: width,
            height: height, frameRate: try variant["frameRate"]?.number(in: 1...240) ?? 25)
    }
}
