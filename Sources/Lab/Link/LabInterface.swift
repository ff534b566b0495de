internal import LinkConditioner
internal import LinkModel

/// A real interface of this machine that behaves like a profile, for whatever uses it.
package struct LabInterface: Sendable {
    private let name: String
    private let stateFolder: String

    /// - Parameters:
    ///   - name: of the interface.
    ///   - stateFolder: where is kept what was there before; nil: ``NetemInterface/defaultFolder``.
    package init(_ name: String, stateFolder: String? = nil) {
        self.name = name
        self.stateFolder = stateFolder ?? NetemInterface.defaultFolder
    }

    /// Interfaces that are shaped now, or were when a kill came in the way.
    package static func shaped(stateFolder: String? = nil) -> [LabInterface] {
        NetemInterface.shaped(stateFolder: stateFolder ?? NetemInterface.defaultFolder)
            .map { LabInterface($0, stateFolder: stateFolder) }
    }

    /// Shapes it; what an earlier call made goes first.
    /// - Parameter force: also where it carries the default route, or somebody else's queue.
    /// - Returns: what holds now, with what people should know of it.
    /// - Throws: ``LabError``.
    package func apply(_ profile: String, force: Bool, of workbench: Workbench) throws(LabError)
        -> InterfaceReport
    {
        let profile = try workbench.linkProfile(profile)
        return try told { interface throws(NetemError) in
            let remarks = try interface.apply(profile, force: force)
            guard let report = try interface.show() else { throw .unknownInterface(name) }
            return InterfaceReport(report, remarks: remarks)
        }
    }

    /// What holds on it; nil when it is not shaped.
    /// - Throws: ``LabError``.
    package func show() throws(LabError) -> InterfaceReport? {
        try told { interface throws(NetemError) in
            try interface.show().map { InterfaceReport($0, remarks: []) }
        }
    }

    /// Puts everything back as it was.
    /// - Returns: what was done, in a line.
    /// - Throws: ``LabError``.
    package func clear() throws(LabError) -> String {
        try told { interface throws(NetemError) in
            try interface.clear()
                ? "\(name): as it was before" : "\(name): not shaped, nothing to do"
        }
    }

    private func told<Result>(
        _ body: (NetemInterface) throws(NetemError) -> Result
    ) throws(LabError) -> Result {
        do throws(NetemError) {
            return try body(try NetemInterface(name, stateFolder: stateFolder))
        } catch {
            throw LabError(error)
        }
    }
}
