internal import LinkModel

extension Workbench {
    /// Prepares a link in front of any server.
    /// - Parameters:
    ///   - profile: id, alias or path; nil when `down` tells the link in words.
    ///   - up: nil for the same as `down`.
    ///   - to, listen: `HOST:PORT` or a port.
    ///   - control: path of a socket to take orders on.
    /// - Throws: ``LabError``.
    package func prepareLink(
        profile: String?, down: String?, up: String?, to: String, listen: String,
        control: String?, seed: UInt64
    ) throws(LabError) -> LabLink {
        let find: @Sendable (String) throws(LabError) -> LinkProfile = {
            name throws(LabError) in try linkProfile(name)
        }
        let load: @Sendable () throws(LabError) -> LinkProfile = { () throws(LabError) in
            try linkProfile(named: profile, down: down, up: up)
        }
        return LabLink(
            to: try Endpoint(to, option: "--to"), listen: try Endpoint(listen, option: "--listen"),
            profile: try load(), seed: seed, control: control, reload: load, find: find)
    }

    /// A profile by its name, or of a link in words.
    func linkProfile(
        named name: String?, down: String?, up: String?
    ) throws(LabError) -> LinkProfile {
        switch (name, down) {
        case (let name?, nil) where up == nil: return try linkProfile(name)
        case (nil, let down?):
            do throws(ConfigurationError) {
                return LinkProfile(
                    id: "words", name: "a link in words",
                    down: try LinkDirection(words: down, option: "--down"),
                    up: try LinkDirection(
                        words: up ?? down, option: up == nil ? "--down" : "--up"))
            } catch {
                throw LabError(.usage, "\(error)")
            }
        default:
            throw LabError(
                .usage, "a link is either a --profile, or told in words by --down and --up")
        }
    }
}
