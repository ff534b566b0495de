internal import Glibc

/// Why the kernel's link cannot be had, or is not what was asked for.
package enum NetemError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kernel refused a request. `code` is an errno; `detail` the kernel's or libnl's own words.
    case netlink(attempt: String, code: Int32, detail: String?)
    /// Reading back gave something else than what was set.
    case mismatch(queue: String, attribute: String, asked: String, has: String)
    /// A profile asks for what the kernel's queues cannot do.
    case cannotExpress(String)
    /// This kernel lacks something that the link is made of: `netem queue (sch_netem)`.
    case kernelLacks(String)
    /// A namespace was asked for too late.
    case threadsRunning(count: Int)
    case noNamespace(code: Int32)
    /// Nothing can be mounted for this process alone.
    case noMounts(code: Int32)
    /// A file of the kernel or of this module could not be read or written.
    case file(attempt: String, path: String, code: Int32)
    case unknownInterface(String)
    case defaultRoute(interface: String)
    /// What another program set up stands where the link would have to be.
    case inTheWay(interface: String, kind: String)
    /// Somebody else looks at what arrives there already.
    case arrivalsTaken(interface: String, kind: String)
    case unreadableState(path: String)

    package var description: String {
        switch self {
        case .netlink(let attempt, let code, let detail):
            "cannot \(attempt): \(detail ?? Self.words(of: code)); \(Self.remedy(for: code))"
        case .mismatch(let queue, let attribute, let asked, let has):
            "\(queue) is not what was asked for: \(attribute) should be \(asked) and is \(has); "
                + "report this with the kernel's version"
        case .cannotExpress(let feature):
            "cannot play \(feature) with the kernel's queues; run with --link throttle"
        case .kernelLacks:
            "cannot make the link: \(reason); run with --link throttle, or here inside ci/netem-vm"
        case .threadsRunning(let count):
            "cannot enter a network namespace: this process has \(count) threads already; "
                + "enter it before anything else starts"
        case .noNamespace:
            "cannot make the link: \(reason); run as root, or allow user namespaces; "
                + "hlslab doctor says how"
        case .noMounts:
            "cannot make a disk that may be full: \(reason); run as root, or allow user namespaces, or "
                + "run with --link simulate"
        case .file(let attempt, let path, let code):
            "cannot \(attempt) \(path): \(Self.words(of: code)); check the path and its permissions"
        case .unknownInterface(let name):
            "cannot shape interface '\(name)': there is none of that name; choose another"
        case .defaultRoute(let name):
            "cannot shape interface '\(name)': it carries the default route, and with it perhaps "
                + "your own connection; add --force if that is what you want"
        case .inTheWay(let name, let kind):
            "cannot shape interface '\(name)': it has a \(kind) queue that is not the lab's; remove "
                + "that first, or add --force to have it replaced and put back as far as possible"
        case .arrivalsTaken(let name, let kind):
            "cannot shape interface '\(name)': what arrives there goes through a \(kind) queue that "
                + "is not the lab's; remove that first"
        case .unreadableState(let path):
            "cannot read \(path), which says what to restore; look at it, and remove it if the "
                + "interface is as it should be"
        }
    }

    /// What this machine lacks, where that is why; all of the error otherwise.
    package var reason: String {
        switch self {
        case .kernelLacks(let part): "this kernel has no \(part)"
        case .noNamespace(let code): "it gives no network namespace (\(Self.words(of: code)))"
        case .noMounts(let code):
            "this machine gives no mount namespace (\(Self.words(of: code)))"
        default: description
        }
    }

    /// Whether it is this machine that cannot provide the link, whatever is asked of it: exit 69.
    package var isOfTheMachine: Bool {
        switch self {
        case .kernelLacks, .noNamespace, .noMounts: true
        default: false
        }
    }

    private static func words(of code: Int32) -> String {
        String(cString: strerror(code))
    }

    private static func remedy(for code: Int32) -> String {
        switch code {
        case EPERM, EACCES: "run as root, or where user namespaces are allowed"
        case ENOENT, EOPNOTSUPP:
            "this kernel may lack the queue: run in ci/netem-vm, or with --link throttle"
        default: "hlslab doctor says what this machine offers"
        }
    }
}
