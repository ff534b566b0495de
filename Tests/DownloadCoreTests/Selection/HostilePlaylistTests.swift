import DownloadCore
import Foundation
import HLSPlaylist
import Testing

@Suite struct `A selection from a hostile playlist` {
    static let count = 5_000
    /// Seconds of CPU in a debug build for the whole resolution: it takes about half a second, and five
    /// where one step is quadratic.
    static let limit = 3.0

    enum Shape: String, CaseIterable, Sendable {
        case oneGroup, groupsOfTheirOwn, oneVideo, allTheSame, groupsThatAreTheSame
        case manyLanguages, nothingPlayable
    }

    static func playlist(_ shape: Shape, count: Int) -> MultivariantPlaylist {
        var playlist = MultivariantPlaylist()
        for index in 0..<count {
            let hasOwnGroup = [.groupsOfTheirOwn, .groupsThatAreTheSame].contains(shape)
            var audio = Rendition(
                kind: .audio, groupID: hasOwnGroup ? "g\(index)" : "g",
                name: shape == .groupsThatAreTheSame ? "n" : "n\(index)", uri: "a\(index)")
            audio.language = shape == .manyLanguages ? "x\(index)" : "en"
            audio.channels = Channels(index % 2 == 0 ? "2" : "6")
            if shape == .groupsThatAreTheSame { audio.channels = Channels("2") }
            audio.isAutoselect = true
            playlist.renditions.append(audio)
            var variant = Variant(
                uri: shape == .oneVideo ? "v" : "v\(index)",
                bandwidth: [.allTheSame, .groupsThatAreTheSame].contains(shape)
                    ? 1_000 : 1_000 + index)
            variant.codecsText = shape == .nothingPlayable ? "odd" : "avc1.64001f,mp4a.40.2"
            variant.audioGroupID = hasOwnGroup ? "g\(index)" : "g"
            playlist.variants.append(variant)
        }
        return playlist
    }

    @Test(arguments: Shape.allCases)
    func `takes time linear in its lines`(shape: Shape) throws {
        let playlist = Self.playlist(shape, count: Self.count)
        let configuration = AssetDownloadConfiguration(
            primary: .init(variantQualifiers: [
                try .predicate("peakBitRate > 9000000 AND codecs CONTAINS 'hvc1'"),
                .minimum(.score), try .predicate("audioLanguages == 'x' OR channelCount >= 2"),
            ]),
            auxiliary: [.init(mediaSelections: [.language("fr")])])
        var resolved: ResolvedSelection?
        let seconds = Cost.seconds {
            do throws(SelectionError) {
                resolved = try Selection.resolve(
                    playlist, configuration, capabilities: .init(codecs: ["avc1", "mp4a"]),
                    preferences: .init(languages: ["de", "fr", "en"]))
            } catch {
                #expect(shape == .nothingPlayable)
            }
        }
        #expect((resolved == nil) == (shape == .nothingPlayable))
        #expect(seconds < Self.limit, "\(shape): \(seconds) s")
        let merging = Cost.seconds { _ = resolved.map { $0.selection.merging($0.selection) } }
        #expect(merging < Self.limit, "\(shape): \(merging) s")
    }
}

/// What the machine says a stretch of work costs.
enum Cost {
    /// CPU time of the calling thread, in seconds: what else runs does not count.
    static func seconds(of work: () -> Void) -> Double {
        let start = threadTime()
        work()
        return threadTime() - start
    }

    private static func threadTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
