extension ClientData {
    /// The fields of a request and the keys in each.
    private static let headers: [(name: String, keys: Set<String>)] = [
        ("CMCD-Object", ["br", "d", "ot", "tb"]),
        ("CMCD-Request", ["bl", "dl", "mtp", "nor", "nrr", "su"]),
        ("CMCD-Session", ["cid", "pr", "sf", "sid", "st", "v"]),
        ("CMCD-Status", ["bs", "rtp"]),
    ]

    /// Keys in their order with what is written of each: `br=3200`, `su`, `sid="1"`. The version,
    /// which is 1, and a playback rate of 1 are not written, nor is what is false.
    private var pairs: [(key: String, text: String)] {
        var pairs: [(key: String, text: String)] = []
        func add(_ key: String, _ value: String?) {
            if let value { pairs.append((key, "\(key)=\(value)")) }
        }
        add("bl", bufferLength.map(Self.hundredMilliseconds))
        add("br", bitRate.map { "\(($0 + 500) / 1_000)" })
        if isStarved { pairs.append(("bs", "bs")) }
        add("cid", contentID.map(Self.quoted))
        add("d", objectDuration.map { "\(Self.milliseconds($0))" })
        add("dl", deadline.map(Self.hundredMilliseconds))
        add("mtp", throughput.map(Self.hundredKilobits))
        add("nor", nextObject.map { Self.quoted(Self.percentEncoded($0)) })
        add("nrr", nextRange.map(Self.quoted))
        add("ot", objectType?.rawValue)
        if let playbackRate, playbackRate != 1 { add("pr", Self.decimal(playbackRate)) }
        add("rtp", requestedThroughput.map { Self.hundredKilobits(Double($0)) })
        add("sf", "h")
        add("sid", sessionID.map(Self.quoted))
        add("st", "v")
        if isUrgent { pairs.append(("su", "su")) }
        add("tb", topBitRate.map { "\(($0 + 500) / 1_000)" })
        return pairs
    }

    /// Names and values of the fields; those of which nothing is known are left out.
    package var fields: [(name: String, value: String)] {
        let pairs = pairs
        return Self.headers.compactMap { name, keys in
            let texts = pairs.filter { keys.contains($0.key) }.map(\.text)
            return texts.isEmpty ? nil : (name, texts.joined(separator: ","))
        }
    }

    /// The argument of a URL, encoded: `CMCD=br%3D3200%2Cot%3Dv`.
    package var argument: String {
        "CMCD=" + Self.percentEncoded(pairs.map(\.text).joined(separator: ","))
    }

    /// A URL with the argument.
    package func added(to url: String) -> String {
        let hash = url.firstIndex(of: "#") ?? url.endIndex
        let address = url[..<hash]
        let joint =
            address.contains("?") ? (address.last == "?" || address.last == "&" ? "" : "&") : "?"
        return address + joint + argument + url[hash...]
    }

    private static func milliseconds(_ time: Duration) -> Int {
        Int((max(.zero, time) / .milliseconds(1)).rounded())
    }

    private static func hundredMilliseconds(_ time: Duration) -> String {
        "\((milliseconds(time) + 50) / 100 * 100)"
    }

    private static func hundredKilobits(_ bitsPerSecond: Double) -> String {
        // No link carries more than this.
        let hundreds = min(max(0, bitsPerSecond / 100_000), 1e12).rounded()
        return "\(Int(hundreds) * 100)"
    }

    /// To the hundredth, without zeros at its end.
    private static func decimal(_ value: Double) -> String {
        let hundredths = Int((min(max(0, value), 100) * 100).rounded())
        var text = "\(hundredths / 100)"
        let rest = hundredths % 100
        guard rest > 0 else { return text }
        text += rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)"
        return text
    }

    /// What would end a field or a header cannot be in it.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { quoted += "\\" }
            quoted.unicodeScalars.append(scalar.value < 0x20 || scalar.value == 0x7F ? "_" : scalar)
        }
        return quoted + "\""
    }

    private static func percentEncoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var encoded: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                encoded.append(byte)
            default: encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }
}

extension FetchRequest {
    /// The URL as it is sent; ``url`` stays what references are relative to.
    package var sentURL: String {
        guard let clientData, clientData.form == .query else { return url }
        return clientData.added(to: url)
    }

    /// Fields of the request that tell of it.
    package var clientDataFields: [(name: String, value: String)] {
        guard let clientData, clientData.form == .headers else { return [] }
        return clientData.fields
    }
}
