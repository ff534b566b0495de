/// Which modules the running kernel has, as its own lists say.
struct KernelModuleIndex {
    private let kernel: String
    private let loaded: Set<String>
    private let builtIn: Set<String>
    private let loadable: Set<String>
    /// Whether there was any list of what the kernel has besides what is loaded.
    private let isListed: Bool

    /// Reads /proc/modules and the lists below /lib/modules; `read` gives a file's text.
    init(kernel: String, reading read: (String) -> String?) {
        self.kernel = kernel
        let folder = "/lib/modules/\(kernel)"
        let builtInText = read("\(folder)/modules.builtin")
        let loadableText = read("\(folder)/modules.dep")
        isListed = builtInText != nil || loadableText != nil
        loaded = Self.names(in: read("/proc/modules") ?? "", endingAt: " ")
        builtIn = Self.names(in: builtInText ?? "", endingAt: "\n")
        loadable = Self.names(in: loadableText ?? "", endingAt: ":")
    }

    /// Whether the kernel could load a module that it has not loaded.
    func isLoadable(_ module: String) -> Bool {
        loadable.contains(module) && !loaded.contains(module)
    }

    func capability(of module: String) -> Capability {
        if loaded.contains(module) {
            return Capability(name: module, isAvailable: true, detail: "loaded")
        }
        if builtIn.contains(module) {
            return Capability(name: module, isAvailable: true, detail: "built into this kernel")
        }
        if loadable.contains(module) {
            return Capability(
                name: module, isAvailable: true, detail: "a module that is not loaded yet")
        }
        let detail =
            isListed
            ? "kernel \(kernel) has no such module"
            : "not loaded, and there is no list of modules of kernel \(kernel)"
        return Capability(
            name: module, isAvailable: false, detail: detail,
            remedy: "use --link throttle, which needs no kernel support, or run in ci/netem-vm")
    }

    /// The module names at the beginnings of lines, without folders and endings:
    /// `kernel/net/sched/sch_netem.ko.xz` is `sch_netem`.
    private static func names(in text: String, endingAt end: Character) -> Set<String> {
        var names: Set<String> = []
        for line in text.split(separator: "\n") {
            let path = line.prefix { $0 != end }
            guard let file = path.split(separator: "/").last else { continue }
            let name = file.prefix { $0 != "." }
            names.insert(String(name.map { $0 == "-" ? "_" : $0 }))
        }
        return names
    }
}
