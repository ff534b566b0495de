/// What is wrong with scenario files, all of it that can be told without playing them.
package struct ScenarioCheck: CommandReport {
    /// Errors told of one file at most.
    package static let mostFindings = 100

    /// One mistake.
    package struct Finding: Sendable, Hashable, Codable {
        /// From 1; nil when the fault is the file as a whole.
        package var line: Int?
        package var column: Int?
        package var message: String
    }

    package struct File: Sendable, Hashable, Codable {
        package var file: String
        /// Nil for a file that cannot be read as a scenario.
        package var name: String?
        /// Its sentence, where it has one.
        package var rule: String?
        package var errors: [Finding]
        /// There were more.
        package var isCut = false
    }

    package var schema = "hlslab-scenario-check/1"
    package var files: [File]

    /// 0: all can be played, 1: one cannot.
    package var exitCode: Int32 { files.allSatisfy(\.errors.isEmpty) ? 0 : 1 }

    /// One line for each error, `FILE:LINE:COLUMN: error: …`, or one for a file that is right.
    package var text: String {
        files.flatMap { file in
            guard !file.errors.isEmpty else {
                let rule = file.rule.map { ": \($0)" } ?? ""
                return ["\(file.file): a scenario\(rule)"]
            }
            let lines = file.errors.map { error in
                let place = [error.line, error.line == nil ? nil : error.column]
                    .compactMap { $0.map { ":\($0)" } }.joined()
                return "\(file.file)\(place): error: \(error.message)"
            }
            return lines + (file.isCut ? ["\(file.file): more errors are not told"] : [])
        }.joined(separator: "\n")
    }
}

extension ScenarioCheck.File {
    /// - Parameter errors: in any order; told in that of the file, each once.
    init(_ file: String, name: String? = nil, rule: String? = nil, _ errors: [ConfigurationError]) {
        var findings: [ScenarioCheck.Finding] = []
        for error in errors {
            let finding = ScenarioCheck.Finding(
                line: error.line, column: error.column, message: error.message)
            if !findings.contains(finding) { findings.append(finding) }
        }
        findings.sort { ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0) }
        let most = ScenarioCheck.mostFindings
        self.init(
            file: file, name: name, rule: rule, errors: Array(findings.prefix(most)),
            isCut: findings.count > most)
    }
}
