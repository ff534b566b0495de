/// What a person wants compared, in words of the command line; nil and empty: not said.
package struct ComparisonWishes: Sendable {
    /// Scenario file.
    package var file: String?
    /// With commas between them, as all lists here.
    package var qualities: String?
    package var profiles: String?
    package var asset: String?
    package var link: String?
    package var playback: String?
    package var rules: String?
    /// `path=value,value` each.
    package var sets: [String] = []
    /// Paths of other builds of this program, `this` being this one.
    package var engines: String?
    /// Clients from elsewhere: `ffmpeg`, `yt-dlp`, or a command with `{url}` and `{out}`.
    package var clients: [String] = []
    /// What a run of an engine from elsewhere has at most, as `10 min`.
    package var patience = "10 min"
    /// As in ``SeedList``.
    package var seeds: String?
    /// Folder for what runs over sockets leave; nil: a new one below `runs/`.
    package var runs: String?

    package init() {}
}
