import Foundation
import HLSPlaylist
import Testing

@testable import DownloadCore

@Suite struct `Whatever the playlist and whatever is asked, what is selected` {
    private typealias Random = RandomPresentation
    static let seeds: Range<UInt64> = 0..<25
    static let rounds = 15

    @Test(arguments: seeds)
    func `is of the playlist, each stream once, the same each time, and survives the process`(
        seed: UInt64
    ) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<Self.rounds {
            let playlist = Random(using: &random).playlist
            let request = SelectionRequest(
                Random.configuration(playlist, using: &random),
                capabilities: Random.capabilities(using: &random),
                preferences: Random.preferences(using: &random))
            guard let resolved = Self.resolved(playlist, request) else { continue }
            #expect(Self.resolved(playlist, request) == resolved)
            let uris = resolved.selection.streams.map(\.uri)
            #expect(Set(uris).count == uris.count)
            #expect(resolved.selection.streams.first?.kind == .video)
            let known = Set(playlist.variants.map(\.uri) + playlist.renditions.compactMap(\.uri))
            for stream in resolved.selection.streams {
                #expect(known.isSuperset(of: [stream.uri] + stream.alternates))
                #expect(!stream.alternates.contains(stream.uri))
            }
            #expect(resolved.contents.count == request.configuration.auxiliary.count + 1)
            #expect(!resolved.explanation.isEmpty)
            let stored = try JSONEncoder().encode(resolved)
            #expect(try JSONDecoder().decode(ResolvedSelection.self, from: stored) == resolved)
            let merge = resolved.selection.merging(resolved.selection)
            #expect(merge.missing.isEmpty && merge.superseded.isEmpty)
            #expect(merge.selection == resolved.selection)
        }
    }

    @Test(arguments: seeds)
    func `goes with its variant`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<Self.rounds {
            let playlist = Random(using: &random).playlist
            let request = SelectionRequest(Random.configuration(playlist, using: &random))
            for content in Self.resolved(playlist, request)?.contents ?? [] {
                let siblings = playlist.variants.filter { $0.uri == content.variant.uri }
                for rendition in content.renditions {
                    let isNamed = siblings.contains { variant in
                        switch rendition.option.kind {
                        case .audio: variant.audioGroupID == rendition.groupID
                        case .video: variant.videoGroupID == rendition.groupID
                        case .subtitles: variant.subtitlesGroupID == rendition.groupID
                        case .closedCaptions: variant.closedCaptions == .group(rendition.groupID)
                        }
                    }
                    #expect(isNamed, "\(rendition)")
                }
            }
        }
    }

    @Test(arguments: seeds)
    func `fulfils the first demand that anything fulfils`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<Self.rounds {
            let playlist = Random(using: &random).playlist
            let capabilities = Random.capabilities(using: &random)
            let predicates = (0..<3).map { _ in RandomPredicate.any(depth: 2, using: &random) }
            let request = SelectionRequest(
                AssetDownloadConfiguration(
                    primary: .init(variantQualifiers: predicates.map { .predicate($0) })),
                capabilities: capabilities)
            guard let chosen = Self.resolved(playlist, request)?.primary.variant else { continue }
            let field = VariantField(playlist, playableBy: capabilities, onPathway: nil)
            let candidates = field.candidates.map { field.variants[$0] }
            #expect(candidates.contains(chosen))
            let first = predicates.first { predicate in
                candidates.contains(where: predicate.matches)
            }
            #expect(first?.matches(chosen) ?? true)
        }
    }

    @Test(arguments: seeds)
    func `is the extreme that is asked for`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<Self.rounds {
            let playlist = Random(using: &random).playlist
            let field = VariantField(playlist, playableBy: .everything, onPathway: nil)
            let candidates = field.candidates.map { field.variants[$0] }
            for key in NumberKey.allCases {
                let values = candidates.compactMap(key.declaredValue)
                guard let least = values.min(), let most = values.max() else { continue }
                let minimum = Self.chosen(playlist, .minimum(key))
                let maximum = Self.chosen(playlist, .maximum(key))
                #expect(minimum.flatMap(key.declaredValue) == least)
                #expect(maximum.flatMap(key.declaredValue) == most)
            }
        }
    }

    /// Of the facts that automatic choice goes by, the greatest first.
    private static func rank(_ variant: AssetVariant) -> [Double] {
        [
            variant.videoAttributes == nil ? 0 : 1, variant.isHDR ? 1 : 0,
            variant.audioAttributes?.isLossless == true ? 0 : 1, variant.score ?? 0,
            Double(variant.peakBitRate), Double(variant.averageBitRate),
        ]
    }

    @Test(arguments: seeds)
    func `is never less when more is allowed`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<Self.rounds {
            let playlist = Random(using: &random).playlist
            let strict = RandomPredicate.any(depth: 2, using: &random)
            let lax = strict || RandomPredicate.any(depth: 2, using: &random)
            let candidates = VariantField(playlist, playableBy: .everything, onPathway: nil)
            let matches = candidates.candidates.contains {
                strict.matches(candidates.variants[$0])
            }
            guard matches, let less = Self.chosen(playlist, .predicate(strict)),
                let more = Self.chosen(playlist, .predicate(lax))
            else { continue }
            #expect(!Self.rank(more).lexicographicallyPrecedes(Self.rank(less)))
        }
    }

    @Test(arguments: seeds)
    func `is an explicit variant even if it cannot be played`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<Self.rounds {
            let playlist = Random(using: &random).playlist
            for variant in AssetVariant.all(of: playlist) {
                let request = SelectionRequest(
                    .init(primary: .init(variantQualifiers: [.variant(variant)])),
                    capabilities: DeviceCapabilities(codecs: [], videoRanges: []))
                #expect(Self.resolved(playlist, request)?.primary.variant == variant)
            }
        }
    }

    @Test(arguments: seeds)
    func `is augmented to all that both tasks ask for`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<Self.rounds {
            let playlist = Random(using: &random).playlist
            let requests = (0..<2).map { _ in
                SelectionRequest(Random.configuration(playlist, using: &random))
            }
            let both = requests.compactMap { Self.resolved(playlist, $0)?.selection }
            guard both.count == 2 else { continue }
            let merge = both[0].merging(both[1])
            let held = merge.selection.streams
            #expect(Set(held.map(\.uri)).count == held.count)
            for stream in merge.missing {
                #expect(!both[0].streams.contains(where: stream.isSame))
                #expect(held.contains(stream))
            }
            // Video that is less than what is there is not fetched, but what is there stays.
            let kept = both[0].streams.filter { !merge.superseded.contains($0) }
            for stream in kept + both[1].streams.filter({ $0.kind != .video }) {
                #expect(held.contains { $0.uri == stream.uri || $0.isSame(as: stream) })
            }
            #expect(merge.selection.merging(both[1]).missing.isEmpty)
        }
    }

    private static func resolved(
        _ playlist: MultivariantPlaylist, _ request: SelectionRequest
    ) -> ResolvedSelection? {
        do throws(SelectionError) {
            return try DownloadOptions(request: request).resolve(playlist)
        } catch {
            #expect(!error.description.isEmpty)
            return nil
        }
    }

    private static func chosen(
        _ playlist: MultivariantPlaylist, _ qualifier: AssetVariantQualifier
    ) -> AssetVariant? {
        resolved(
            playlist, SelectionRequest(.init(primary: .init(variantQualifiers: [qualifier])))
        )?.primary.variant
    }
}
