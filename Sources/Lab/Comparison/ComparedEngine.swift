internal import FixtureOrigin
internal import Foundation
internal import Scenarios

/// What downloads in a comparison.
enum ComparedEngine: Sendable, Hashable {
    /// That of this program.
    case own
    /// Another build of this program, by its path.
    case program(String)
    case client(ClientCommand)

    /// How the command line names the engine of this program.
    static let ownName = "this"

    /// One run that leaves its files in a folder of its own.
    /// - Parameter patience: what an engine from elsewhere has at most.
    /// - Throws: ``LabError`` of kind run when this run could not be carried out.
    func play(
        _ pairing: ComparedPairing, seed: UInt64, in folder: String, patience: Duration
    ) async throws(LabError) -> ComparedRun {
        switch self {
        case .own: return try await Self.run(pairing, seed: seed, in: folder)
        case .program(let path):
            return try await EngineProgram(path: path, patience: patience).play(
                pairing, seed: seed, in: folder)
        case .client(let client):
            let run = ClientRun(
                client: client, pairing: pairing, seed: seed, folder: folder, patience: patience)
            return try await run.run()
        }
    }

    private static func run(
        _ pairing: ComparedPairing, seed: UInt64, in folder: String
    ) async throws(LabError) -> ComparedRun {
        var scenario = pairing.scenario
        scenario.seed = seed
        let run = LabRun(
            scenario: scenario, profile: pairing.profile, asset: pairing.asset,
            folder: try RunFolder(folder, for: scenario, now: Date()),
            replay: pairing.command(seed: seed))
        do {
            return ComparedRun(try await run.run { _ in }, of: pairing.asset.catalog)
        } catch {
            throw error as? LabError ?? LabError(.run, "\(error)")
        }
    }

    /// As the command line names it.
    var words: [String] {
        switch self {
        case .own: []
        case .program(let path): ["--engine", path]
        case .client(let client): ["--client", client.text]
        }
    }

    /// How its runs are judged, where that is not as those of this program are.
    var judging: String? {
        switch self {
        case .own: nil
        case .program(let path): "\(path): judged by that build itself"
        case .client(let client):
            "\(client.text): passed is exit code 0, a file that is not empty, and every segment of a "
                + "variant sent by the origin's record, which its sizes are by; what it wrote is "
                + "compared with nothing"
        }
    }
}
