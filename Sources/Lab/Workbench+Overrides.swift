extension Workbench {
    /// What a command line says besides, or instead of, a scenario file; nil: nothing.
    package struct Overrides: Sendable {
        package var profile: String?
        package var link: String?
        package var asset: String?
        package var quality: String?
        package var parallel: Int?
        package var seed: UInt64?
        /// `query` or `headers`.
        package var cmcd: String?
        package var playback: String?
        /// Name of an adaptation rule.
        package var rule: String?

        package init(
            profile: String? = nil, link: String? = nil, asset: String? = nil,
            quality: String? = nil, parallel: Int? = nil, seed: UInt64? = nil,
            cmcd: String? = nil, playback: String? = nil, rule: String? = nil
        ) {
            self.profile = profile
            self.link = link
            self.asset = asset
            self.quality = quality
            self.parallel = parallel
            self.seed = seed
            self.cmcd = cmcd
            self.playback = playback
            self.rule = rule
        }

        /// What it says, by the paths of a scenario; the seed is told elsewhere.
        var values: [(path: String, value: String)] {
            let values: [(String, String?)] = [
                ("link.profile", profile), ("link.via", link), ("asset", asset),
                ("download.quality", quality), ("download.parallel", parallel.map { "\($0)" }),
                ("download.cmcd", cmcd), ("playback.mode", playback), ("playback.rule", rule),
            ]
            return values.compactMap { path, value in value.map { (path, $0) } }
        }

        /// The command line that says the same, its seed spelled out.
        func command(file: String?, seed: UInt64) -> String {
            command(file: file, "--seed \(seed)")
        }

        /// The command line that says the same for many seeds.
        func command(file: String?, seeds: SeedList) -> String {
            command(file: file, "--seeds \(ShellWord.quoted(seeds.text))")
        }

        private func command(file: String?, _ seeds: String) -> String {
            let words = (file.map { [$0] } ?? []) + words
            return (["hlslab run"] + words.map(ShellWord.quoted) + [seeds]).joined(separator: " ")
        }

        /// The options with their values, but for the seed.
        var words: [String] {
            let options: [(String, String?)] = [
                ("--profile", profile), ("--link", link), ("--asset", asset),
                ("--quality", quality), ("--parallel", parallel.map(String.init)),
                ("--cmcd", cmcd), ("--playback", playback), ("--abr", rule),
            ]
            return options.flatMap { name, value in value.map { [name, $0] } ?? [] }
        }
    }
}
