/// How servers are told what a client asks for and why (CTA-5004, section 2).
public enum CommonMediaClientDataForm: String, Sendable, Hashable, Codable, CaseIterable {
    /// As an argument of the URL.
    case query
    /// In four fields of the request.
    case headers
}

extension ClientData.Form {
    package init(_ form: CommonMediaClientDataForm) {
        switch form {
        case .query: self = .query
        case .headers: self = .headers
        }
    }
}
