extension DecodingError {
    /// Where JSON is not as it has to be, and why.
    var words: String {
        let context: Context
        switch self {
        case .typeMismatch(_, let known), .valueNotFound(_, let known), .keyNotFound(_, let known),
            .dataCorrupted(let known):
            context = known
        @unknown default: return "\(self)"
        }
        let place = context.codingPath.map(\.stringValue).joined(separator: ".")
        return place.isEmpty ? context.debugDescription : "\(place): \(context.debugDescription)"
    }
}
