/// What a client told with a request by the keys of Common Media Client Data, read and held to the
/// specification by the server's own code.
///
/// Source: CTA-5004, September 2020, sections 2 (how it is sent) and 3.2 (keys, types, rounding).
package struct ReportedClientData: Sendable, Hashable {
    /// How it came.
    package enum Form: String, Sendable, Hashable, CaseIterable { case query, headers }

    package var form: Form
    /// Values by key, without quotes; `true` for a key alone.
    package var values: [String: String] = [:]
    /// What the specification does not allow, in words.
    package var faults: [String] = []

    /// - Returns: nil when nothing was told.
    package init?(_ request: OriginRequest) {
        let fields = Self.fields.compactMap { name, keys in
            request.header(name).map { (name: name, keys: keys, value: $0) }
        }
        let argument = request.query.flatMap(Self.argument)
        guard argument != nil || !fields.isEmpty else { return nil }
        form = argument == nil ? .headers : .query
        if argument != nil, !fields.isEmpty {
            faults.append("it is sent in the URL and in fields")
        }
        if let argument {
            if let text = argument {
                read(text, allowing: nil, in: "the URL")
            } else {
                faults.append("the URL's argument is not encoded as one")
            }
        }
        for field in fields { read(field.value, allowing: field.keys, in: field.name) }
        checkTogether()
    }

    /// The fields of a request, and the keys that belong in each.
    private static let fields: [(name: String, keys: Set<String>)] = [
        ("cmcd-object", ["br", "d", "ot", "tb"]),
        ("cmcd-request", ["bl", "dl", "mtp", "nor", "nrr", "su"]),
        ("cmcd-session", ["cid", "pr", "sf", "sid", "st", "v"]),
        ("cmcd-status", ["bs", "rtp"]),
    ]

    /// The text of the argument; nil inside for one that cannot be decoded.
    private static func argument(of query: String) -> String?? {
        for part in query.split(separator: "&") where part.hasPrefix("CMCD=") {
            return .some(OriginRequest.percentDecoded(String(part.dropFirst("CMCD=".count))))
        }
        return nil
    }

    /// Takes in `key=value` pairs between commas; a comma within quotes belongs to its value.
    private mutating func read(_ text: String, allowing keys: Set<String>?, in place: String) {
        var last = ""
        for pair in Self.pairs(of: text) {
            let mark = pair.firstIndex(of: "=")
            let key = String(pair[..<(mark ?? pair.endIndex)])
            let value = mark.map { String(pair[pair.index(after: $0)...]) }
            if values[key] != nil { faults.append("\(key) is there twice") }
            if key < last {
                faults.append("\(key) follows \(last): keys are in alphabetical order")
            }
            last = key
            // A key with a hyphen is somebody's own, who says where it belongs.
            if let keys, !keys.contains(key), !key.contains("-") {
                faults.append("\(key) does not belong in \(place)")
            }
            if let fault = ClientDataKey.fault(of: key, value) { faults.append("\(key) \(fault)") }
            values[key] = value.map(ClientDataKey.unquoted) ?? "true"
        }
    }

    private static func pairs(of text: String) -> [Substring] {
        var pairs: [Substring] = []
        var start = text.startIndex
        var isQuoted = false
        var isEscaped = false
        for place in text.indices {
            let character = text[place]
            if isEscaped {
                isEscaped = false
            } else if isQuoted, character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                isQuoted.toggle()
            } else if character == ",", !isQuoted {
                pairs.append(text[start..<place])
                start = text.index(after: place)
            }
        }
        pairs.append(text[start...])
        return pairs.map { $0.drop { $0 == " " } }
    }

    /// Rules about more than one key.
    private mutating func checkTogether() {
        let media: Set<String> = ["a", "v", "av"]
        guard let type = values["ot"], !media.contains(type) else { return }
        for key in ["bl", "br", "tb"] where values[key] != nil {
            faults.append("\(key) is for audio and video, not for \(type)")
        }
        let timed = media.union(["tt", "c"])
        if values["d"] != nil, !timed.contains(type) {
            faults.append("d is for media, not for \(type)")
        }
    }
}
