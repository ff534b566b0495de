internal import FixtureOrigin
internal import Foundation
internal import Scenarios

extension Workbench {
    /// What every file of results says of itself.
    private struct Schema: Decodable { var schema: String }

    /// Makes the page of a run, of a suite or of a comparison anew.
    /// - Parameters:
    ///   - path: folder of a run or of a suite, or a file of results.
    ///   - out: file of the page; nil: `report.html` in the folder, where a run gets its
    ///     `session.har` too, and of a file of results its name with the ending `.html`.
    /// - Throws: ``LabError`` when there is nothing to tell of, or the page cannot be written.
    package func remakeReport(of path: String, out: String?) async throws(LabError) -> RemadeReport
    {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw LabError(
                .usage,
                "cannot report on \(path): it is not there; name the folder of a run or of a suite, "
                    + "or a file of results")
        }
        guard isFolder.boolValue else { return try remakeOverview(of: path, page: out) }
        let folder = RunFolder(existing: path)
        let page = out ?? folder.report
        if folder.has(folder.path + "/results.json") {
            return try remakeSuite(of: path, page: page)
        }
        switch try folder.content() {
        case .package, .simulation: return try await remakeRun(in: folder, page: out)
        case .seeds: return try remakeSeeds(in: folder, page: page)
        case nil:
            throw LabError(
                .usage,
                "cannot report on \(path): it has neither run.json nor results.json; name the "
                    + "folder of a run or of a suite, or a file of results")
        }
    }

    private func remakeRun(
        in folder: RunFolder, page: String?
    ) async throws(LabError) -> RemadeReport {
        let recipe = try RunRecipe(of: folder.path)
        let asset = try asset(of: recipe, to: "report on \(folder.path)")
        guard recipe.scenario.via != .simulate || folder.has(folder.circumstances) else {
            throw LabError(
                .usage,
                "cannot report on \(folder.path): a run in virtual time leaves nothing before its "
                    + "end, and this one did not come to it; play it once more")
        }
        let report = try await RunReport(
            of: folder, recipe.scenario, over: recipe.profile, asset)
        if let page {
            try folder.write(Data(report.page.text.utf8), to: page)
        } else {
            try report.write(to: folder)
        }
        let hasEnded = report.circumstances.hasEnded
        return RemadeReport(
            of: .run, source: folder.path, hasEnded: hasEnded,
            verdict: hasEnded ? report.summary.verdict : nil, page: page ?? folder.report,
            session: page == nil ? folder.session : nil)
    }

    private func remakeSeeds(
        in folder: RunFolder, page: String
    ) throws(LabError) -> RemadeReport {
        let recipe = try RunRecipe(of: folder.path)
        let summary = try RunFolder.read(SeedsSummary.self, from: folder.summary)
        let report = SeedsReport(
            summary: summary, profile: recipe.profile,
            source: try RunRecipe.source(in: folder.path))
        try folder.write(Data(report.page.text.utf8), to: page)
        return RemadeReport(
            of: .seeds, source: folder.path, verdict: summary.verdict, page: page)
    }

    private func remakeSuite(of path: String, page: String) throws(LabError) -> RemadeReport {
        let results = try SuiteResults(readingFrom: path)
        try RunFolder.put(Data(results.page.utf8), in: page)
        return RemadeReport(of: .suite, source: path, verdict: results.verdict, page: page)
    }

    /// Of a file of results: a suite's, or a comparison's.
    private func remakeOverview(of path: String, page: String?) throws(LabError) -> RemadeReport {
        let page =
            page ?? URL(filePath: path).deletingPathExtension().appendingPathExtension("html").path
        let schema = try RunFolder.read(Schema.self, from: path).schema
        if schema == ComparisonReport.currentSchema {
            let comparison = try RunFolder.read(ComparisonReport.self, from: path)
            try comparison.write(comparison.html, to: page)
            return RemadeReport(of: .comparison, source: path, page: page)
        }
        guard schema == SuiteResults.currentSchema else {
            throw LabError(
                .usage,
                "\(path) has the schema '\(schema)', of which there is no page; those of "
                    + "'\(SuiteResults.currentSchema)' and '\(ComparisonReport.currentSchema)' "
                    + "have one, and the folders of runs")
        }
        return try remakeSuite(of: path, page: page)
    }

    /// The asset of a recipe.
    /// - Parameter purpose: for what it is wanted, behind "cannot".
    /// - Throws: ``LabError`` when it is not what it was.
    func asset(
        of recipe: RunRecipe, to purpose: String
    ) throws(LabError) -> OriginAsset {
        let asset = try assetLibrary.load(recipe.scenario.asset)
        guard try SuiteDigest.of(asset) == recipe.facts.assetDigest else {
            throw LabError(
                .run,
                "cannot \(purpose): the asset '\(recipe.scenario.asset)' is not what it was then; "
                    + "get that version of it, or run the scenario anew")
        }
        return asset
    }
}
