/// WebPageTest's `connectivity.ini`: a section for each link, with `bwIn` and `bwOut` in bit/s (0
/// for no limit), `latency` of the round trip in ms and `plr` in per cent for both directions.
package enum ConnectivityFormat {
    private static let keys = ["label", "bwIn", "bwOut", "latency", "plr", "isMobile", "timeout"]
    package static let maximumSections = 1_000

    /// Every section of the file, in its order.
    ///
    /// - Throws: ``TraceError`` with the line at which it is none.
    package static func read(_ bytes: [UInt8]) throws(TraceError) -> [LinkPreset] {
        var presets: [LinkPreset] = []
        var section: (name: Substring, line: Int, values: [Substring: Substring])?
        for line in try TraceLines(bytes).lines
        where line.text.first != ";" && line.text.first != "#" {
            if line.text.first == "[", line.text.last == "]" {
                if let section { presets.append(try preset(section)) }
                guard presets.count < maximumSections else {
                    throw TraceError(
                        line: line.number, "there are more than \(maximumSections) sections; cut it"
                    )
                }
                section = (line.text.dropFirst().dropLast().trimmed, line.number, [:])
                continue
            }
            let parts = line.text.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, section != nil else {
                throw TraceError(
                    line: line.number,
                    "'\(line.text.prefix(40))' is neither a section in brackets nor 'key=value' in one"
                )
            }
            // Keys of other programs are none of ours, as WebPageTest itself has it.
            let key = parts[0].trimmed
            if keys.contains(String(key)) { section?.values[key] = parts[1].trimmed }
        }
        if let section { presets.append(try preset(section)) }
        return presets
    }

    package static func write(_ preset: LinkPreset, section: String) -> String {
        let latency = (preset.roundTrip + 500_000) / 1_000_000
        let loss = max(preset.downLoss, preset.upLoss).partsPerBillion
        return """
            [\(section)]
            label="\(preset.name.filter { $0 != "\"" && !$0.isNewline })"
            bwIn=\(preset.down ?? 0)
            bwOut=\(preset.up ?? 0)
            latency=\(latency)
            plr=\(decimalText(loss, over: 10_000_000))

            """
    }

    private static func preset(
        _ section: (name: Substring, line: Int, values: [Substring: Substring])
    ) throws(TraceError) -> LinkPreset {
        func number(_ key: Substring, _ scale: Int, _ limit: Int) throws(TraceError) -> Int {
            guard let text = section.values[key] else {
                if key == "plr" { return 0 }
                throw TraceError(
                    line: section.line, "section '\(section.name)' has no '\(key)'; add it")
            }
            guard let value = text.decimal(times: scale, limit: limit) else {
                throw TraceError(
                    line: section.line,
                    "section '\(section.name)' has \(key)=\(text.prefix(40)), which is no number in "
                        + "its range")
            }
            return value
        }
        let label = section.values["label"]?.filter { $0 != "\"" } ?? String(section.name)
        let down = try number("bwIn", 1, RateTrace.maximumBitsPerSecond)
        let up = try number("bwOut", 1, RateTrace.maximumBitsPerSecond)
        let limit = 2 * RateTrace.maximumDelay.wholeNanoseconds
        return LinkPreset(
            name: label, down: down == 0 ? nil : down, up: up == 0 ? nil : up,
            roundTrip: try number("latency", 1_000_000, limit),
            loss: Probability(partsPerBillion: try number("plr", 10_000_000, 1_000_000_000)))
    }
}
