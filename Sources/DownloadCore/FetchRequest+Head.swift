extension FetchRequest {
    /// What the engine calls itself to servers.
    private static let userAgent = "hlslab/0.1"

    /// Value of the Range field (RFC 9110, 14.2); nil: none is sent.
    package var rangeField: String? {
        rangeStart.map { "bytes=\($0)-\(rangeEnd.map(String.init) ?? "")" }
    }

    /// The fields of the request's head but for Host, in the order in which they are sent.
    ///
    /// - Parameter besides: sent too; they take the place of the engine's own.
    package func headFields(
        _ besides: [(name: String, value: String)] = []
    ) -> [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = [
            ("User-Agent", Self.userAgent), ("Accept", "*/*"),
        ]
        for others in [besides, clientDataFields] where !others.isEmpty {
            let names = Set(others.map { $0.name.lowercased() })
            fields.removeAll { names.contains($0.name.lowercased()) }
            fields += others
        }
        fields.append(("Accept-Encoding", acceptsCompression ? "gzip" : "identity"))
        if let rangeField { fields.append(("Range", rangeField)) }
        if let ifRange { fields.append(("If-Range", ifRange)) }
        if let ifNoneMatch { fields.append(("If-None-Match", ifNoneMatch)) }
        return fields
    }
}
