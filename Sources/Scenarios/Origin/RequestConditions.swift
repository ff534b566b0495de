/// The questions that a request's fields ask about a stored representation (RFC 9110, 12 and 13).
struct RequestConditions {
    let request: OriginRequest

    /// Whether the client already has the representation: If-None-Match, which compares weakly,
    /// else If-Modified-Since (RFC 9110, 13.2.2).
    func isNotModified(entityTag: String, lastModified: Int) -> Bool {
        if let tags = request.header("if-none-match") {
            let named = tags.split(separator: ",").map { Self.weak($0.trimmingSpaces()) }
            return named == ["*"] || named.contains(entityTag)
        }
        guard let since = request.header("if-modified-since").flatMap(HTTPDate.init(parsing:))
        else { return false }
        return lastModified <= since.seconds
    }

    /// Whether a Range field counts: no If-Range, or one that names the strong tag or the exact
    /// date of the representation (RFC 9110, 13.1.5).
    func allowsRange(entityTag: String, lastModified: Int) -> Bool {
        guard let condition = request.header("if-range")?.trimmingSpaces() else { return true }
        if condition.hasPrefix("\"") { return condition == entityTag }
        return HTTPDate(parsing: condition)?.seconds == lastModified
    }

    /// Whether gzip may be sent and is not liked less than the bytes as they are
    /// (RFC 9110, 12.5.3).
    var acceptsGzip: Bool {
        guard let field = request.header("accept-encoding") else { return false }
        var weights: [String: Double] = [:]
        for element in field.split(separator: ",") {
            let parts = element.split(separator: ";").map { $0.trimmingSpaces().lowercased() }
            guard let coding = parts.first else { continue }
            weights[coding == "x-gzip" ? "gzip" : coding] = Self.weight(parts.dropFirst())
        }
        let gzip = weights["gzip"] ?? weights["*"] ?? 0
        return gzip > 0 && gzip >= weights["identity"] ?? 0
    }

    /// The q of an element; 1 without one, 0 for one that cannot be read.
    private static func weight(_ parameters: ArraySlice<String>) -> Double {
        guard let quality = parameters.first(where: { $0.hasPrefix("q=") }) else { return 1 }
        guard let weight = Double(quality.dropFirst(2)), (0...1).contains(weight) else { return 0 }
        return weight
    }

    private static func weak(_ tag: String) -> String {
        tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag
    }
}
