internal import DownloadCore
internal import LinkModel
internal import Scenarios

extension DownloadOptions {
    /// What a scenario asks the engine for.
    /// - Parameter keySystems: forms of keys for which there is an app; nil: there is none.
    init(_ scenario: Scenario, keySystems: [KeySystem]? = nil) {
        self.init(
            quality: Quality(scenario.quality), parallelRequests: scenario.parallelRequests,
            keySystems: keySystems)
        waitsForSpace = scenario.waitsForSpace
        clientData = scenario.clientData.flatMap { form in
            ClientDataOptions(
                form: ClientData.Form(form), sessionID: Self.sessionID(seed: scenario.seed),
                contentID: String(scenario.asset.prefix(ClientDataOptions.mostCharacters)))
        }
    }

    /// An identifier in the form of a UUID (RFC 9562, version 4), the same for the same seed.
    private static func sessionID(seed: UInt64) -> String {
        var random = StableRandom(seed: seed)
        let bits = (random.next(), random.next())
        let digits = [bits.0, bits.1].map { word in
            let text = String(word, radix: 16)
            return String(repeating: "0", count: 16 - text.count) + text
        }
        var text = Array(digits.joined())
        text[12] = "4"
        text[16] = "8"
        for place in [20, 16, 12, 8] { text.insert("-", at: place) }
        return String(text)
    }
}

extension Quality {
    /// The engine's words for what the lab's scenario asks for.
    init(_ option: RequestedQuality.Option) {
        switch option {
        case .best: self = .best
        case .fast: self = .fast
        case .minimumBitrate(let bits): self = .minimumBitrate(bits)
        }
    }
}

extension ClientData.Form {
    init(_ form: ReportedClientData.Form) {
        switch form {
        case .query: self = .query
        case .headers: self = .headers
        }
    }
}

extension ReportedClientData.Form {
    /// As `--cmcd` has it.
    init(commandLine text: String) throws(LabError) {
        guard let form = Self(rawValue: text) else {
            let names = Self.allCases.map(\.rawValue)
            throw LabError(
                .usage,
                "--cmcd is '\(text)', not 'query' or 'headers'"
                    + NearestName.hint(for: text, in: names))
        }
        self = form
    }
}
