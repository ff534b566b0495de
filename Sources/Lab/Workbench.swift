internal import FixtureOrigin
internal import LinkModel
internal import Scenarios

/// Where commands begin: finds profiles, assets and scenarios, and prepares what is to be done.
package struct Workbench: Sendable {
    private let resources: LabResources

    package init(resources: LabResources) {
        self.resources = resources
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
        url: String, out: String, _ wishes: DownloadWishes
    ) throws(LabError) -> LabDownload {
        let overrides = Overrides(
            quality: wishes.quality, parallel: wishes.parallel, seed: wishes.seed)
        let scenario = try scenario(nil, overrides)
        return try LabDownload(
            url: url, out: out, options: try wishes.options(scenario.quality), seed: wishes.seed,
            keyServer: wishes.keyServer)
    }
}

extension Workbench {
    /// A folder of packages; see ``PackageLibrary``.
    package func library(
        _ folder: String?, session: String?
    ) throws(LabError) -> PackageLibrary {
        try PackageLibrary(folder: folder, session: session)
    }

    /// Prepares the download of a real URL into a library.
    /// - Parameter package: name of a package of the same presentation, which then comes from this
    ///   URL; nil: the one that was begun with the URL, else a new one.
    package func prepareDownload(
        url: String, into library: PackageLibrary, package: String?, _ wishes: DownloadWishes
    ) throws(LabError) -> LibraryDownload {
        let overrides = Overrides(
            quality: wishes.quality, parallel: wishes.parallel, seed: wishes.seed)
        let quality = try scenario(nil, overrides).quality
        return LibraryDownload(
            url: url, library: library, package: package,
            configuration: wishes.configuration(quality), options: try wishes.options(quality),
            keyServer: wishes.keyServer)
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

    func linkProfile(_ name: String) throws(LabError) -> LinkProfile {
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

    /// What others may make the engine do at most.
    package func limits() -> LimitReport {
        LimitReport()
    }

    package func doctor() -> DoctorReport {
        DoctorReport(resources: resources)
    }
}
