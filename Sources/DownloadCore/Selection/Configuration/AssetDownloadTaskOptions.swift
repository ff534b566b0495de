/// The options of AVFoundation's older download tasks. They mean what
/// ``AssetDownloadConfiguration/init(assetURL:title:artwork:options:)`` makes of them.
public struct AssetDownloadTaskOptions: Sendable, Hashable, Codable {
    /// Pixels.
    public struct Size: Sendable, Hashable, Codable {
        public var width: Int
        public var height: Int

        public init(width: Int, height: Int) {
            self.width = width
            self.height = height
        }
    }

    /// The variant with the lowest peak bitrate that is at least this, in bits per second; none
    /// such: the highest.
    public var minimumRequiredMediaBitrate: Int?
    /// The same on width × height.
    public var minimumRequiredPresentationSize: Size?
    /// HDR variants come before others. No: variants in SDR do.
    public var prefersHDR: Bool
    /// The best multichannel audio in addition to stereo. No: stereo alone.
    public var prefersMultichannel: Bool
    /// ALAC or FLAC in place of lossy audio, where there is any.
    public var prefersLosslessAudio: Bool
    /// `allowsCellularAccess`.
    public var allowsMeteredNetwork: Bool
    /// Nil: automatic.
    public var mediaSelection: MediaSelection?

    public init(
        minimumRequiredMediaBitrate: Int? = nil, minimumRequiredPresentationSize: Size? = nil,
        prefersHDR: Bool = true, prefersMultichannel: Bool = true,
        prefersLosslessAudio: Bool = false, allowsMeteredNetwork: Bool = true,
        mediaSelection: MediaSelection? = nil
    ) {
        self.minimumRequiredMediaBitrate = minimumRequiredMediaBitrate
        self.minimumRequiredPresentationSize = minimumRequiredPresentationSize
        self.prefersHDR = prefersHDR
        self.prefersMultichannel = prefersMultichannel
        self.prefersLosslessAudio = prefersLosslessAudio
        self.allowsMeteredNetwork = allowsMeteredNetwork
        self.mediaSelection = mediaSelection
    }
}

extension AssetDownloadConfiguration {
    /// What the older options mean.
    ///
    /// A minimum is asked for first, since the variant has to have it; HDR and lossless audio are
    /// preferred among what has it, and given up in that order's reverse: lossless audio before the
    /// range. Both minima together: the lowest peak bitrate of the variants that have both.
    public init(
        assetURL: String = "", title: String = "", artwork: [UInt8]? = nil,
        options: AssetDownloadTaskOptions
    ) {
        self.init(
            assetURL: assetURL, title: title, artwork: artwork,
            primary: AssetDownloadContentConfiguration(
                variantQualifiers: options.variantQualifiers,
                mediaSelections: options.mediaSelection.map { [$0] } ?? [],
                prefersMultichannel: options.prefersMultichannel),
            allowsMeteredNetwork: options.allowsMeteredNetwork)
    }
}

extension AssetDownloadTaskOptions {
    fileprivate var variantQualifiers: [AssetVariantQualifier] {
        demands.flatMap { demand in
            preferences.map { preference in demand(preference) }
        }
        .filter { $0 != .predicate(.always) }
    }

    /// What the variant has to have, then what it has otherwise; each to be narrowed.
    private var demands: [(VariantPredicate) -> AssetVariantQualifier] {
        var floors: [VariantPredicate] = []
        if let bitrate = minimumRequiredMediaBitrate {
            floors.append(NumberKey.peakBitRate >= Double(bitrate))
        }
        if let size = minimumRequiredPresentationSize {
            floors.append(NumberKey.presentationSize >= Double(size.width) * Double(size.height))
        }
        let key =
            minimumRequiredMediaBitrate == nil
            ? NumberKey.presentationSize : NumberKey.peakBitRate
        guard !floors.isEmpty else { return [{ .predicate($0) }] }
        return [
            { .minimum(key, among: .all(floors + ($0 == .always ? [] : [$0]))) },
            { .maximum(key, among: $0) },
        ]
    }

    /// All that is preferred, then less of it, then nothing. HDR needs no word where no minimum is
    /// given: automatic choice prefers it.
    private var preferences: [VariantPredicate] {
        let lossless = prefersLosslessAudio ? [FlagKey.isLossless == true] : []
        let range = prefersHDR ? [] : [FlagKey.isHDR == false]
        let steps = [lossless + range, range, []]
        return steps.indices
            .filter { $0 == 0 || steps[$0] != steps[$0 - 1] }
            .map { .all(steps[$0]) }
    }
}
