// Media of a variant, ordered qualifiers, what can be played.
extension SelectionTable {
    static let media =
        section(
            "media of a variant",
            """
            var radio 990 codecs=mp4a.40.2
            var film 500 640x360 codecs=avc1.64001f,mp4a.40.2
            var silent 600 640x360 codecs=avc1.64001f
            iframe thumbs 9999
            """,
            """
            auto | silent | video, then highest peak bitrate among 3 variants
            best | radio | highest peak bitrate among 3 variants
            where hasVideo == NO | radio | the only variant that matches hasVideo == NO
            where hasAudio == YES | film | video among 2 that match hasAudio == YES
            where hasAudio == NO | silent | the only variant that matches hasAudio == NO
            where hasVideo == YES AND hasAudio == YES | film | the only variant that matches hasVideo == YES AND hasAudio == YES
            where presentationHeight < 9999 | silent | highest peak bitrate among 2 that match presentationHeight < 9999
            where peakBitRate > 9000 | silent | video, then highest peak bitrate among 3 variants; none matches peakBitRate > 9000
            auto; plays mp4a | radio | the only variant // left film: the codec avc1.64001f cannot be played
            """)
        + section(
            "audio alone", "var a 64 codecs=mp4a.40.2\nvar b 128 codecs=mp4a.40.2",
            """
            auto | b | highest peak bitrate among 2 variants
            min peakBitRate | a | lowest peak bitrate among 2 variants
            where presentationHeight <= 9999 | b | highest peak bitrate among 2 variants; none matches presentationHeight <= 9999
            """)

    static let qualifiers =
        section(
            "qualifiers in order", ladder,
            """
            where peakBitRate > 900 then where peakBitRate < 500 | low | the only variant that matches peakBitRate < 500; none matches peakBitRate > 900
            where peakBitRate > 900 then where peakBitRate > 9000 | high | highest peak bitrate among 3 variants; none matches peakBitRate > 900; none matches peakBitRate > 9000
            where peakBitRate > 100 then where peakBitRate < 300 | high | highest peak bitrate among 3 that match peakBitRate > 100
            where FALSEPREDICATE then min peakBitRate | low | lowest peak bitrate among 3 variants; none matches FALSEPREDICATE
            where TRUEPREDICATE | high | highest peak bitrate among 3 variants
            where NOT (peakBitRate > 500) AND presentationHeight >= 540 | mid | the only variant that matches NOT peakBitRate > 500 AND presentationHeight >= 540
            where 500 >= peakBitRate | mid | highest peak bitrate among 2 that match peakBitRate <= 500
            where peakBitRate BETWEEN {200, 500} | mid | highest peak bitrate among 2 that match peakBitRate BETWEEN {200, 500}
            where peakBitRate IN {200, 7} | low | the only variant that matches peakBitRate IN {200, 7}
            where uri ENDSWITH 'd' | mid | the only variant that matches uri ENDSWITH 'd'
            min peakBitRate where presentationHeight > 270 | mid | lowest peak bitrate among 2 that match presentationHeight > 270
            max peakBitRate where peakBitRate < 900 | mid | highest peak bitrate among 2 that match peakBitRate < 900
            max channelCount | high | highest peak bitrate among 3 variants; none matches a declared channelCount
            variant low | low | asked for
            variant gone then min peakBitRate | low | lowest peak bitrate among 3 variants; none matches variant gone (960x540, 500 bit/s)
            variant gone | high | highest peak bitrate among 3 variants; none matches variant gone (960x540, 500 bit/s)
            where peakBitRate > 9000 then variant mid | mid | asked for; none matches peakBitRate > 9000
            """)

    private static let codecs = """
        var avc 500 1280x720 codecs=avc1.64001f,mp4a.40.2
        var hevc 900 1920x1080 PQ codecs=hvc1.2.4.L123.B0,mp4a.40.2 supp=dvh1.08.07/db4h
        var av1 950 1920x1080 codecs=av01.0.08M.08,mp4a.40.2
        var kept 400 1280x720 codecs=avc1.4d401f,mp4a.40.2 hdcp=TYPE-1
        """

    static let playable =
        section(
            "codecs that can be played", codecs,
            """
            auto | hevc | HDR among 4 variants
            auto; plays avc1,mp4a | avc | highest peak bitrate among 2 variants // left hevc: the codec hvc1.2.4.L123.B0 cannot be played // left av1: the codec av01.0.08M.08 cannot be played
            auto; plays avc1,av01,mp4a.40.2 | av1 | highest peak bitrate among 3 variants
            auto; plays avc1,hvc1.2,mp4a | hevc | HDR among 3 variants
            auto; plays avc1,hvc1.1,mp4a | avc | highest peak bitrate among 2 variants
            auto; plays avc1.4d401f,mp4a | kept | the only variant
            auto; plays avc1.4d,mp4a | error | none of its 4 variants can be played: of avc the codec avc1.64001f cannot be played
            auto; plays avc1 | error | none of its 4 variants can be played: of avc the codec mp4a.40.2 cannot be played
            fast; plays av01,mp4a | av1 | the only variant
            where codecTypes == 'hvc1'; plays avc1,mp4a | avc | highest peak bitrate among 2 variants; none matches codecTypes == 'hvc1'
            variant hevc; plays avc1,mp4a | hevc | asked for // left hevc: the codec hvc1.2.4.L123.B0 cannot be played
            variant hevc; plays vp09 | hevc | asked for
            where supplementalCodecs BEGINSWITH 'dvh1' | hevc | the only variant that matches supplementalCodecs BEGINSWITH 'dvh1'
            where 'av01' IN videoAttributes.codecTypes | av1 | the only variant that matches codecTypes == 'av01'
            where ANY codecs BEGINSWITH[c] 'AVC1' | avc | highest peak bitrate among 2 that match codecs BEGINSWITH[c] 'AVC1'
            auto; plays avc1,mp4a; hdcp TYPE-0 | avc | the only variant // left kept: the output has no HDCP TYPE-1
            auto; plays avc1,mp4a; hdcp TYPE-0,TYPE-1 | avc | highest peak bitrate among 2 variants
            where hdcpLevel == 'TYPE-1' | kept | the only variant that matches hdcpLevel == 'TYPE-1'
            max peakBitRate; plays avc1,hvc1,mp4a | hevc | highest peak bitrate among 3 variants
            """)
        + section(
            "layouts that can be shown",
            """
            var flat 300
            var deep 500 layout=CH-STEREO
            var odd 900 layout=CH-SMELL
            var plain 400 layout=CH-MONO hdcp=NONE
            """,
            """
            auto | deep | highest peak bitrate among 3 variants // left odd: the video layout CH-SMELL cannot be shown
            best | deep | highest peak bitrate among 3 variants
            auto; flat | plain | highest peak bitrate among 2 variants // left deep: the video layout CH-STEREO cannot be shown
            where isStereoscopic == NO | plain | highest peak bitrate among 2 that match isStereoscopic == NO
            auto; hdcp TYPE-0 | deep | highest peak bitrate among 3 variants
            variant odd | odd | asked for
            """)
}
