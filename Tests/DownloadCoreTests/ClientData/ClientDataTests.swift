import DownloadCore
import Testing

@Suite struct `Common Media Client Data` {
    private static func all(_ form: ClientData.Form) -> ClientData {
        var data = ClientData(form: form)
        data.bitRate = 3_200_499
        data.bufferLength = .milliseconds(21_349)
        data.isStarved = true
        data.contentID = "a \"film\" \\ 1"
        data.objectDuration = .milliseconds(4_004)
        data.deadline = .milliseconds(15_950)
        data.throughput = 25_449_999
        data.nextObject = "../300kbps/se g2.m4v?x=1"
        data.nextRange = "12323-48763"
        data.objectType = .muxed
        data.playbackRate = 1.08
        data.requestedThroughput = 12_000_000
        data.sessionID = "6e2fb550-c457-11e9-bb97-0800200c9a66"
        data.isUrgent = true
        data.topBitRate = 6_000_000
        return data
    }

    @Test func `is written in four fields, keys in their order, rounded as specified`() {
        let fields = Self.all(.headers).fields
        #expect(
            fields.map(\.name) == ["CMCD-Object", "CMCD-Request", "CMCD-Session", "CMCD-Status"])
        #expect(
            fields.map(\.value) == [
                "br=3200,d=4004,ot=av,tb=6000",
                "bl=21300,dl=16000,mtp=25400,nor=\"..%2F300kbps%2Fse%20g2.m4v%3Fx%3D1\","
                    + "nrr=\"12323-48763\",su",
                "cid=\"a \\\"film\\\" \\\\ 1\",pr=1.08,sf=h,"
                    + "sid=\"6e2fb550-c457-11e9-bb97-0800200c9a66\",st=v",
                "bs,rtp=12000",
            ])
    }

    @Test func `is written as one argument of a URL, keys in their order`() {
        var data = ClientData(form: .query)
        data.bitRate = 500_000
        data.objectType = .video
        data.sessionID = "s,1"
        #expect(data.argument == "CMCD=br%3D500%2Cot%3Dv%2Csf%3Dh%2Csid%3D%22s%2C1%22%2Cst%3Dv")
    }

    @Test(arguments: [
        ("http://h/a.ts", "http://h/a.ts?CMCD=sf%3Dh%2Cst%3Dv"),
        ("http://h/a.ts?t=1", "http://h/a.ts?t=1&CMCD=sf%3Dh%2Cst%3Dv"),
        ("http://h/a.ts?", "http://h/a.ts?CMCD=sf%3Dh%2Cst%3Dv"),
        ("http://h/a.ts#f", "http://h/a.ts?CMCD=sf%3Dh%2Cst%3Dv#f"),
    ])
    func `is put behind what a URL has already`(url: String, sent: String) {
        #expect(ClientData(form: .query).added(to: url) == sent)
    }

    @Test(
        arguments: [
            (1.0, nil), (0, "pr=0"), (2, "pr=2"), (0.5, "pr=0.5"), (1.25, "pr=1.25"),
            (1.01, "pr=1.01"),
        ] as [(Double, String?)])
    func `names a playback rate that is not 1`(rate: Double, text: String?) {
        var data = ClientData(form: .headers)
        data.playbackRate = rate
        let session = data.fields.first { $0.name == "CMCD-Session" }?.value
        #expect(session == [text, "sf=h", "st=v"].compactMap { $0 }.joined(separator: ","))
    }

    @Test func `cannot break out of a field`() {
        var data = ClientData(form: .headers)
        data.sessionID = "x\r\nSet-Cookie: a"
        #expect(data.fields.allSatisfy { !$0.value.contains("\n") && !$0.value.contains("\r") })
    }

    @Test(arguments: ["", String(repeating: "x", count: 65)])
    func `has identifiers of 1 to 64 characters`(id: String) {
        #expect(ClientDataOptions(form: .query, sessionID: id) == nil)
        #expect(ClientDataOptions(form: .query, contentID: id) == nil)
        #expect(ClientDataOptions(form: .query, sessionID: String(id.dropFirst(2) + "y")) != nil)
    }
}

@Suite struct `A download that tells of its requests` {
    private static let multivariant = """
        #EXTM3U
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="en",DEFAULT=YES,AUTOSELECT=YES,URI="en.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=800000,CODECS="avc1.4d400c,mp4a.40.2",AUDIO="a"
        low/v.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=2400000,CODECS="avc1.4d400c,mp4a.40.2",AUDIO="a"
        high/v.m3u8

        """

    private func begun(_ form: ClientData.Form? = .query) -> TestDownload {
        var options = DownloadOptions(parallelRequests: 2)
        options.clientData = form.flatMap {
            ClientDataOptions(form: $0, sessionID: "s1", contentID: "c1")
        }
        options.bandwidthLimit = 5_000_000
        var download = TestDownload(options: options)
        download.playlist(1, Self.multivariant)
        download.playlist(2, TestDownload.mediaPlaylist(4, name: "v"))
        download.playlist(3, TestDownload.mediaPlaylist(4, name: "a"))
        return download
    }

    @Test func `says of each what it is, and no more than it knows`() throws {
        let requests = begun().allFetches
        let data = requests.compactMap(\.clientData)
        #expect(data.count == requests.count)
        #expect(data.map(\.objectType) == [.manifest, .manifest, .manifest, .video, .audio])
        #expect(data.allSatisfy { $0.sessionID == "s1" && $0.contentID == "c1" })
        #expect(data.allSatisfy { $0.requestedThroughput == 5_000_000 && $0.throughput == nil })
        // Nobody plays.
        #expect(data.allSatisfy { $0.playbackRate == nil && $0.bufferLength == nil })
        let video = try #require(data.first { $0.objectType == .video })
        #expect(video.bitRate == 2_400_000)
        #expect(video.topBitRate == 2_400_000)
        #expect(video.objectDuration == .seconds(4))
        #expect(video.nextObject == "../a1.ts")
        let audio = try #require(data.first { $0.objectType == .audio })
        #expect(audio.bitRate == nil)
        #expect(audio.nextObject == "high/v2.ts")
    }

    @Test func `tells in its URLs and nowhere else, or in its fields and nowhere else`() {
        for request in begun(.query).allFetches {
            #expect(request.sentURL.hasPrefix(request.url + "?CMCD="))
            #expect(request.clientDataFields.isEmpty)
        }
        for request in begun(.headers).allFetches {
            #expect(request.sentURL == request.url)
            #expect(request.clientDataFields.contains { $0.name == "CMCD-Session" })
        }
        for request in begun(nil).allFetches {
            #expect(request.clientData == nil)
            #expect(request.sentURL == request.url)
            #expect(request.clientDataFields.isEmpty)
        }
    }
}
