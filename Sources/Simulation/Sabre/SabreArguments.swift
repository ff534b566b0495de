package import LinkModel
package import PlaybackCore

/// A session as Sabre's command line describes it: `-b 25 -a bola -ao`.
package struct SabreArguments: Sendable, Hashable {
    package var ruleName = "bolae"
    package var bufferSize = 25_000.0
    package var gammaP = 5.0
    package var isBasic = false
    package var avoidsOscillation = false
    package var guardsBuffer = true
    package var allowsAbandoning = true
    package var estimator = SabreEstimator.Method.halfLives([3_000, 8_000])
    package var replacement: SegmentReplacement?
    package var seek: SabreSession.Settings.Seek?
    package var networkMultiple = 1.0
    /// In seconds; nil: as long as the movie is.
    package var movieLength: Double?
    package var rampUpLevel: Int?

    /// Why a command line cannot be played.
    package struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
        package var description: String
    }

    /// Names of files (`-n`, `-m`) are passed over.
    /// - Throws: ``Problem`` for a word that Sabre does not know or that lacks its value.
    package init(parsing text: String) throws(Problem) {
        var words = text.split(separator: " ")[...]
        var windows: [Int]?
        var usesWindows = false
        while let option = words.popFirst() {
            switch option {
            case "-n", "-m": words = words.dropFirst()
            case "-a": ruleName = String(try Self.word(&words, after: option))
            case "-ab": isBasic = true
            case "-ao": avoidsOscillation = true
            case "-noibr": guardsBuffer = false
            case "-noa": allowsAbandoning = false
            case "-b": bufferSize = try Self.number(&words, after: option) * 1_000
            case "-gp": gammaP = try Self.number(&words, after: option)
            case "-nm": networkMultiple = try Self.number(&words, after: option)
            case "-ml": movieLength = try Self.number(&words, after: option)
            case "-rmp": rampUpLevel = Int(try Self.number(&words, after: option))
            case "-ma": usesWindows = try Self.word(&words, after: option) == "sliding"
            case "-ws": windows = Self.numbers(&words).map { Int($0) }
            case "-hl": estimator = .halfLives(Self.numbers(&words).map { $0 * 1_000 })
            case "-r":
                replacement = SegmentReplacement(
                    rawValue: String(try Self.word(&words, after: option)))
            case "-s":
                let when = try Self.number(&words, after: option)
                let to = try Self.number(&words, after: option)
                seek = .init(when: when * 1_000, to: to * 1_000)
            default: throw Problem(description: "'\(option)' is no option of Sabre")
            }
        }
        if usesWindows { estimator = .windows(windows ?? [3]) }
    }

    private static func word(
        _ words: inout ArraySlice<Substring>, after option: Substring
    ) throws(Problem) -> Substring {
        guard let word = words.popFirst() else {
            throw Problem(description: "'\(option)' lacks its value")
        }
        return word
    }

    private static func number(
        _ words: inout ArraySlice<Substring>, after option: Substring
    ) throws(Problem) -> Double {
        let word = try word(&words, after: option)
        guard let number = Double(word) else {
            throw Problem(description: "'\(option) \(word)' is no number")
        }
        return number
    }

    private static func numbers(_ words: inout ArraySlice<Substring>) -> [Double] {
        var numbers: [Double] = []
        while let number = words.first.flatMap({ Double($0) }) {
            numbers.append(number)
            words = words.dropFirst()
        }
        return numbers
    }
}

extension SabreArguments {
    /// The session that the words describe.
    /// - Parameters:
    ///   - bitrates: in kbit/s.
    ///   - segmentDuration: in milliseconds.
    ///   - sizes: bits of the levels of each segment.
    /// - Throws: ``Problem`` for a rule that Sabre does not know.
    package func session(
        bitrates: [Double], segmentDuration: Double, sizes: [[Double]],
        over periods: [FluidLink.Period], keepsPlayed: Bool = false
    ) throws(Problem) -> SabreSession {
        let count =
            movieLength.map { Int(($0 * 1_000 / segmentDuration).rounded(.up)) } ?? sizes.count
        let ladder = Ladder(
            bitrates: bitrates, segmentDuration: segmentDuration, segmentCount: count,
            sizes: (0..<count).map { sizes[$0 % sizes.count] })
        var settings = SabreSession.Settings()
        settings.bufferSize = bufferSize
        settings.gammaP = gammaP
        settings.allowsAbandoning = allowsAbandoning
        settings.replacement = replacement
        settings.seek = seek
        settings.rampUpLevel = rampUpLevel
        settings.keepsPlayed = keepsPlayed
        var periods = periods
        for index in periods.indices { periods[index].rate *= networkMultiple }
        return SabreSession(ladder, over: periods, rule: try rule(for: ladder), settings)
    }

    private func rule(for ladder: Ladder) throws(Problem) -> any AdaptationRule {
        var throughput = ThroughputRule.Settings()
        throughput.estimator = estimator
        throughput.guardsBuffer = guardsBuffer
        var bola = BolaRule.Settings()
        bola.estimator = estimator
        bola.gammaP = gammaP
        bola.bufferSize = bufferSize
        bola.isBasic = isBasic
        bola.avoidsOscillation = avoidsOscillation
        var bolaE = BolaERule.Settings()
        bolaE.estimator = estimator
        bolaE.gammaP = gammaP
        bolaE.bufferSize = bufferSize
        bolaE.guardsBuffer = guardsBuffer
        bolaE.fitsLevelsToBuffer = guardsBuffer
        bolaE.avoidsOscillation = avoidsOscillation
        switch ruleName {
        case "throughput": return ThroughputRule(ladder, throughput)
        case "bola": return BolaRule(ladder, bola)
        case "bolae": return BolaERule(ladder, bolaE)
        case "dynamic": return DynamicRule(ladder, bola: bola, throughput: throughput)
        case "dynamicdash":
            return DynamicDashRule(ladder, bola: bolaE, throughput: throughput)
        default: throw Problem(description: "'\(ruleName)' is no rule of Sabre")
        }
    }
}
