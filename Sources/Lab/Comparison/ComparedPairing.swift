internal import FixtureOrigin
internal import LinkModel
internal import Scenarios

/// One candidate of a comparison over one link.
struct ComparedPairing: Sendable {
    /// As it is read with everything that is said besides.
    var scenario: Scenario
    var profile: LinkProfile
    var asset: OriginAsset
    var engine: ComparedEngine
    /// What all that was made of: for the command line of another program, and of a person.
    var file: String?
    var overrides: Workbench.Overrides
    var sets: [Candidate.Setting]
    /// The scenario file with what was set, where something was.
    var document: String?

    /// The command that repeats the run of one seed.
    func command(seed: UInt64) -> String {
        if engine == .own, sets.isEmpty { return overrides.command(file: file, seed: seed) }
        let words =
            (file.map { [$0] } ?? []) + overrides.words
            + sets.flatMap { ["--set", "\($0.name)=\($0.value)"] } + engine.words
            + ["--seeds", "\(seed)"]
        return (["hlslab compare"] + words.map(ShellWord.quoted)).joined(separator: " ")
    }
}
