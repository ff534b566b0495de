/// One content configuration in the resolver's terms.
struct ContentRequest: Sendable, Hashable {
    /// A demand, and how to choose among what matches it. Nil demands nothing.
    struct Step: Sendable, Hashable {
        var qualifier: AssetVariantQualifier?
        var ranking = VariantRanking.automatic
    }

    /// Tried in order; the last demands nothing.
    var steps: [Step]
    var mediaSelections: [MediaSelection]
    var withMultichannel: Bool
    var lossless = RenditionChooser.LosslessRule.avoided

    init(_ configuration: AssetDownloadContentConfiguration) {
        steps = configuration.variantQualifiers.map { Step(qualifier: $0) } + [Step()]
        mediaSelections = configuration.mediaSelections
        withMultichannel = configuration.prefersMultichannel
    }

    /// What a ``Quality`` asks for: bitrates as declared, whatever the author's SCORE says and
    /// whether or not the audio is lossless.
    init(_ quality: Quality) {
        mediaSelections = []
        withMultichannel = quality != .fast
        lossless = .any
        let highest = VariantRanking(criteria: [.peakBitRate, .averageBitRate])
        let first = VariantRanking(criteria: [])
        switch quality {
        case .best:
            steps = [Step(ranking: VariantRanking(criteria: [.hdr] + highest.criteria))]
        case .fast:
            steps = [Step(qualifier: .minimum(.peakBitRate), ranking: first), Step(ranking: first)]
        case .minimumBitrate(let floor):
            let enough = NumberKey.peakBitRate >= Double(floor)
            steps = [
                Step(qualifier: .minimum(.peakBitRate, among: enough), ranking: first),
                Step(ranking: highest),
            ]
        }
    }
}
