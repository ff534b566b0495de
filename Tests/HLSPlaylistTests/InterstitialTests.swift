import HLSPlaylist
import Testing

@Suite struct `An interstitial` {
    private func range(_ attributes: String, class name: String = Interstitial.rangeClass) throws
        -> DateRange
    {
        let playlist = try MediaPlaylist(
            parsing: """
                #EXTM3U
                #EXT-X-TARGETDURATION:4
                #EXT-X-DATERANGE:ID="i",CLASS="\(name)",START-DATE="2026-05-01T00:00:00Z",\(attributes)
                """)
        return try #require(playlist.dateRanges.first)
    }

    @Test func `has what its attributes say`() throws {
        let interstitial = try range(
            """
            X-ASSET-URI="https://ads.example/a.m3u8",X-RESUME-OFFSET=-1.5,X-PLAYOUT-LIMIT=30,\
            X-SNAP="OUT,IN",X-RESTRICT="SKIP,JUMP,FLY",X-CONTENT-MAY-VARY="NO",\
            X-TIMELINE-OCCUPIES="RANGE",X-TIMELINE-STYLE="PRIMARY",X-SKIP-CONTROL-OFFSET=5,\
            X-SKIP-CONTROL-DURATION=10,X-SKIP-CONTROL-LABEL-ID="skip"
            """
        ).interstitial
        #expect(interstitial?.content == .asset(uri: "https://ads.example/a.m3u8"))
        #expect(interstitial?.resumeOffset == .milliseconds(-1_500))
        #expect(interstitial?.playoutLimit == .seconds(30))
        #expect(interstitial?.snap == [.out, .in])
        #expect(interstitial?.restrictions == [.skip, .jump])
        #expect(interstitial?.contentMayVary == false)
        #expect(interstitial?.timelineOccupation == .range)
        #expect(interstitial?.timelineStyle == .primary)
        #expect(interstitial?.skipControlOffset == .seconds(5))
        #expect(interstitial?.skipControlDuration == .seconds(10))
        #expect(interstitial?.skipControlLabelID == "skip")
    }

    @Test func `has the defaults of the specification`() throws {
        let interstitial = try range("X-ASSET-LIST=\"list.json\"").interstitial
        #expect(interstitial?.content == .list(uri: "list.json"))
        #expect(interstitial?.resumeOffset == nil)
        #expect(interstitial?.contentMayVary == true)
        #expect(interstitial?.timelineOccupation == .point)
        #expect(interstitial?.timelineStyle == .highlight)
    }

    @Test(arguments: [
        ("X-ASSET-URI=\"a\"", "com.example.ad"), ("X-RESUME-OFFSET=0", Interstitial.rangeClass),
        ("X-ASSET-URI=\"a\",X-ASSET-LIST=\"b\"", Interstitial.rangeClass),
    ])
    func `is none without its class and one content`(attributes: String, name: String) throws {
        #expect(try range(attributes, class: name).interstitial == nil)
    }
}
