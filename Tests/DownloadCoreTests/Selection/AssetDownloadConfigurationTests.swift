import DownloadCore
import Foundation
import Testing

@Suite struct `A download configuration` {
    static let french = AssetDownloadContentConfiguration(mediaSelections: [.language("fr")])

    @Test func `survives the process, and so do the older options`() throws {
        let configuration = AssetDownloadConfiguration(
            assetURL: "https://a/i.m3u8", title: "Film", artwork: [1, 2],
            primary: .init(variantQualifiers: [.predicate { $0.peakBitRate > 1 }]),
            auxiliary: [Self.french], optimizesAuxiliaryContentConfigurations: false,
            allowsMeteredNetwork: false)
        let options = AssetDownloadTaskOptions(
            minimumRequiredMediaBitrate: 5,
            minimumRequiredPresentationSize: .init(width: 1, height: 2),
            prefersHDR: false, prefersMultichannel: false, prefersLosslessAudio: true,
            allowsMeteredNetwork: false, mediaSelection: .language("fr"))
        let stored = try JSONEncoder().encode([configuration])
        #expect(
            try JSONDecoder().decode([AssetDownloadConfiguration].self, from: stored)
                == [configuration])
        let storedOptions = try JSONEncoder().encode(options)
        #expect(
            try JSONDecoder().decode(AssetDownloadTaskOptions.self, from: storedOptions) == options)
        #expect(configuration.isRestorable)
        var opaque = configuration
        opaque.auxiliary = [.init(variantQualifiers: [.closure("x") { _ in true }])]
        #expect(!opaque.isRestorable)
    }

    @Test(arguments: [
        (AssetDownloadTaskOptions(), []),
        (.init(prefersHDR: false), ["isHDR == NO"]),
        (.init(prefersLosslessAudio: true), ["isLossless == YES"]),
        (
            .init(prefersHDR: false, prefersLosslessAudio: true),
            ["isLossless == YES AND isHDR == NO", "isHDR == NO"]
        ),
        (
            .init(minimumRequiredMediaBitrate: 5),
            ["min peakBitRate: peakBitRate >= 5", "max peakBitRate: TRUEPREDICATE"]
        ),
        (
            .init(minimumRequiredPresentationSize: .init(width: 4, height: 3)),
            ["min presentationSize: presentationSize >= 12", "max presentationSize: TRUEPREDICATE"]
        ),
        (
            .init(
                minimumRequiredMediaBitrate: 5,
                minimumRequiredPresentationSize: .init(width: 4, height: 3), prefersHDR: false),
            [
                "min peakBitRate: peakBitRate >= 5 AND presentationSize >= 12 AND isHDR == NO",
                "min peakBitRate: peakBitRate >= 5 AND presentationSize >= 12",
                "max peakBitRate: isHDR == NO", "max peakBitRate: TRUEPREDICATE",
            ]
        ),
    ])
    func `of the older options asks in the order in which they may be given up`(
        options: AssetDownloadTaskOptions, qualifiers: [String]
    ) {
        let configuration = AssetDownloadConfiguration(options: options)
        #expect(configuration.primary.variantQualifiers.map(\.shorthand) == qualifiers)
    }

    @Test func `of the older options keeps what is no matter of variants`() {
        var options = AssetDownloadTaskOptions()
        #expect(AssetDownloadConfiguration(options: options).primary.prefersMultichannel)
        #expect(AssetDownloadConfiguration(options: options).allowsMeteredNetwork)
        #expect(AssetDownloadConfiguration(options: options).primary.mediaSelections == [])
        options.prefersMultichannel = false
        options.allowsMeteredNetwork = false
        options.mediaSelection = .language("fr")
        let configuration = AssetDownloadConfiguration(
            assetURL: "https://a/", title: "T", artwork: [1], options: options)
        #expect(!configuration.primary.prefersMultichannel)
        #expect(!configuration.allowsMeteredNetwork)
        #expect(configuration.primary.mediaSelections == [.language("fr")])
        #expect(configuration.assetURL == "https://a/")
        #expect(configuration.title == "T")
        #expect(configuration.artwork == [1])
    }

    @Test func `merged with another asks for all that both ask for`() {
        let one = AssetDownloadConfiguration(
            assetURL: "https://a/", title: "Old", artwork: [1], allowsMeteredNetwork: true)
        let other = AssetDownloadConfiguration(
            title: "New", primary: Self.french,
            optimizesAuxiliaryContentConfigurations: false, allowsMeteredNetwork: false)
        let merged = one.merging(other)
        #expect(merged.assetURL == "https://a/")
        #expect(merged.title == "New")
        #expect(merged.artwork == [1])
        #expect(merged.primary == one.primary)
        #expect(merged.auxiliary == [Self.french])
        #expect(!merged.allowsMeteredNetwork)
        #expect(!merged.optimizesAuxiliaryContentConfigurations)
        #expect(merged.merging(other) == merged)
    }

    @Test func `merged with another of the same content is as it was`() {
        let one = AssetDownloadConfiguration(primary: .init(), auxiliary: [Self.french])
        #expect(one.merging(one) == one)
        #expect(one.merging(AssetDownloadConfiguration(primary: Self.french)) == one)
    }

    @Test func `merged with another keeps multichannel audio apart from stereo alone`() {
        let stereo = AssetDownloadContentConfiguration(prefersMultichannel: false)
        let one = AssetDownloadConfiguration(primary: stereo)
        #expect(one.merging(AssetDownloadConfiguration()).auxiliary == [.init()])
    }
}

extension AssetVariantQualifier {
    /// `min peakBitRate: peakBitRate >= 5`
    var shorthand: String {
        switch demand {
        case .predicate(let predicate): predicate.text
        case .variant(let variant): "variant \(variant.uri)"
        case .minimum(let key, let predicate): "min \(key.rawValue): \(predicate.text)"
        case .maximum(let key, let predicate): "max \(key.rawValue): \(predicate.text)"
        case .closure(let test): test.name
        }
    }
}
