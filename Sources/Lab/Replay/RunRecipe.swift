internal import Foundation
internal import LinkModel
internal import Scenarios

/// All that a run was made of, kept in its folder so that it can be played again when the scenario
/// file, the command line and the link's file are long gone.
struct RunRecipe {
    /// `recipe.json`.
    struct Facts: Codable, Equatable {
        var schema = Self.currentSchema
        /// Id of the profile, whose file lies beside.
        var profile: String
        /// Those of links that it becomes, by the names that the scenario has for them.
        var others: [String: String]
        /// See ``SuiteDigest/of(_:)``: an asset is too large to be kept.
        var asset: String
        var assetDigest: String
        var seed: UInt64

        static let currentSchema = "hlslab-recipe/1"
    }

    var facts: Facts
    var scenario: Scenario
    var profile: LinkProfile

    private static func path(_ name: String, in run: String) -> String { "\(run)/recipe/\(name)" }

    /// Writes what ``init(of:)`` reads.
    /// - Parameters:
    ///   - source: the scenario as YAML, with all that was set.
    ///   - run: path of the run folder.
    static func write(
        _ source: String, _ facts: Facts, _ profiles: [LinkProfile], to run: String
    ) throws(LabError) {
        try RunFolder.make(path("", in: run))
        try RunFolder.put(Data(source.utf8), in: path("scenario.yaml", in: run))
        for profile in profiles {
            try RunFolder.put(
                Data(ProfileText.of(profile).utf8), in: path("\(profile.id).yaml", in: run))
            if let companion = ProfileText.companion(of: profile) {
                try RunFolder.put(Data(companion.bytes), in: path(companion.name, in: run))
            }
        }
        try RunFolder.put(facts.json(), in: path("recipe.json", in: run))
    }

    /// The scenario as YAML, with all that was set.
    static func source(in run: String) throws(LabError) -> String {
        try RunFolder.text(of: path("scenario.yaml", in: run))
    }

    /// Reads the recipe of a run.
    /// - Parameter run: path of the run folder.
    /// - Throws: ``LabError`` of kind usage when there is none, or it is none.
    init(of run: String) throws(LabError) {
        let file = Self.path("recipe.json", in: run)
        do {
            let bytes = try InputFile.bytes(of: file, limit: 1 << 20)
            facts = try JSONDecoder().decode(Facts.self, from: Data(bytes))
            guard facts.schema == Facts.currentSchema else {
                throw LabError(
                    .usage,
                    "\(file) has the schema '\(facts.schema)'; this version reads "
                        + "'\(Facts.currentSchema)'")
            }
            for id in [facts.profile] + facts.others.values where id.contains("/") {
                throw LabError(.usage, "\(file) names the profile '\(id)', which lies elsewhere")
            }
            let document = try ScenarioDocument(path: Self.path("scenario.yaml", in: run))
            scenario = try document.scenario()
            scenario.seed = facts.seed
            let loader = ProfileLoader(folders: [])
            profile = try loader.load(Self.path("\(facts.profile).yaml", in: run))
            for (name, id) in facts.others {
                scenario.profiles[name] = try loader.load(Self.path("\(id).yaml", in: run))
            }
        } catch let error as LabError {
            throw error
        } catch let error as InputFile.Failure {
            throw LabError(
                .usage,
                "cannot play \(run) again: there is no \(file): \(error.reason); name the folder "
                    + "of one run")
        } catch {
            let reason = (error as? DecodingError)?.words ?? "\(error)"
            throw LabError(.usage, "cannot play \(run) again: \(reason)")
        }
    }
}
