/// What is to be played again from its folder.
package protocol PreparedReplay: Sendable {
    /// Plays it and compares.
    /// - Parameter onProgress: given lines that replace each other.
    /// - Throws: ``LabError`` when it cannot be carried out.
    func play(onProgress: @escaping @Sendable (String) -> Void) async throws -> any CommandReport
}
