internal import DownloadCore
internal import Foundation
internal import HLSDownload
internal import Scenarios

/// The app behind a download of the lab: gets the keys that only an app can get from the test key
/// server, and keeps them in a vault.
struct LabKeys: Sendable {
    let session: ContentKeySession
    /// The session does not keep it alive.
    private let app: KeyServerApp

    /// - Parameters:
    ///   - server: URL of the key server.
    ///   - folder: of the vault.
    ///   - now: the time of day, by which leases run.
    init(
        server: String, vault folder: String, now: @escaping @Sendable () -> Date = { Date() }
    ) async throws(LabError) {
        do throws(ContentKeyError) {
            app = try await KeyServerApp(askingForCertificateAt: server)
        } catch {
            throw LabError(.run, "cannot ask for the key server's certificate: \(error)")
        }
        do throws(KeyVaultError) {
            let vault = try KeyVault(folder: folder)
            session = ContentKeySession(
                keySystem: .testServer, vault: vault, delegate: app, now: now)
        } catch {
            throw LabError(.run, "cannot open the vault of the keys: \(error)")
        }
    }

    /// Runs `body` with the app there to be asked.
    func during<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        defer { withExtendedLifetime(app) {} }
        return try await body()
    }
}

extension AssetCatalog {
    /// Forms of its keys that only an app can get; nil: it has none.
    var keySystems: [KeySystem]? {
        let formats = (keys ?? []).filter { $0.path == nil }.compactMap(\.keyFormat)
        guard !formats.isEmpty else { return nil }
        return Set(formats).sorted().map { KeySystem(keyFormat: $0) }
    }
}
