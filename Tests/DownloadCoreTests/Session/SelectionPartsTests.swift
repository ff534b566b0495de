import DownloadCore
import HLSPlaylist
import Testing

@Suite struct `The media selections of a request` {
    static let playlist = """
        #EXTM3U
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",DEFAULT=YES,\
        AUTOSELECT=YES,URI="en.m3u8"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Français",LANGUAGE="fr",AUTOSELECT=YES,\
        URI="fr.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=900000,RESOLUTION=640x360,CODECS="avc1.64001f,mp4a.40.2",\
        AUDIO="a"
        high.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=300000,RESOLUTION=256x144,CODECS="avc1.64001f,mp4a.40.2",\
        AUDIO="a"
        low.m3u8

        """

    static func uris(_ configuration: AssetDownloadConfiguration) throws -> [[String]] {
        let playlist = try MultivariantPlaylist(parsing: Self.playlist)
        return try SelectionRequest(configuration).mediaPlaylists(in: playlist)
    }

    @Test func `need their own renditions, and the variant`() throws {
        var configuration = AssetDownloadConfiguration()
        configuration.primary.mediaSelections = [.language("en"), .language("fr")]
        #expect(
            try Self.uris(configuration) == [
                ["high.m3u8", "en.m3u8"], ["high.m3u8", "fr.m3u8"],
            ])
    }

    @Test func `are one when none is named`() throws {
        #expect(try Self.uris(AssetDownloadConfiguration()) == [["high.m3u8", "en.m3u8"]])
    }

    @Test func `of auxiliary content come behind those of the primary`() throws {
        var configuration = AssetDownloadConfiguration()
        configuration.auxiliary = [.init(mediaSelections: [.language("fr")])]
        #expect(try Self.uris(configuration).last == ["high.m3u8", "fr.m3u8"])
        #expect(
            SelectionRequest(configuration).mediaSelections == [.automatic, .language("fr")])
    }
}
