internal import HLSDownload

/// What is wrong with a package, for `hlslab library lint` and as a part of a verification.
package struct PackageLintReport: Sendable, Hashable, CommandReport {
    /// A rule that is broken.
    package struct Item: Sendable, Hashable, Encodable {
        package var rule: String
        package var severity: String
        /// Relative to the package; empty: the package itself.
        package var path: String
        package var message: String
        package var remedy: String

        init(_ finding: PackageFinding) {
            rule = finding.rule.rawValue
            severity = finding.severity.rawValue
            path = finding.path
            message = finding.message
            remedy = finding.remedy
        }

        /// `0-1/00002.ts: error: it is not there [part.there]`, and what to do below it.
        var lines: [String] {
            let place = path.isEmpty ? "package" : path
            return ["\(place): \(severity): \(message) [\(rule)]", "    \(remedy)"]
        }
    }

    package var schema = "hlslab-library-lint/1"
    package var package: String
    package var errors: Int
    package var warnings: Int
    package var findings: [Item]

    /// 0 without findings, 1 with some, 2 when there is no package to look at.
    package var exitCode: Int32 {
        if findings.first?.rule == PackageRule.readable.rawValue { return 2 }
        return findings.isEmpty ? 0 : 1
    }

    init(package path: String) {
        let found = PackageLint.check(path)
        self.package = path
        errors = found.count { $0.severity == .error }
        warnings = found.count { $0.severity == .warning }
        findings = found.map(Item.init)
    }

    /// A finding and its remedy in two lines each, and one line that sums up.
    package var text: String {
        let sum =
            "\(package): \(LintReport.counted(errors, "error")), "
            + LintReport.counted(warnings, "warning")
        return (findings.flatMap(\.lines) + [sum]).map(Printable.line).joined(separator: "\n")
    }
}
