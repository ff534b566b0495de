/// Which cases of a suite are to be played, and how: in words of the command line.
package struct SuiteWishes: Sendable {
    /// Files and folders.
    package var paths: [String]
    /// How every link is made; nil: as each scenario says.
    package var link: String?
    /// As in ``SeedList``; nil: as each case says.
    package var seeds: String?
    /// Cases that have one of these, and whose names fit one of the patterns; empty: all.
    package var tags: [String] = []
    package var filters: [String] = []
    /// Cases that have one of these are left out.
    package var withoutTags: [String] = []
    /// As in ``Shard``.
    package var shard: String?
    /// Path of earlier results: what passed there and has not changed is taken over.
    package var changedSince: String?
    /// Runs side by side; nil: as many as there are cores.
    package var jobs: Int?
    /// Folder of the results; nil: a new one below `runs/`.
    package var out: String?
    /// Leaves a folder for each run in virtual time, too.
    package var keepsRuns = false

    package init(paths: [String]) {
        self.paths = paths
    }
}
