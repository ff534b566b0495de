package import HLSPlaylist

// From a selection and its playlists to bytes.
extension DownloadEstimate {
    /// Estimates a download.
    /// - Parameters:
    ///   - playlist: nil when the download begins with a media playlist.
    ///   - sources: one for each stream of the selection, in order.
    package init(
        _ selection: Selection, of playlist: MultivariantPlaylist?, _ sources: [EstimateSource]
    ) {
        precondition(
            sources.count == selection.streams.count, "there is a playlist for each stream")
        let reckoner = Reckoner(selection: selection, playlist: playlist, sources: sources)
        let figures = reckoner.figures()
        streams = sources.indices.map { index in
            let (source, figure) = (sources[index], figures.streams[index])
            let left = source.declared { source.stored[$0] == nil }?.bytes
            return Stream(
                kind: source.plan.stream.kind.rawValue, uri: source.plan.stream.uri,
                name: source.plan.stream.name, language: source.plan.stream.language,
                seconds: source.seconds, reckoning: figure.reckoning, bytes: figure.bytes,
                storedBytes: source.stored.values.reduce(0, &+),
                remaining: left ?? figure.bytes?.times(source.missingShare))
        }
        storedBytes = streams.reduce(0) { $0 &+ $1.storedBytes }
        bytes = Self.sum(streams.map(\.bytes), pair: figures.pair)
        remaining = Self.sum(streams.map(\.remaining), pair: figures.pair)
    }

    /// The sum, in which what is declared of two streams together counts as that.
    private static func sum(_ figures: [ByteFigure?], pair: Figures.Pair?) -> ByteFigure {
        var sum = ByteFigure(exactly: 0)
        for (index, figure) in figures.enumerated() where pair?.streams.contains(index) != true {
            if let figure { sum = sum + figure }
        }
        guard let pair, pair.bytes.expected > 0 else { return sum }
        let expected = pair.streams.reduce(0) { $0 + (figures[$1]?.expected ?? 0) }
        return sum + pair.bytes.times(Double(expected) / Double(pair.bytes.expected))
    }
}

/// What was reckoned of all streams.
private struct Figures {
    struct Stream {
        var bytes: ByteFigure?
        var reckoning: DownloadEstimate.Reckoning
    }

    /// A variant and the audio that its declaration covers.
    struct Pair {
        var streams: [Int]
        var bytes: ByteFigure
    }

    var streams: [Stream]
    var pair: Pair?
}

private struct Reckoner {
    /// Of audio whose rate nothing tells, for each channel: an assumption, as are its bounds.
    private static let channelRate = 64_000.0
    private static let highestChannelRate = 96_000.0
    /// Of a rate that is higher than any assumed.
    private static let highestShare = 1.5
    /// 150 spoken words a minute of six bytes, and as much again for the times of the cues.
    private static let textRate = 300.0
    private static let textBounds = (low: 0.0, high: 20.0)

    let selection: Selection
    let playlist: MultivariantPlaylist?
    let sources: [EstimateSource]
    /// Nil without a multivariant playlist.
    private let audio: DeclaredAudio?

    init(selection: Selection, playlist: MultivariantPlaylist?, sources: [EstimateSource]) {
        self.selection = selection
        self.playlist = playlist
        self.sources = sources
        audio = playlist.map { DeclaredAudio(of: $0) }
    }

    func figures() -> Figures {
        var streams = sources.indices.map(declared)
        var pair: Figures.Pair?
        if let variant = variantFigure() { pair = divide(variant, among: &streams) }
        for index in streams.indices where streams[index].bytes == nil {
            streams[index] = figure(of: index, streams)
        }
        return Figures(streams: streams, pair: pair)
    }

    /// What is declared of a stream alone.
    private func declared(_ index: Int) -> Figures.Stream {
        let source = sources[index]
        if let declared = source.declared({ _ in true }) {
            return .init(bytes: declared.bytes, reckoning: declared.reckoning)
        }
        let stream = selection.streams[index]
        if stream.kind == .audio, let rate = audio?.rate(ofURI: stream.uri),
            let figure = Self.figure(average: rate, peak: 0, source.seconds)
        {
            return figure
        }
        return .init(bytes: nil, reckoning: .unknown)
    }

    // MARK: The variant asked for

    /// Bytes of the variant with the audio that its declaration covers.
    private func variantFigure() -> Figures.Stream? {
        guard let source = sources.first else { return nil }
        return Self.figure(
            average: selection.averageBitRate, peak: selection.peakBitRate, source.seconds)
    }

    private static func figure(average: Int?, peak: Int, _ seconds: Double) -> Figures.Stream? {
        if let average, average > 0 {
            return .init(
                bytes: ByteFigure(bitsPerSecond: Double(average), seconds, low: 0.9, high: 1.1),
                reckoning: .averageBandwidth)
        }
        guard peak > 0 else { return nil }
        return .init(
            bytes: ByteFigure(bitsPerSecond: Double(peak), seconds, low: 0.5, high: 1.1),
            reckoning: .peakBandwidth)
    }

