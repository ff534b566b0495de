extension SuiteResults {
    /// Results of all shards as those of the whole: equal to what one run of the whole gives.
    /// - Parameter parts: each with the name that people know it by.
    /// - Throws: ``LabError`` of kind usage for parts that are no shards of one whole, for one that is
    ///   there twice, and for one that is missing.
    package init(merging parts: [(name: String, results: SuiteResults)]) throws(LabError) {
        guard let first = parts.first else {
            throw LabError(.usage, "there is nothing to merge; name the results of all shards")
        }
        var owners: [Int: String] = [:]
        var names: Set<String> = []
        for part in parts {
            guard let shard = part.results.shard else {
                throw LabError(
                    .usage, "\(part.name) is no shard: it was played without --shard")
            }
            let whole = first.results.shard?.count ?? shard.count
            guard shard.count == whole else {
                throw LabError(
                    .usage,
                    "\(part.name) is shard \(shard.text), \(first.name) one of \(whole)")
            }
            guard part.results.plan == first.results.plan else {
                throw LabError(
                    .usage,
                    "\(part.name) and \(first.name) are of different suites: their scenarios, "
                        + "profiles, assets, seeds or options differ")
            }
            guard part.results.engine == first.results.engine else {
                throw LabError(
                    .usage,
                    "\(part.name) and \(first.name) were played by different programs; play all "
                        + "shards with one build")
            }
            if let owner = owners.updateValue(part.name, forKey: shard.index) {
                throw LabError(.usage, "\(part.name) and \(owner) are both shard \(shard.text)")
            }
            if let stray = part.results.cases.first(where: { !shard.holds($0.name) }) {
                throw LabError(
                    .usage, "\(part.name) has the case '\(stray.name)', which is of another shard")
            }
            for one in part.results.cases where !names.insert(one.name).inserted {
                throw LabError(.usage, "\(part.name) has the case '\(one.name)' twice")
            }
        }
        let count = first.results.shard?.count ?? 0
        let missing = (1...max(1, count)).filter { owners[$0] == nil }
        guard missing.isEmpty else {
            let names = missing.prefix(5).map { "\($0)/\(count)" }.joined(separator: ", ")
            throw LabError(
                .usage,
                "\(missing.count) of \(count) shards \(missing.count == 1 ? "is" : "are") missing: "
                    + names + (missing.count > 5 ? ", …" : ""))
        }
        self.init(
            engine: first.results.engine, plan: first.results.plan,
            isInterrupted: parts.contains { $0.results.interrupted == true },
            cases: parts.flatMap(\.results.cases))
    }
}
