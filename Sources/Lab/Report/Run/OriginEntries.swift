internal import FixtureOrigin

/// Finds what the origin recorded of the engine's requests: by path, in the order of both, and by
/// time where a request never came to the origin.
struct OriginEntries {
    private var byPath: [Substring: [RecordLine]] = [:]
    /// In seconds.
    private let begin: Double

    /// What two clocks of one machine and the way to the origin may differ by.
    private static let slack = 0.020

    /// - Parameter begin: seconds that the origin had served when the download began.
    init(_ record: [RecordLine], begin: Double) {
        self.begin = begin
        for entry in record.sorted(by: { $0.sequence > $1.sequence }) {
            byPath[Self.bare(entry.path), default: []].append(entry)
        }
    }

    /// - Returns: one for each request, nil where the origin saw none.
    func entries(for requests: [ChronicleRequest]) -> [RecordLine?] {
        var left = byPath
        return requests.map { request in
            let path = Self.bare(request.path)
            guard let entry = left[path]?.last else { return nil }
            let arrival = entry.requestedAt - begin
            if let end = request.endedAt, arrival > end / .seconds(1) + Self.slack { return nil }
            left[path]?.removeLast()
            return entry
        }
    }

    /// Without the query, which says what the client knows.
    private static func bare(_ path: String) -> Substring { path.prefix { $0 != "?" } }
}
