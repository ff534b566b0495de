internal import LinkModel
internal import PlaybackCore
internal import Scenarios

extension Workbench {
    /// Profiles and rules of one comparison.
    private static let mostNames = 64

    /// Prepares the comparison of adaptation rules.
    /// - Parameters:
    ///   - rules, profiles: names with commas.
    ///   - seeds: as in ``SeedList``.
    ///   - mode: `only` or `with-download`.
    /// - Throws: ``LabError``.
    package func prepareComparison(
        rules: String, profiles: String, seeds: String, asset: String, mode: String
    ) throws(LabError) -> RuleComparison {
        let names = try Self.names(rules, "--rules").map { name throws(LabError) in
            do throws(ConfigurationError) {
                return try ConfigurationNode.option("--rules", name).playbackRule()
            } catch {
                throw LabError(.usage, error.message)
            }
        }
        var links: [LinkProfile] = []
        for name in try Self.names(profiles, "--profile") {
            let profile = try linkProfile(name)
            do throws(UnsupportedLinkFeatures) {
                try profile.requireSupport()
            } catch {
                throw LabError(.unavailable, "\(error)")
            }
            links.append(profile)
        }
        guard let mode = Scenario.Playback.Mode(rawValue: mode),
            [.only, .withDownload].contains(mode)
        else {
            throw LabError(
                .usage, "--playback is '\(mode)'; rules are compared by only or with-download")
        }
        return RuleComparison(
            asset: try assetLibrary.load(asset), profiles: links, rules: names, mode: mode,
            seeds: try SeedList(commandLine: seeds))
    }

    /// Each name once, in order.
    private static func names(_ text: String, _ option: String) throws(LabError) -> [String] {
        var names: [String] = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            let name = String(word.trimmingPrefix { $0 == " " })
            guard !name.isEmpty, names.count < mostNames else {
                throw LabError(
                    .usage,
                    "\(option) is '\(text)'; it has to be one to \(mostNames) names with commas "
                        + "between them")
            }
            if !names.contains(name) { names.append(name) }
        }
        return names
    }
}
