internal import LinkModel
internal import PlaybackCore

/// What `all` stands for in a suite, and the short names of its dimensions.
struct SuiteVocabulary {
    /// Ids of profiles that every link can play, of assets, and names of adaptation rules.
    var profiles: [String]
    var assets: [String]
    var rules: [String]

    /// Paths of a scenario by the short name of a dimension.
    private static let paths = [
        "profile": "link.profile", "via": "link.via", "quality": "download.quality",
        "parallel": "download.parallel", "abr": "playback.rule",
    ]

    /// Keys of a scenario that are words of a dimension as they are.
    static let shortNames = paths.keys.sorted()

    /// Where a scalar of a dimension is set; nil: the dimension is no path of a scenario, and its
    /// values are sets of such.
    static func path(of dimension: String) -> String? {
        if let path = paths[dimension] { return path }
        if dimension.contains(".") || ScenarioShape.root.keys.contains(dimension) {
            return dimension
        }
        return nil
    }

    /// The values that `all` stands for.
    func all(of dimension: String) -> [String]? {
        switch Self.path(of: dimension) {
        case "link.profile": profiles
        case "asset": assets
        case "playback.rule": rules
        default: nil
        }
    }
}

extension Workbench {
    func suiteVocabulary() throws(LabError) -> SuiteVocabulary {
        do throws(ConfigurationError) {
            return SuiteVocabulary(
                profiles: try profileLoader.list().filter { $0.unsupportedFeatures.isEmpty }
                    .map(\.id),
                assets: assetLibrary.ids,
                // One of them stands for many, by a number of its own.
                rules: RuleCatalog.playable.filter(RuleCatalog.plays))
        } catch {
            throw LabError(.usage, "\(error)")
        }
    }
}
