internal import LinkConditioner
internal import LinkModel

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
    /// What a scenario that fills the disk takes.
    private let disk: Provision
    /// What the kernel has of the things that netem needs.
    private let kernel: [Provision]
    private let profiles: [String]
    private let fixtures: [String]

    init(resources: LabResources) {
        kernel = KernelCapabilities.probe().map {
            Provision(
                name: $0.name, isAvailable: $0.isAvailable, detail: $0.detail, remedy: $0.remedy)
        }
        links = [
            Provision(
                name: "simulate", isAvailable: true,
                detail: "in virtual time, without sockets; the same history for the same seed"),
            Provision(
                name: "throttle", isAvailable: true,
                detail: "in this process, over loopback; no privileges"),
            Self.netem(),
        ]
        disk = Self.disk()
        profiles = resources.profiles
        fixtures = resources.fixtures
    }

    /// Asked of the kernel, for a link with all that profiles ask for, else for its rate alone.
    private static func netem() -> Provision {
        let rate = LinkDirection(rate: .bitsPerSecond(1_000_000))
        var full = rate
        full.delay = .milliseconds(1)
        do throws(NetemError) {
            try NetemLink.require(LinkProfile(id: "all", name: "all", down: full, up: full))
            return Provision(
                name: "netem", isAvailable: true,
                detail: "by the kernel's own queues, in a network namespace of the run")
        } catch {
            var detail = error.reason
            do throws(NetemError) {
                try NetemLink.require(LinkProfile(id: "rate", name: "rate", down: rate, up: rate))
                detail += "; profiles of rate and queue alone can be played"
            } catch {
                // Then nothing can, for the reason that is told already.
            }
            return Provision(
                name: "netem", isAvailable: false, detail: detail,
                remedy: "run with --link throttle, or here inside ci/netem-vm")
        }
    }

    private static func disk() -> Provision {
        do throws(NetemError) {
            try NetemNamespace.requireMounts()
            return Provision(
                name: "full disk", isAvailable: true,
                detail: "of a scenario over sockets: one in memory, mounted for the run alone")
        } catch {
            return Provision(
                name: "full disk", isAvailable: false, detail: error.reason,
                remedy:
                    "run as root, or allow user namespaces; with --link simulate it needs nothing")
        }
    }

    /// One row for each thing; no line break at its end.
    package var text: String {
        var lines = (links + [disk]).map { line($0.name, $0.isAvailable, $0.detail, $0.remedy) }
        lines.append("for netem:")
        lines += kernel.map { line("  " + $0.name, $0.isAvailable, $0.detail, $0.remedy) }
        for (name, folders) in [("profiles", profiles), ("fixtures", fixtures)] {
            let folder = folders.first ?? "none found: set HLSLAB_HOME to the checkout"
            lines.append("\(name)                \(folder)")
        }
        return lines.joined(separator: "\n")
    }

    private func line(_ name: String, _ isAvailable: Bool, _ detail: String, _ remedy: String?)
        -> String
    {
        let fill = String(repeating: " ", count: max(1, 24 - name.count))
        let hint = isAvailable ? "" : remedy.map { "; \($0)" } ?? ""
        return "\(name)\(fill)\(isAvailable ? "yes" : "no ")  \(detail)\(hint)"
    }
}
