internal import FixtureOrigin
internal import Foundation
package import Scenarios

/// The assets of this machine: fixtures (a folder with an `asset.json`) and descriptions of
/// synthetic ones (`synthetic/*.yaml`).
package struct AssetLibrary: Sendable {
    private let folders: [String]

    /// - Parameter folders: as ``LabResources/fixtures``; where two have the same id, the first wins.
    package init(folders: [String]) {
        self.folders = folders
    }

    private enum Place {
        case folder(String)
        case description(String)
    }

    /// Ids in alphabetical order.
    package var ids: [String] { places.map(\.id) }

    private var places: [(id: String, place: Place)] {
        var found: [String: Place] = [:]
        for folder in folders.reversed() {
            for name in Self.contents(folder + "/synthetic") where name.hasSuffix(".yaml") {
                found[String(name.dropLast(5))] = .description("\(folder)/synthetic/\(name)")
            }
            for name in Self.contents(folder)
            where FileManager.default.fileExists(atPath: "\(folder)/\(name)/asset.json") {
                found[name] = .folder("\(folder)/\(name)")
            }
        }
        return found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// A folder that is not there has nothing in it.
    private static func contents(_ folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    /// The catalog of an asset, digests of synthetic ones left out.
    /// - Throws: ``LabError``, with the nearest name when there is no such asset.
    package func catalog(_ id: String) throws(LabError) -> AssetCatalog {
        try load(id).catalog
    }

    func load(_ id: String) throws(LabError) -> OriginAsset {
        let places = places
        guard let place = places.first(where: { $0.id == id })?.place else {
            let hint = NearestName.hint(for: id, in: places.map(\.id))
            throw LabError(
                .usage,
                "unknown asset '\(id)'" + (hint.isEmpty ? "; 'hlslab assets list' shows all" : hint)
            )
        }
        do {
            switch place {
            case .folder(let path): return try .folder(path)
            case .description(let path):
                return .synthetic(try SyntheticAsset(SyntheticLoader.load(path)))
            }
        } catch let error as LabError {
            throw error
        } catch {
            throw LabError(.usage, "cannot use the asset '\(id)': \(error)")
        }
    }
}
