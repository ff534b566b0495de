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

        /// The command line that says the same, its seed spelled out.
        func command(file: String?, seed: UInt64) -> String {
            command(file: file, "--seed \(seed)")
        }

        /// The command line that says the same for many seeds.
        func command(file: String?, seeds: SeedList) -> String {
            command(file: file, "--seeds \(Self.quoted(seeds.text))")
        }

        private func command(file: String?, _ seeds: String) -> String {
            let words = (file.map { [$0] } ?? []) + words
            return (["hlslab run"] + words.map(Self.quoted) + [seeds]).joined(separator: " ")
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

        /// The word as a shell takes it for one word.
        static func quoted(_ word: String) -> String {
            let isPlain =
                !word.isEmpty
                && word.utf8.allSatisfy { byte in
                    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                        || (0x61...0x7A).contains(byte) || "/._-+:=,".utf8.contains(byte)
                }
            return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
        }
    }
}
