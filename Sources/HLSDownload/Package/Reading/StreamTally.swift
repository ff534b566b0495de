internal import DownloadCore

/// Adds up what a verification finds of one stream.
struct StreamTally {
    /// What was found of a part.
    enum Outcome {
        /// There and right; its bytes.
        case good(Int)
        case gap
        /// Not there, and not said to be.
        case absent
        case bad(PackageFinding)
    }

    private let stream: MoviePackage.Stream
    private let index: Int
    private var verdict: PackageVerification.Stream
    private var isIncomplete = false
    var isDamaged = false

    init(_ stream: MoviePackage.Stream, _ index: Int) {
        self.stream = stream
        self.index = index
        verdict = .init(
            kind: stream.kind, label: stream.label, folder: stream.folder, state: .complete,
            segmentCount: 0, goodSegmentCount: 0, gaps: [], gapCount: 0, duration: .zero,
            goodDuration: .zero, byteCount: 0, attestations: [:])
        isIncomplete = stream.parts.isEmpty
    }

    private mutating func note(_ hole: PackageHole) {
        verdict.firstHole = PackageHole.first(of: [verdict.firstHole, hole].compactMap(\.self))
    }

    /// Notes that the stream has another part than its kept playlist, at a place of that.
    mutating func miss(_ plan: StreamPlan, _ difference: (index: Int, words: String)) {
        isDamaged = true
        guard difference.index < plan.parts.count else { return }
        let part = plan.parts[difference.index]
        let isSection = part.kind == .initSection
        let number = plan.parts[...difference.index].count {
            ($0.kind == .initSection) == isSection
        }
        note(
            PackageHole(
                streamIndex: index, stream: stream.label,
                part: "\(isSection ? "init section" : "segment") \(number)", start: part.start,
                end: part.start + part.duration, reason: difference.words))
    }

    mutating func count(_ place: Int, _ outcome: Outcome) {
        let part = stream.parts[place]
        if part.kind == .segment {
            verdict.segmentCount += 1
            verdict.duration += part.duration
        }
        switch outcome {
        case .gap:
            verdict.gapCount += 1
            if verdict.gaps.count < PackageVerifier.mostGaps {
                verdict.gaps.append(
                    PackageHole(
                        stream, index, part: place, "the origin does not have it (EXT-X-GAP)"))
            }
        case .good(let length):
            verdict.byteCount += length
            if let attestation = part.attestation {
                verdict.attestations[attestation, default: 0] += 1
            }
            guard part.kind == .segment else { return }
            verdict.goodSegmentCount += 1
            verdict.goodDuration += part.duration
        case .absent:
            isIncomplete = true
            note(PackageHole(stream, index, part: place, "it is not there yet"))
        case .bad(let finding):
            isDamaged = true
            note(PackageHole(stream, index, part: place, "\(finding.path): \(finding.message)"))
        }
    }

    /// Notes the first stretch that no segment covers, or two do, where only the times of the
    /// stored segments are known.
    mutating func checkTimes() {
        guard let hole = PackageHole(uncoveredBy: stream, index) else { return }
        isIncomplete = true
        note(hole)
    }

    var result: PackageVerification.Stream {
        var result = verdict
        result.state = isDamaged ? .damaged : isIncomplete ? .incomplete : .complete
        return result
    }
}
