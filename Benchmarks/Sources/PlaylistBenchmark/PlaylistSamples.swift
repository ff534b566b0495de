/// Texts to measure with; the same for every run.
enum PlaylistSamples {
    /// A day of VOD: 14,400 segments of six seconds, about 0.9 MB.
    static func day(segments: Int = 14_400) -> [UInt8] {
        var text = """
            #EXTM3U
            #EXT-X-VERSION:3
            #EXT-X-TARGETDURATION:6
            #EXT-X-MEDIA-SEQUENCE:0
            #EXT-X-PLAYLIST-TYPE:VOD

            """
        for index in 0..<segments {
            text += "#EXTINF:6.00600,\nhttps://cdn.example.com/v/1080p/seg-\(index).ts\n"
        }
        return Array((text + "#EXT-X-ENDLIST\n").utf8)
    }

    /// Dates, keys, parts and date ranges all over: about `megabytes` MB.
    static func tagRich(megabytes: Int = 1) -> [UInt8] {
        var text = """
            #EXTM3U
            #EXT-X-VERSION:9
            #EXT-X-TARGETDURATION:4
            #EXT-X-PART-INF:PART-TARGET=1.004
            #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=3.012,CAN-SKIP-UNTIL=24
            #EXT-X-MEDIA-SEQUENCE:266

            """
        var index = 0
        while text.utf8.count < megabytes * 1_000_000 {
            text += segment(index)
            index += 1
        }
        return Array(text.utf8)
    }

    private static func segment(_ index: Int) -> String {
        let clock = "\(twoDigits(index / 900 % 24)):\(twoDigits(index / 15 % 60))"
        let date = "2026-05-01T\(clock):\(twoDigits(index * 4 % 60)).000Z"
        var text = "#EXT-X-PROGRAM-DATE-TIME:\(date)\n"
        if index % 10 == 0 {
            text += """
                #EXT-X-KEY:METHOD=AES-128,URI="https://keys.example.com/k/\(index)",\
                IV=0x\(String(repeating: "0", count: 24))\(String(0x1000_0000 + index, radix: 16))

                """
        }
        if index % 4 == 0 {
            text += """
                #EXT-X-DATERANGE:ID="ad-\(index)",CLASS="com.example.ad",START-DATE="\(date)",\
                DURATION=15.5,SCTE35-OUT=0xFC302000000000000000FFF00F05000000017FFFFE,\
                X-COM-EXAMPLE-AD-ID="\(index * 7)"

                """
        }
        for part in 0..<4 {
            text += """
                #EXT-X-PART:DURATION=1.00000,URI="filePart\(index).\(part).mp4",INDEPENDENT=YES

                """
        }
        return text + "#EXTINF:4.00008,\nfileSequence\(index).mp4\n"
    }

    private static func twoDigits(_ number: Int) -> String {
        (number < 10 ? "0" : "") + String(number)
    }
}
