internal import Scenarios

/// One scenario of a suite, as its file has it.
struct SuiteCase {
    var name: String
    /// The same when its file is named by itself.
    var ownName: String
    /// File that it comes from, as it was named, and the line there.
    var file: String
    var line: Int
    /// Whether the file is a suite, so that `hlslab run` cannot play the case by itself.
    var isOfMatrix: Bool
    var tags: [String]
    var document: ScenarioDocument
    /// Nil: that of the scenario.
    var seeds: SeedList?
}

extension SuiteCase {
    /// Words as they stand in a name: what is neither a letter, a digit nor one of `._+=@` becomes a
    /// dash.
    static func label(_ words: String) -> String {
        var label = ""
        for character in words {
            let isPlain =
                character.isASCII && (character.isLetter || character.isNumber)
                || "._+=@".contains(character)
            if isPlain { label.append(character) } else if label.last != "-" { label += "-" }
        }
        return label
    }
}
