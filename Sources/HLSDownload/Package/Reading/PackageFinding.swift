/// A rule that a package breaks.
public struct PackageFinding: Sendable, Hashable, Codable {
    /// How much it matters.
    public enum Severity: String, Sendable, Hashable, Codable {
        /// The package is not what it says, or does not play.
        case error
        /// It plays, and something should be put right.
        case warning
    }

    public var rule: PackageRule
    public var severity: Severity
    /// Relative to the package; empty: the package itself.
    public var path: String
    /// One sentence: what is wrong.
    public var message: String
    /// What to do.
    public var remedy: String

    /// Makes one from its properties.
    /// - Parameter remedy: nil: the rule's own.
    public init(
        _ rule: PackageRule, _ severity: Severity = .error, path: String, _ message: String,
        remedy: String? = nil
    ) {
        self.rule = rule
        self.severity = severity
        self.path = path
        self.message = message
        self.remedy = remedy ?? rule.remedy
    }

    init(_ error: PackageReadingError) {
        let rule: PackageRule
        let manifests = [PackageLayout.manifest]
        switch error.fault {
        case .unsafeName: rule = .safeNames
        case .missing, .notAFolder, .notAPackage: rule = .readable
        case .unknownFormat, .malformed, .unreadable:
            rule =
                error.file.map { manifests.contains($0) ? .manifestContent : .xml } ?? .readable
        }
        self.init(rule, path: error.file ?? "", error.reason)
    }
}

extension PackageFinding: CustomStringConvertible {
    /// One line: place, severity, sentence, rule, what to do.
    public var description: String {
        "\(path.isEmpty ? "package" : path): \(severity.rawValue): \(message) [\(rule.rawValue)]; "
            + remedy
    }
}
