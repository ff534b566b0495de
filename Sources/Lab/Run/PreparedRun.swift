/// A run of a scenario that is ready to be carried out, by whatever link the scenario asks for.
package protocol PreparedRun: Sendable {
    /// Carries the run out, judges it and leaves its files in the run folder.
    /// - Parameter onProgress: called a few times a second while a download in real time runs.
    /// - Throws: ``LabError`` when the run could not be carried out.
    func run(onProgress: @escaping @Sendable (RunProgress) -> Void) async throws -> RunSummary
}
