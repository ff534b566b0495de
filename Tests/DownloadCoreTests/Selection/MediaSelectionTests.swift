import DownloadCore
import Foundation
import HLSPlaylist
import Testing

@Suite struct `The options of a playlist` {
    static func groups(_ media: String...) throws -> [MediaSelectionGroup] {
        let lines = media.map { "#EXT-X-MEDIA:" + $0 + "\n" }.joined()
        return MediaSelectionGroup.all(
            of: try MultivariantPlaylist(
                parsing: "#EXTM3U\n" + lines + "#EXT-X-STREAM-INF:BANDWIDTH=1\nv\n"))
    }

    @Test func `are its renditions by kind, each name and language once`() throws {
        let groups = try Self.groups(
            #"TYPE=CLOSED-CAPTIONS,GROUP-ID="c",NAME="CC",INSTREAM-ID="CC1""#,
            #"TYPE=AUDIO,GROUP-ID="2",NAME="English",LANGUAGE="en",URI="a2""#,
            #"TYPE=AUDIO,GROUP-ID="6",NAME="English",LANGUAGE="en",URI="a6""#,
            #"TYPE=AUDIO,GROUP-ID="6",NAME="Français",LANGUAGE="fr",DEFAULT=YES,URI="f6""#,
            #"TYPE=SUBTITLES,GROUP-ID="s",NAME="English",LANGUAGE="en",URI="s""#,
            #"TYPE=SUBTITLES,GROUP-ID="s",NAME="English",LANGUAGE="en",FORCED=YES,URI="f""#)
        #expect(groups.map(\.characteristic) == [.audible, .legible])
        #expect(groups[0].options.map(\.name) == ["English", "Français"])
        #expect(groups[0].defaultOption?.name == "Français")
        #expect(!groups[0].allowsEmptySelection)
        #expect(groups[1].options.map(\.kind) == [.subtitles, .subtitles, .closedCaptions])
        #expect(groups[1].options.map(\.isForced) == [false, true, false])
        #expect(groups[1].options.last?.instreamID == "CC1")
        #expect(groups[1].allowsEmptySelection)
        #expect(try Self.groups() == [])
    }

    @Test func `survive the process, and so does what is chosen of them`() throws {
        let groups = try Self.groups(
            #"TYPE=AUDIO,GROUP-ID="a",NAME="Français",LANGUAGE="fr",CHARACTERISTICS="x,y",STABLE-RENDITION-ID="i""#
        )
        let option = try #require(groups[0].options.first)
        #expect(option.characteristics == ["x", "y"])
        let selections = [
            MediaSelection(audible: .option(option), legible: .none), .language("fr"), .automatic,
            MediaSelection(
                legible: .criteria(.init(languages: ["en"], characteristics: ["x"]))),
        ]
        let stored = try JSONEncoder().encode(selections)
        #expect(try JSONDecoder().decode([MediaSelection].self, from: stored) == selections)
        let storedGroups = try JSONEncoder().encode(groups)
        #expect(try JSONDecoder().decode([MediaSelectionGroup].self, from: storedGroups) == groups)
    }

    @Test func `are found again by stable id, else by name and language`() {
        var rendition = Rendition(kind: .audio, groupID: "a", name: "English")
        rendition.language = "en"
        let option = MediaSelectionOption(rendition)
        var other = rendition
        other.groupID = "b"
        #expect(option.isOption(of: other))
        other.name = "Commentary"
        #expect(!option.isOption(of: other))
        other.stableRenditionID = "i"
        #expect(!option.isOption(of: other))
        rendition.stableRenditionID = "i"
        #expect(MediaSelectionOption(rendition).isOption(of: other))
        other.kind = .subtitles
        #expect(!MediaSelectionOption(rendition).isOption(of: other))
    }
}
