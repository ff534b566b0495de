internal import FixtureOrigin
package import Foundation
internal import LinkModel
internal import Scenarios

/// Where commands begin: finds profiles, assets and scenarios, and prepares what is to be done.
package struct Workbench: Sendable {
    private let resources: LabResources

    package init(resources: LabResources) {
        self.resources = resources
    }

    /// What a command line says besides, or instead of, a scenario file; nil: nothing.
    package struct Overrides: Sendable {
        package var profile: String?
        package var link: String?
        package var asset: String?
        package var quality: String?
        package var parallel: Int?
        package var seed: UInt64?

        package init(
            profile: String? = nil, link: String? = nil, asset: String? = nil,
            quality: String? = nil, parallel: Int? = nil, seed: UInt64? = nil
        ) {
            self.profile = profile
            self.link = link
            self.asset = asset
            self.quality = quality
            self.parallel = parallel
            self.seed = seed
        }

        /// The command line that says the same, its seed spelled out.
        func command(file: String?, seed: UInt64) -> String {
            var words = ["hlslab run"]
            if let file { words.append(Self.quoted(file)) }
            if let profile { words.append("--profile \(Self.quoted(profile))") }
            if let link { words.append("--link \(Self.quoted(link))") }
            if let asset { words.append("--asset \(Self.quoted(asset))") }
            if let quality { words.append("--quality \(Self.quoted(quality))") }
            if let parallel { words.append("--parallel \(parallel)") }
            return (words + ["--seed \(seed)"]).joined(separator: " ")
        }

        /// The word as a shell takes it for one word.
        private static func quoted(_ word: String) -> String {
            let isPlain =
                !word.isEmpty
                && word.utf8.allSatisfy { byte in
                    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                        || (0x61...0x7A).contains(byte) || "/._-+:=,".utf8.contains(byte)
                }
            return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
        }
    }

    /// Prepares a run over real sockets.
    /// - Parameters:
    ///   - file: scenario file, nil for the default scenario.
    ///   - out: run folder, nil for a new one.
    ///   - now: names a new folder.
    /// - Throws: ``LabError``.
    package func prepareRun(
        file: String?, overrides: Overrides, out: String?, now: Date
    ) throws(LabError) -> LabRun {
        let scenario = try scenario(file, overrides)
        try requireLink(scenario.via)
        let profile = try linkProfile(scenario.profile)
        let asset = try assetLibrary.load(scenario.asset)
        try Self.check(scenario.faults, against: asset.catalog)
        let folder = try RunFolder(out, for: scenario, now: now)
        return try LabRun(
            scenario, asset: asset, profile: profile, folder: folder,
            replay: overrides.command(file: file, seed: scenario.seed))
    }

    /// Prepares a server of an asset, with or without a link in front of it.
    package func prepareServer(
        file: String?, asset: String?, profile: String?, port: Int, record: String?
    ) throws(LabError) -> LabServer {
        let scenario = try scenario(file, Overrides(profile: profile, asset: asset))
        let isLinked = profile != nil || file != nil
        guard (0...65_535).contains(port) else {
            throw LabError(.usage, "--port is \(port); ports lie in 0 to 65535")
        }
        return LabServer(
            asset: try assetLibrary.load(scenario.asset), faults: scenario.faults,
            profile: isLinked ? try linkProfile(scenario.profile) : nil, port: port,
            record: record)
    }

    /// Prepares the download of a real URL.
    package func prepareDownload(
        url: String, out: String, quality: String, parallel: Int, seed: UInt64
    ) throws(LabError) -> LabDownload {
        let overrides = Overrides(quality: quality, parallel: parallel, seed: seed)
        let scenario = try scenario(nil, overrides)
        return try LabDownload(
            url: url, out: out, quality: scenario.quality, parallel: parallel, seed: seed)
    }

    /// Prepares a link in front of any server.
    /// - Parameters:
    ///   - profile: id, alias or path; nil when `down` tells the link in words.
    ///   - up: nil for the same as `down`.
    ///   - to, listen: `HOST:PORT` or a port.
    ///   - control: path of a socket to take orders on.
    /// - Throws: ``LabError``.
    package func prepareLink(
        profile: String?, down: String?, up: String?, to: String, listen: String,
        control: String?, seed: UInt64
    ) throws(LabError) -> LabLink {
        let find: @Sendable (String) throws(LabError) -> LinkProfile = {
            name throws(LabError) in try linkProfile(name)
        }
        let load: @Sendable () throws(LabError) -> LinkProfile = { () throws(LabError) in
            try linkProfile(named: profile, down: down, up: up)
        }
        return LabLink(
            to: try Endpoint(to, option: "--to"), listen: try Endpoint(listen, option: "--listen"),
            profile: try load(), seed: seed, control: control, reload: load, find: find)
    }

    /// A profile by its name, or of a link in words.
    func linkProfile(
        named name: String?, down: String?, up: String?
    ) throws(LabError) -> LinkProfile {
        switch (name, down) {
        case (let name?, nil) where up == nil: return try linkProfile(name)
        case (nil, let down?):
            do throws(ConfigurationError) {
                return LinkProfile(
                    id: "words", down: try LinkDirection(words: down, option: "--down"),
                    up: try LinkDirection(
                        words: up ?? down, option: up == nil ? "--down" : "--up"))
            } catch {
                throw LabError(.usage, "\(error)")
            }
        default:
            throw LabError(
                .usage, "a link is either a --profile, or told in words by --down and --up")
        }
    }

    private func scenario(
        _ file: String?, _ overrides: Overrides
    ) throws(LabError) -> Scenario {
        var scenario = Scenario()
        do throws(ConfigurationError) {
            if let file { scenario = try ScenarioLoader.load(file) }
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
        if let parallel = overrides.parallel {
            guard (1...16).contains(parallel) else {
                throw LabError(.usage, "--parallel is \(parallel); it has to be 1 to 16")
            }
            scenario.parallelRequests = parallel
        }
        return scenario
    }

    private static func via(_ text: String) throws(LabError) -> Scenario.Via {
        if let via = Scenario.Via(rawValue: text) { return via }
        let names = Scenario.Via.allCases.map(\.rawValue)
        throw LabError(
            .usage,
            "unknown link '\(text)'\(NearestName.hint(for: text, in: names)); "
                + "links are \(names.joined(separator: ", "))")
    }

    /// Only what is really there: a link that is to come is refused, not replaced.
    private func requireLink(_ via: Scenario.Via) throws(LabError) {
        switch via {
        case .throttle: return
        case .simulate, .netem:
            throw LabError(
                .unavailable,
                "cannot make the link by \(via.rawValue): this version does not have "
                    + "it yet; run the same scenario with --link throttle")
        }
    }

    /// A fault that can never happen is a mistake in the file.
    private static func check(
        _ faults: [Fault], against catalog: AssetCatalog
    ) throws(LabError) {
        for fault in faults {
            guard let id = fault.match.stream, catalog.stream(id) == nil else { continue }
            let hint = NearestName.hint(for: id, in: catalog.streams.map(\.id))
            throw LabError(
                .usage,
                "a fault names the stream '\(id)', which the asset '\(catalog.id)' does "
                    + "not have\(hint)")
        }
    }
}

// MARK: - What there is

extension Workbench {
    var assetLibrary: AssetLibrary { AssetLibrary(folders: resources.fixtures) }

    var profileLoader: ProfileLoader { ProfileLoader(folders: resources.profiles) }

    /// A link profile by id, alias or path, as people read it.
    package func profile(_ name: String) throws(LabError) -> ProfileReport {
        ProfileReport(try linkProfile(name))
    }

    private func linkProfile(_ name: String) throws(LabError) -> LinkProfile {
        do throws(ConfigurationError) {
            return try profileLoader.load(name)
        } catch {
            throw LabError(.usage, "\(error)")
        }
    }

    package func profiles() throws(LabError) -> ProfileList {
        do throws(ConfigurationError) {
            return ProfileList(profiles: try profileLoader.list())
        } catch {
            throw LabError(.usage, "\(error)")
        }
    }

    package func assets() throws(LabError) -> AssetList {
        var catalogs: [AssetCatalog] = []
        for id in assetLibrary.ids { catalogs.append(try assetLibrary.catalog(id)) }
        return AssetList(catalogs: catalogs)
    }

    package func doctor() -> DoctorReport {
        DoctorReport(resources: resources)
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
