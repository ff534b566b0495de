internal import Foundation

/// A run by a process of its own: one over the kernel's link, of which a network has one, or one
/// that fills its disk.
struct IsolatedRun: Sendable {
    let entry: SuitePlan.Entry
    let seed: UInt64
    /// Absolute path.
    let folder: String

    /// - Throws: ``LabError`` with the words and of the kind of the process's own.
    func run() async throws -> RunSummary {
        try RunFolder.make(folder)
        let file = folder + "/case.yaml"
        try RunFolder.put(Data(entry.source.utf8), in: file)
        let child = ChildProcess(
            program: ThisProgram.path,
            arguments: [
                "run", file, "--seed", "\(seed)", "--out", folder, "--format", "json",
            ])
        let result = try await child.run()
        guard [0, 1, 2].contains(result.status), !result.output.isEmpty else {
            let kind: LabError.Kind =
                switch result.status {
                case 64: .usage
                case 69: .unavailable
                default: .run
                }
            throw LabError(kind, String(result.reason.trimmingPrefix("error: ")))
        }
        do {
            return try JSONDecoder().decode(RunSummary.self, from: Data(result.output.utf8))
        } catch {
            throw LabError(.run, "the run in \(folder) gave no summary: \(error)")
        }
    }
}
