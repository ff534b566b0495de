/// Something that shaping with the kernel needs, and whether this machine has it.
package struct Capability: Sendable, Hashable {
    /// `sch_netem`, `CAP_NET_ADMIN`, `user namespaces` …
    package var name: String
    package var isAvailable: Bool
    /// What was found, for people: `built into this kernel`.
    package var detail: String
    /// What to do about it; nil when it is there.
    package var remedy: String?

    package init(name: String, isAvailable: Bool, detail: String, remedy: String? = nil) {
        self.name = name
        self.isAvailable = isAvailable
        self.detail = detail
        self.remedy = remedy
    }
}
