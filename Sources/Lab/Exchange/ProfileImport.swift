internal import LinkModel

/// Makes a profile of a file that another program wrote.
struct ProfileImport {
    /// Path as it was given.
    let file: String
    let bytes: [UInt8]
    let format: LinkFormat
    /// Name of the new profile.
    let id: String
    /// Which of several links in the file; nil when there is one.
    let section: String?
    /// What the linter compares with.
    let known: [LinkProfile]
    private var notes: [String] = []

    init(
        file: String, bytes: [UInt8], format: LinkFormat, id: String, section: String?,
        known: [LinkProfile]
    ) {
        self.file = file
        self.bytes = bytes
        self.format = format
        self.id = id
        self.section = section
        self.known = known
    }

    /// - Throws: ``ConfigurationError`` with file and line.
    mutating func run() throws(ConfigurationError) -> (
        profile: LinkProfile, exchange: ProfileExchange
    ) {
        let profile: LinkProfile
        do throws(TraceError) {
            switch format {
            case .mahimahi: profile = try mahimahi()
            case .sabre: profile = recorded(try SabreFormat.read(bytes), "Sabre")
            case .pensieve: profile = recorded(try PensieveFormat.read(bytes), "Pensieve")
            case .csv: profile = recorded(try CSVFormat.read(bytes), "CSV")
            case .webpagetest:
                profile = try preset(ConnectivityFormat.read(bytes), "WebPageTest")
                notes.append("'latency' is a round trip there: half of it each way here")
                if profile.down.loss != .none { notes.append("'plr' is taken for each way") }
            case .devtools:
                profile = try preset(DevToolsFormat.read(bytes), "Chrome DevTools")
                notes.append("'latency' is a round trip there: half of it each way here")
            case .nlc: profile = try preset(NLCFormat.read(bytes), "Network Link Conditioner")
            case .yaml:
                throw TraceError("it is a profile already; put it into a folder of profiles")
            }
        } catch {
            throw ConfigurationError(file: file, line: error.line, message: error.message)
        }
        let linter = ImportLinter(
            profile: profile, format: format,
            head: String(decoding: bytes.prefix(4096), as: UTF8.self), known: known)
        return (
            profile,
            ProfileExchange(
                text: ProfileText.of(profile), companion: ProfileText.companion(of: profile),
                notes: notes,
                warnings: linter.warnings)
        )
    }

    private mutating func mahimahi() throws(TraceError) -> LinkProfile {
        var profile = recorded(nil, "Mahimahi")
        profile.down.rate = .trace(try MahimahiFormat.read(bytes))
        return profile
    }

    private mutating func recorded(_ trace: RateTrace?, _ tool: String) -> LinkProfile {
        let mean = trace.map { LinkRate.bitsPerSecond($0.meanBitsPerSecond) } ?? .unlimited
        let delay = trace?.periods.first?.delay
        var profile = LinkProfile(
            id: id, name: id,
            source: "Imported from \(fileName), a recording in the format of \(tool).",
            down: LinkDirection(rate: mean, delay: delay ?? .zero),
            up: LinkDirection(rate: .unlimited, delay: delay ?? .zero))
        if let trace { profile.play(trace, repeats: true) }
        notes.append("a recording has no way up: unlimited here, with the delay of the way down")
        if delay == nil {
            notes.append("the recording has no delay: 0 ms here; add 'delay' to both")
        }
        return profile
    }

    private mutating func preset(
        _ presets: [LinkPreset], _ tool: String
    ) throws(TraceError) -> LinkProfile {
        guard let first = presets.first else { throw TraceError("there is no link in the file") }
        var chosen = first
        let names = presets.map(\.name)
        if let section {
            guard let named = presets.first(where: { $0.name == section }) else {
                throw TraceError(
                    "there is no link '\(section)'\(NearestName.hint(for: section, in: names))")
            }
            chosen = named
        } else if presets.count > 1 {
            let list = names.prefix(20).map { "'\($0)'" }.joined(separator: ", ")
            throw TraceError("there are \(names.count) links; choose one with --section: \(list)")
        }
        return chosen.profile(
            id: id, source: "Imported from \(fileName), '\(chosen.name)' of \(tool).")
    }

    private var fileName: String { file.split(separator: "/").last.map(String.init) ?? file }
}
