/// What is to be downloaded of an asset; AVFoundation's `AVAssetDownloadConfiguration`. A task
/// keeps the copy that it was made with.
public struct AssetDownloadConfiguration: Sendable, Hashable, Codable {
    /// Absolute URL of the multivariant playlist.
    public var assetURL: String
    /// For people.
    public var title: String
    /// The bytes of a picture, for people.
    public var artwork: [UInt8]?
    /// What offline playback cannot do without.
    public var primary: AssetDownloadContentConfiguration
    /// What comes in addition. AVFoundation's automatic auxiliary content, multichannel audio, is
    /// ``AssetDownloadContentConfiguration/prefersMultichannel`` here.
    public var auxiliary: [AssetDownloadContentConfiguration]
    /// Auxiliary content takes a variant whose video is part of the download already, where its
    /// qualifiers let it.
    public var optimizesAuxiliaryContentConfigurations: Bool
    /// Whether the download may use a network that is paid by the byte
    /// (`allowsCellularAccess`).
    public var allowsMeteredNetwork: Bool
    /// How servers are told with each request what is asked for and why (CTA-5004, Common Media Client
    /// Data); nil: they are not. A session identifier of its own goes with each run of the task, and
    /// nothing that names the person or the app.
    public var commonMediaClientData: CommonMediaClientDataForm?

    public init(
        assetURL: String = "", title: String = "", artwork: [UInt8]? = nil,
        primary: AssetDownloadContentConfiguration = .init(),
        auxiliary: [AssetDownloadContentConfiguration] = [],
        optimizesAuxiliaryContentConfigurations: Bool = true, allowsMeteredNetwork: Bool = true,
        commonMediaClientData: CommonMediaClientDataForm? = nil
    ) {
        self.assetURL = assetURL
        self.title = title
        self.artwork = artwork
        self.primary = primary
        self.auxiliary = auxiliary
        self.optimizesAuxiliaryContentConfigurations = optimizesAuxiliaryContentConfigurations
        self.allowsMeteredNetwork = allowsMeteredNetwork
        self.commonMediaClientData = commonMediaClientData
    }

    /// Whether a task that has it can be stored and restored: no qualifier is a closure.
    public var isRestorable: Bool {
        ([primary] + auxiliary).allSatisfy { content in
            content.variantQualifiers.allSatisfy(\.isRestorable)
        }
    }
}

/// A variant and what goes with it; AVFoundation's `AVAssetDownloadContentConfiguration`.
public struct AssetDownloadContentConfiguration: Sendable, Hashable, Codable {
    /// Tried in order until one matches a variant. Several matches: automatic choice among them.
    /// None: automatic choice among all.
    public var variantQualifiers: [AssetVariantQualifier]
    /// Renditions of all of them are fetched. Empty: automatic.
    public var mediaSelections: [MediaSelection]
    /// The most channels that an audio option is offered in, in addition to stereo.
    public var prefersMultichannel: Bool

    public init(
        variantQualifiers: [AssetVariantQualifier] = [], mediaSelections: [MediaSelection] = [],
        prefersMultichannel: Bool = true
    ) {
        self.variantQualifiers = variantQualifiers
        self.mediaSelections = mediaSelections
        self.prefersMultichannel = prefersMultichannel
    }
}

extension AssetDownloadConfiguration {
    /// One configuration that asks for all that two tasks on the same asset ask for: this one's
    /// primary content first, the other's as auxiliary content unless it is the same.
    ///
    /// The stricter of two demands counts for the network. Title and artwork are the other's, where
    /// it has any: it is the newer one.
    package func merging(_ newer: AssetDownloadConfiguration) -> AssetDownloadConfiguration {
        var merged = self
        if !newer.assetURL.isEmpty { merged.assetURL = newer.assetURL }
        if !newer.title.isEmpty { merged.title = newer.title }
        merged.artwork = newer.artwork ?? artwork
        merged.commonMediaClientData = newer.commonMediaClientData ?? commonMediaClientData
        merged.allowsMeteredNetwork = allowsMeteredNetwork && newer.allowsMeteredNetwork
        merged.optimizesAuxiliaryContentConfigurations =
            optimizesAuxiliaryContentConfigurations
            && newer.optimizesAuxiliaryContentConfigurations
        for content in [newer.primary] + newer.auxiliary
        where content != primary && !merged.auxiliary.contains(content) {
            merged.auxiliary.append(content)
        }
        return merged
    }
}