    /// Divides what is declared of the variant between its video and the audio it covers.
    private func divide(
        _ variant: Figures.Stream, among streams: inout [Figures.Stream]
    ) -> Figures.Pair? {
        guard let whole = variant.bytes else { return nil }
        guard let audio = coveredAudio else {
            if streams[0].bytes == nil { streams[0] = variant }
            return nil
        }
        switch (streams[0].bytes, streams[audio].bytes) {
        case (.some, .some): return nil
        case (.some(let video), nil):
            streams[audio] = .init(
                bytes: whole.without(video), reckoning: variant.reckoning)
        case (nil, .some(let sound)):
            streams[0] = .init(bytes: whole.without(sound), reckoning: variant.reckoning)
        case (nil, nil):
            var sound = audioByChannels(audio)
            if sound.expected > whole.expected / 2 {
                sound = sound.times(Double(whole.expected) / 2 / Double(max(1, sound.expected)))
            }
            streams[audio] = .init(bytes: sound, reckoning: channelReckoning)
            streams[0] = .init(bytes: whole.without(sound), reckoning: variant.reckoning)
        }
        return Figures.Pair(streams: [0, audio], bytes: whole)
    }

    /// The STREAM-INF line that the selection's facts are from.
    private var described: Variant? {
        playlist?.variants.first {
            $0.uri == selection.streams.first?.uri && $0.bandwidth == selection.peakBitRate
        }
    }

    /// The audio in a playlist of its own that the declaration covers.
    private var coveredAudio: Int? {
        guard let group = described?.audioGroupID else { return nil }
        return selection.streams.firstIndex { $0.kind == .audio && $0.groupID == group }
    }

    /// Audio by the number of its channels, and what the playlist tells of one.
    private func audioByChannels(_ index: Int) -> ByteFigure {
        let channels = Double(min(max(selection.streams[index].channels ?? 2, 1), 64))
        let rate = audio?.channelRate ?? Self.channelRate
        return ByteFigure(
            bitsPerSecond: rate * channels, sources[index].seconds,
            low: min(1, DeclaredAudio.lowestChannelRate / rate),
            high: max(Self.highestShare, Self.highestChannelRate / rate))
    }

    private var channelReckoning: DownloadEstimate.Reckoning {
        audio?.channelRate == nil ? .channels : .difference
    }

    // MARK: The others

    private func figure(of index: Int, _ streams: [Figures.Stream]) -> Figures.Stream {
        switch selection.streams[index].kind {
        case .video: return otherVideo(index)
        case .audio: return otherAudio(index, streams)
        case .subtitles:
            return .init(
                bytes: ByteFigure(
                    bitsPerSecond: Self.textRate, sources[index].seconds,
                    low: Self.textBounds.low, high: Self.textBounds.high), reckoning: .text)
        }
    }

    /// The video of an auxiliary variant: by its own declaration, which covers some audio, too.
    private func otherVideo(_ index: Int) -> Figures.Stream {
        let uri = selection.streams[index].uri
        let variant = playlist?.variants.filter { $0.uri == uri }.min {
            $0.bandwidth < $1.bandwidth
        }
        return variant.flatMap {
            Self.figure(
                average: $0.averageBandwidth, peak: $0.bandwidth, sources[index].seconds)
        } ?? .init(bytes: nil, reckoning: .unknown)
    }

    /// Audio besides the one that is covered: by what a variant with the same video and its group
    /// declares more or less.
    private func otherAudio(_ index: Int, _ streams: [Figures.Stream]) -> Figures.Stream {
        let stream = selection.streams[index]
        let byChannels = audioByChannels(index)
        let assumed = Figures.Stream(bytes: byChannels, reckoning: channelReckoning)
        guard let covered = coveredAudio, let known = streams[covered].bytes, let described else {
            return assumed
        }
        if stream.groupID == selection.streams[covered].groupID {
            guard stream.channels == selection.streams[covered].channels else { return assumed }
            return .init(bytes: known, reckoning: streams[covered].reckoning)
        }
        let sibling = playlist?.variants.first {
            $0.uri == described.uri && $0.audioGroupID == stream.groupID
        }
        guard let sibling, let mine = sibling.averageBandwidth,
            let other = described.averageBandwidth
        else { return assumed }
        let more = Double(mine - other) * sources[index].seconds / 8
        let expected = Double(known.expected) + more
        guard expected > 0 else { return assumed }
        // Both hold: what the other leaves, and what so many channels take.
        let low = min(expected, max(Double(known.low) + more, Double(byChannels.low)))
        let high = max(expected, min(Double(known.high) + more, Double(byChannels.high)))
        let rate = expected * 8 / max(sources[index].seconds, 0.001)
        return .init(
            bytes: ByteFigure(
                bitsPerSecond: rate, sources[index].seconds, low: low / expected,
                high: high / expected), reckoning: .difference)
    }
}
