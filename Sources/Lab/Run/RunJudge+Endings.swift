internal import DownloadCore
internal import Scenarios

// What is expected of every run, by how its scenario has to end.
extension RunJudge {
    /// An engine that was interrupted, or could not even read the playlists, or not write, leaves no
    /// run to judge, unless that was to be expected.
    func verdict(
        _ outcome: DownloadOutcome, _ playback: RunSummary.Playback?,
        _ expectations: [JudgedExpectation]
    ) -> Verdict {
        if outcome == .cancelled, !isOnlyPlayed(outcome, playback) { return .error }
        let isFailureExpected = if case .error = scenario.ending { true } else { false }
        if !isFailureExpected, outcome.failure?.isBeforeMedia == true { return .error }
        return expectations.allSatisfy(\.pass) ? .pass : .fail
    }

    func standing(
        _ outcome: DownloadOutcome, _ onDisk: OnDisk, _ evidence: PackageEvidence
    ) -> [JudgedExpectation] {
        switch scenario.ending {
        case .complete where scenario.playback.mode == .only: [Self.unsealed(evidence)]
        case .complete:
            [
                Self.complete(outcome), .quality(onDisk),
                JudgedExpectation(
                    name: "playlists", pass: evidence.playlistFaults.isEmpty,
                    detail: evidence.playlistFaults.first ?? scenario.via.soundPlaylists),
            ]
        case .error(let words): [Self.error(outcome, naming: words), Self.kept(onDisk)]
        case .unseenDamage: [Self.complete(outcome), Self.attested(evidence, onDisk)]
        }
    }

    /// Where the scenario has the engine tell of its requests.
    func clientData(_ facts: Facts) -> [JudgedExpectation] {
        guard let form = scenario.clientData else { return [] }
        let findings = facts.clientDataFindings
        let detail =
            findings.first.map { findings.count > 1 ? "\($0); \(findings.count) findings" : $0 }
            ?? "\(facts.requests) requests tell what CTA-5004 has, as \(form.rawValue)"
        return [JudgedExpectation(name: "cmcd", pass: findings.isEmpty, detail: detail)]
    }

    private static func complete(_ outcome: DownloadOutcome) -> JudgedExpectation {
        JudgedExpectation(name: "complete", pass: outcome == .completed, detail: outcome.words)
    }

    /// Nothing that was fetched to be played once claims to be a package.
    private static func unsealed(_ evidence: PackageEvidence) -> JudgedExpectation {
        JudgedExpectation(
            name: "no package", pass: !evidence.playlistFaults.isEmpty,
            detail: evidence.playlistFaults.first ?? "what was only to be played is a package")
    }

    private static func error(
        _ outcome: DownloadOutcome, naming words: String
    ) -> JudgedExpectation {
        JudgedExpectation(
            name: "error", pass: outcome.error?.contains(words) == true,
            detail: "\(outcome.words), expected an error that names '\(words)'")
    }

    private static func kept(_ onDisk: OnDisk) -> JudgedExpectation {
        JudgedExpectation(
            name: "kept", pass: onDisk.segmentsCorrupt == 0,
            detail: "\(onDisk.segmentsAtRequestedQuality) segments are kept and right, "
                + "\(onDisk.segmentsCorrupt) are wrong")
    }

    /// Damage is there, and nothing claims more than length and container.
    private static func attested(
        _ evidence: PackageEvidence, _ onDisk: OnDisk
    ) -> JudgedExpectation {
        let claims = evidence.attestations.keys.sorted()
        let plain = Container.allCases.flatMap { container in
            [Attestation.Length.declared, .undeclared].map {
                Attestation(length: $0, container: container).words
            }
        }
        return JudgedExpectation(
            name: "attested",
            pass: onDisk.segmentsCorrupt > 0 && onDisk.segmentsMissing == 0
                && !claims.isEmpty && claims.allSatisfy(plain.contains),
            detail: "\(onDisk.segmentsCorrupt) segments were changed unseen, attested by "
                + claims.joined(separator: ", "))
    }
}

extension JudgedExpectation {
    static func quality(_ onDisk: OnDisk) -> JudgedExpectation {
        JudgedExpectation(
            name: RunFigure.quality, pass: onDisk.isComplete,
            detail: "\(onDisk.segmentsAtRequestedQuality) of \(onDisk.segmentsExpected) "
                + "segments are the origin's at the requested quality"
                + (onDisk.firstHole.map { "; \($0)" } ?? ""))
    }
}

extension Scenario.Via {
    /// What is known of the playlists when nothing is wrong with them.
    fileprivate var soundPlaylists: String {
        switch self {
        case .simulate: "the package was sealed; in virtual time no playlist is written"
        case .throttle, .netem: "index.m3u8 leads to every stored segment in order"
        }
    }
}
