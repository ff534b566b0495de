internal import FixtureOrigin
package import Foundation
internal import LinkModel
internal import Scenarios

extension Workbench {
    /// Prepares a run over sockets or in virtual time, as the scenario says.
    /// - Parameters:
    ///   - file: scenario file, nil for the default scenario.
    ///   - out: run folder, nil for a new one.
    ///   - now: names a new folder.
    /// - Throws: ``LabError``.
    package func prepareRun(
        file: String?, overrides: Overrides, out: String?, now: Date
    ) throws(LabError) -> any PreparedRun {
        let scenario = try scenario(file, overrides)
        let (profile, asset) = try parts(of: scenario)
        let replay = overrides.command(file: file, seed: scenario.seed)
        try Self.require(socketsFor: scenario)
        try Self.require(virtualTimeFor: scenario)
        try RunNamespace.requireEntered(for: scenario)
        return try run(
            of: scenario, source: try Self.source(of: scenario, file, overrides), over: profile,
            asset, out: out, now: now, replay: replay)
    }

    /// The run of a scenario whose parts are looked up. Its folder keeps all that it is made of.
    /// - Parameter source: the scenario as YAML, with all that was set.
    func run(
        of scenario: Scenario, source: String, over profile: LinkProfile, _ asset: OriginAsset,
        out: String?, now: Date, replay: String
    ) throws(LabError) -> any PreparedRun {
        let isSimulated = scenario.via == .simulate
        let folder = try RunFolder(
            out, for: scenario, content: isSimulated ? .simulation : .package, now: now)
        try writeRecipe(source, of: scenario, over: profile, asset, to: folder)
        if isSimulated {
            return SimulatedRun(
                scenario: scenario, asset: asset, profile: profile, folder: folder, replay: replay)
        }
        return LabRun(
            scenario: scenario, profile: profile, asset: asset, folder: folder, replay: replay)
    }

    private func writeRecipe(
        _ source: String, of scenario: Scenario, over profile: LinkProfile, _ asset: OriginAsset,
        to folder: RunFolder
    ) throws(LabError) {
        try RunRecipe.write(
            source,
            .init(
                profile: profile.id, others: scenario.profiles.mapValues(\.id),
                asset: scenario.asset, assetDigest: SuiteDigest.of(asset), seed: scenario.seed),
            [profile] + scenario.profiles.values, to: folder.path)
    }

    /// The scenario as YAML, with what the command line says instead.
    private static func source(
        of scenario: Scenario, _ file: String?, _ overrides: Overrides
    ) throws(LabError) -> String {
        do throws(ConfigurationError) {
            var document = try ScenarioDocument(path: file)
            // Without its file it would have another name.
            try document.set("name", to: ConfigurationNode.option("name", scenario.name))
            for (path, value) in overrides.values {
                try document.set(path, to: ConfigurationNode.option(path, value))
            }
            return try document.text()
        } catch {
            throw LabError(.usage, "\(error)")
        }
    }

    /// Prepares the runs of many seeds in virtual time.
    /// - Parameter seeds: as in ``SeedList``.
    /// - Throws: ``LabError``; besides what ``prepareRun(file:overrides:out:now:)`` throws, when the
    ///   link is not simulated.
    package func prepareSeeds(
        _ seeds: String, file: String?, overrides: Overrides, out: String?, now: Date
    ) throws(LabError) -> SeedsRun {
        let seeds = try SeedList(commandLine: seeds)
        guard overrides.seed == nil else {
            throw LabError(.usage, "--seed and --seeds exclude each other; name all in --seeds")
        }
        let scenario = try scenario(file, overrides)
        guard scenario.via == .simulate else {
            throw LabError(
                .usage,
                "--seeds needs --link simulate: by \(scenario.via.rawValue) every seed takes its "
                    + "real time; add --link simulate, or choose one with --seed")
        }
        try Self.require(socketsFor: scenario)
        let (profile, asset) = try parts(of: scenario)
        let folder = try RunFolder(out, for: scenario, content: .seeds, now: now)
        let source = try Self.source(of: scenario, file, overrides)
        try writeRecipe(source, of: scenario, over: profile, asset, to: folder)
        return SeedsRun(
            scenario: scenario, source: source, asset: asset, profile: profile, folder: folder,
            seeds: seeds,
            replayOne: { overrides.command(file: file, seed: $0) },
            replayAll: overrides.command(file: file, seeds: seeds))
    }

    /// What a scenario names, looked up and found fit to be played.
    func parts(
        of scenario: Scenario
    ) throws(LabError) -> (profile: LinkProfile, asset: OriginAsset) {
        let profile = try linkProfile(scenario.profile)
        let asset = try assetLibrary.load(scenario.asset)
        try Self.check(scenario, profile, asset)
        return (profile, asset)
    }

    /// Finds what can never happen, and a link that nothing here can play.
    static func check(
        _ scenario: Scenario, _ profile: LinkProfile, _ asset: OriginAsset
    ) throws(LabError) {
        try check(scenario.faults, against: asset.catalog)
        do throws(UnsupportedLinkFeatures) {
            try profile.requireSupport()
        } catch {
            throw LabError(.unavailable, "\(error)")
        }
    }

