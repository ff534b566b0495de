internal import LinkConditioner

/// What this machine can provide, and what to do where it cannot.
package struct DoctorReport: Sendable, Encodable {
    private struct Provision: Sendable, Encodable {
        var name: String
        var isAvailable: Bool
        var detail: String
        var remedy: String?
    }

    /// The three ways of making a link.
    private let links: [Provision]
    /// What the kernel has of the things that netem needs.
    private let kernel: [Provision]
    private let profiles: [String]
    private let fixtures: [String]

    init(resources: LabResources) {
        let capabilities = KernelCapabilities.probe()
        kernel = capabilities.map {
            Provision(
                name: $0.name, isAvailable: $0.isAvailable, detail: $0.detail, remedy: $0.remedy)
        }
        let lacking = capabilities.filter { !$0.isAvailable }.map(\.name)
        let remedy = "run the same scenario with --link throttle"
        links = [
            Provision(
                name: "simulate", isAvailable: true,
                detail: "in virtual time, without sockets; the same history for the same seed"),
            Provision(
                name: "throttle", isAvailable: true,
                detail: "in this process, over loopback; rate, delay and queue; no privileges"),
            Provision(
                name: "netem", isAvailable: false,
                detail: "this version does not program the kernel yet"
                    + (lacking.isEmpty
                        ? "; this kernel has all that it will need"
                        : "; besides, not seen on this machine: \(lacking.joined(separator: ", "))"),
                remedy: remedy),
        ]
        profiles = resources.profiles
        fixtures = resources.fixtures
    }

    /// One row for each thing; no line break at its end.
    package var text: String {
        var lines = links.map { line($0.name, $0.isAvailable, $0.detail, $0.remedy) }
        lines.append("for netem:")
        lines += kernel.map { "  " + line($0.name, $0.isAvailable, $0.detail, $0.remedy) }
        lines.append("profiles  \(profiles.first ?? "none found: set HLSLAB_HOME to the checkout")")
        lines.append("fixtures  \(fixtures.first ?? "none found: set HLSLAB_HOME to the checkout")")
        return lines.joined(separator: "\n")
    }

    private func line(_ name: String, _ isAvailable: Bool, _ detail: String, _ remedy: String?)
        -> String
    {
        let fill = String(repeating: " ", count: max(1, 18 - name.count))
        let hint = isAvailable ? "" : remedy.map { "; \($0)" } ?? ""
        return "\(name)\(fill)\(isAvailable ? "yes" : "no ")  \(detail)\(hint)"
    }
}
