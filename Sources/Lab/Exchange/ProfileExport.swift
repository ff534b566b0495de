internal import LinkModel

/// Writes a profile in another program's format, and says what that cannot hold.
struct ProfileExport {
    let profile: LinkProfile
    let format: LinkFormat

    /// - Throws: ``ConfigurationError`` when the format cannot hold the profile at all.
    func run() throws(ConfigurationError) -> ProfileExchange {
        do throws(TraceError) {
            return ProfileExchange(
                text: try text(),
                companion: format == .yaml ? ProfileText.companion(of: profile) : nil,
                notes: ExportLosses(profile: profile, format: format).lines)
        } catch {
            throw ConfigurationError(
                message: "cannot export '\(profile.id)' as \(format.rawValue): \(error.message)")
        }
    }

    private func text() throws(TraceError) -> String {
        let preset = LinkPreset(profile)
        switch format {
        case .mahimahi:
            if case .trace(let trace) = profile.down.rate, profile.steps.isEmpty {
                return MahimahiFormat.write(trace)
            }
            return MahimahiFormat.write(try MahimahiFormat.opportunities(try profile.rateTrace()))
        case .sabre: return SabreFormat.write(try profile.rateTrace())
        case .pensieve: return PensieveFormat.write(try profile.rateTrace())
        case .csv: return CSVFormat.write(try profile.rateTrace())
        case .webpagetest: return ConnectivityFormat.write(preset, section: profile.id)
        case .nlc: return try NLCFormat.write(preset)
        case .devtools: return try DevToolsFormat.write(preset)
        case .yaml: return ProfileText.of(profile)
        }
    }
}