    static func require(socketsFor scenario: Scenario) throws(LabError) {
        guard scenario.needsSockets, scenario.via == .simulate else { return }
        throw LabError(
            .usage,
            "the scenario '\(scenario.name)' needs sockets: it turns on something that virtual "
                + "time does not have; leave --link simulate away")
    }

    private static func require(virtualTimeFor scenario: Scenario) throws(LabError) {
        guard let reason = interruption(in: scenario) else { return }
        throw LabError(
            .usage,
            "cannot play '\(scenario.name)' by \(scenario.via.rawValue): it \(reason); "
                + "add --link simulate")
    }

    /// What happens to a run from outside and cannot be had over its link, behind 'it'; nil: nothing.
    static func interruption(in scenario: Scenario) -> String? {
        guard scenario.via != .simulate else { return nil }
        for interruption in scenario.interruptions {
            switch interruption.what {
            case .profile(let name)
            where scenario.via == .netem && scenario.profiles[name]?.isConstant != true:
                return
                    "goes over to '\(name)', whose timeline the kernel's link plays only from its "
                    + "beginning"
            case .kill, .networkDown, .diskFull, .profile, .suspend, .clock, .tokenExpires: continue
            }
        }
        return nil
    }

    func scenario(
        _ file: String?, _ overrides: Overrides
    ) throws(LabError) -> Scenario {
        let document: ScenarioDocument
        do throws(ConfigurationError) {
            document = try ScenarioDocument(path: file)
        } catch {
            throw LabError(.usage, "\(error)")
        }
        return try scenario(document, overrides)
    }

    /// The same of a document, in which values may have been set.
    func scenario(
        _ document: ScenarioDocument, _ overrides: Overrides
    ) throws(LabError) -> Scenario {
        var scenario: Scenario
        do throws(ConfigurationError) {
            scenario = try document.scenario()
            if let quality = overrides.quality {
                scenario.quality = try .init(commandLine: quality)
            }
        } catch {
            throw LabError(.usage, "\(error)")
        }
        if let profile = overrides.profile { scenario.profile = profile }
        if let asset = overrides.asset { scenario.asset = asset }
        if let seed = overrides.seed { scenario.seed = seed }
        if let link = overrides.link { scenario.via = try Self.via(link) }
        if let cmcd = overrides.cmcd { scenario.clientData = try .init(commandLine: cmcd) }
        if let parallel = overrides.parallel {
            guard (1...16).contains(parallel) else {
                throw LabError(.usage, "--parallel is \(parallel); it has to be 1 to 16")
            }
            scenario.parallelRequests = parallel
        }
        try Self.playback(overrides, into: &scenario.playback)
        for case .profile(let name) in scenario.interruptions.map(\.what) {
            let profile = try linkProfile(name)
            do throws(UnsupportedLinkFeatures) {
                try profile.requireSupport()
            } catch {
                throw LabError(.unavailable, "\(error)")
            }
            scenario.profiles[name] = profile
        }
        return scenario
    }

    private static func playback(
        _ overrides: Overrides, into playback: inout Scenario.Playback
    ) throws(LabError) {
        if let text = overrides.playback {
            do throws(ConfigurationError) {
                playback.mode = try ConfigurationNode.option("--playback", text).choice()
            } catch {
                throw LabError(.usage, error.message)
            }
        }
        if let rule = overrides.rule {
            do throws(ConfigurationError) {
                playback.rule = try ConfigurationNode.option("--abr", rule).playbackRule()
            } catch {
                throw LabError(.usage, error.message)
            }
            guard playback.mode != .none else {
                throw LabError(
                    .usage, "--abr \(rule) has nothing to play; add --playback with-download")
            }
        }
    }

    private static func via(_ text: String) throws(LabError) -> Scenario.Via {
        if let via = Scenario.Via(rawValue: text) { return via }
        let names = Scenario.Via.allCases.map(\.rawValue)
        throw LabError(
            .usage,
            "unknown link '\(text)'\(NearestName.hint(for: text, in: names)); "
                + "links are \(names.joined(separator: ", "))")
    }

    /// A fault that can never happen is a mistake in the file.
    private static func check(
        _ faults: [Fault], against catalog: AssetCatalog
    ) throws(LabError) {
        for fault in faults {
            if let mistake = mistake(in: fault, of: catalog) { throw LabError(.usage, mistake) }
        }
    }

    /// What a fault names and the asset does not have; nil: nothing.
    static func mistake(in fault: Fault, of catalog: AssetCatalog) -> String? {
        guard let id = fault.match.stream else { return nil }
        let variants = catalog.variants.map(\.stream)
        let streams = catalog.streams.map(\.id)
        let (word, known) =
            switch fault.match.role {
            case .variant: ("variant", variants)
            case .rendition: ("rendition", streams.filter { !variants.contains($0) })
            case nil: ("stream", streams)
            }
        guard !known.contains(id) else { return nil }
        let hint = NearestName.hint(for: id, in: known)
        return
            "a fault names the \(word) '\(id)', which the asset '\(catalog.id)' does not have\(hint)"
    }
}

extension RequestedQuality.Option {
    /// As `--quality` has it.
    init(commandLine text: String) throws(ConfigurationError) {
        do {
            try self.init(.option("--quality", text))
        } catch {
            throw ConfigurationError(message: error.message)
        }
    }
}
