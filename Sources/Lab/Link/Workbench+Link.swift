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
                throw LabError(.usage, error.message)
            }
        default:
            throw LabError(
                .usage, "a link is either a --profile, or told in words by --down and --up")
        }
    }

    /// Prepares the answer to how long transfers take over a link.
    /// - Parameters:
    ///   - profile, down, up: as for ``prepareLink(profile:down:up:to:listen:control:seed:)``.
    ///   - bytes: sizes such as `500kB`, with commas: what each connection fetches, in this order.
    ///   - gap: silence between objects, such as `4s`.
    ///   - security: `none`, `tls1.2` or `tls1.3`.
    /// - Throws: ``LabError``.
    package func preparePrediction(
        profile: String?, down: String?, up: String?, bytes: String, parallel: Int, gap: String,
        seeds: String, congestion: String, security: String
    ) throws(LabError) -> LinkPrediction {
        let link = try linkProfile(named: profile, down: down, up: up)
        guard (1...LinkPrediction.mostConnections).contains(parallel) else {
            throw LabError(
                .usage,
                "--parallel is \(parallel); it has to be 1 to \(LinkPrediction.mostConnections)")
        }
        var options = TCPOptions()
        options.congestionControl = try Self.choice(
            congestion, "--congestion", ["cubic": .cubic, "reno": .reno])
        options.security = try Self.choice(
            security, "--tls", ["none": .none, "1.2": .tls12, "1.3": .tls13])
        let list = try SeedList(commandLine: seeds)
        do throws(ConfigurationError) {
            var objects: [Int] = []
            for size in bytes.split(separator: ",", omittingEmptySubsequences: false) {
                objects.append(
                    try ConfigurationNode.option("--bytes", String(size))
                        .bytes(in: 1...LinkPrediction.mostBytes))
            }
            guard objects.count <= LinkPrediction.mostObjects else {
                throw ConfigurationError(
                    message: "--bytes has \(objects.count) objects; at most "
                        + "\(LinkPrediction.mostObjects) are possible")
            }
            let silence = try ConfigurationNode.option("--gap", gap).duration()
            return LinkPrediction(
                profile: link,
                plan: TransferPlan(parallel: parallel, objects: objects, gap: silence),
                seeds: list, options: options)
        } catch {
            throw LabError(.usage, error.message)
        }
    }

    private static func choice<Value>(
        _ word: String, _ option: String, _ choices: [String: Value]
    ) throws(LabError) -> Value {
        if let value = choices[word] { return value }
        let names = choices.keys.sorted()
        throw LabError(
            .usage,
            "\(option) is '\(word)', not one of \(names.joined(separator: ", "))"
                + NearestName.hint(for: word, in: names))
    }
}
