// Bitrate, size, range, score, ties, what is not declared.
extension SelectionTable {
    static let ladder = """
        var mid 500/400 960x540 25fps
        var low 200/150 480x270 25fps
        var high 900/800 1920x1080 25fps
        """

    static let bitrates = section(
        "bitrates", ladder,
        """
        auto | high | highest peak bitrate among 3 variants
        best | high | highest peak bitrate among 3 variants
        fast | low | lowest peak bitrate among 3 variants
        quality 201 | mid | lowest peak bitrate among 2 that match peakBitRate >= 201
        quality 500 | mid | lowest peak bitrate among 2 that match peakBitRate >= 500
        quality 501 | high | the only variant that matches peakBitRate >= 501
        quality 901 | high | highest peak bitrate among 3 variants; none matches peakBitRate >= 901
        quality 0 | low | lowest peak bitrate among 3 that match peakBitRate >= 0
        old | high | highest peak bitrate among 3 variants
        old bitrate=100 | low | lowest peak bitrate among 3 that match peakBitRate >= 100
        old bitrate=200 | low | lowest peak bitrate among 3 that match peakBitRate >= 200
        old bitrate=201 | mid | lowest peak bitrate among 2 that match peakBitRate >= 201
        old bitrate=900 | high | the only variant that matches peakBitRate >= 900
        old bitrate=901 | high | highest peak bitrate among 3 variants; none matches peakBitRate >= 901
        where peakBitRate < 900 | mid | highest peak bitrate among 2 that match peakBitRate < 900
        where averageBitRate < 400 | low | the only variant that matches averageBitRate < 400
        min averageBitRate | low | lowest average bitrate among 3 variants
        max averageBitRate | high | highest average bitrate among 3 variants
        """)

    static let sizes =
        section(
            "sizes",
            """
            var wide 300 1000x400
            var tall 500 400x1000
            var small 900 100x100
            var big 100 2000x1000
            """,
            """
            old size=1x1 | small | lowest presentation size among 4 that match presentationSize >= 1
            old size=100x100 | small | lowest presentation size among 4 that match presentationSize >= 10000
            old size=101x100 | tall | lowest presentation size, then highest peak bitrate among 3 that match presentationSize >= 10100
            old size=800x500 | tall | lowest presentation size, then highest peak bitrate among 3 that match presentationSize >= 400000
            old size=801x500 | big | the only variant that matches presentationSize >= 400500
            old size=2000x1000 | big | the only variant that matches presentationSize >= 2000000
            old size=9000x9000 | big | highest presentation size among 4 variants; none matches presentationSize >= 81000000
            old size=100x101 bitrate=200 | wide | lowest peak bitrate among 2 that match peakBitRate >= 200 AND presentationSize >= 10100
            old size=100x101 bitrate=600 | small | highest peak bitrate among 4 variants; none matches peakBitRate >= 600 AND presentationSize >= 10100
            max presentationSize | big | highest presentation size among 4 variants
            min presentationSize | small | lowest presentation size among 4 variants
            max presentationWidth where presentationHeight < 1000 | wide | highest width among 2 that match presentationHeight < 1000
            max presentationHeight | tall | highest height, then highest peak bitrate among 4 variants
            where videoAttributes.presentationHeight <= 400 | small | highest peak bitrate among 2 that match presentationHeight <= 400
            """)

    static let mixedRange = """
        var sdr-low 200 640x360 SDR
        var hlg 300 640x360 HLG
        var pq 400 1280x720 PQ
        var sdr-high 900 1920x1080 SDR
        """

    static let ranges =
        section(
            "ranges", mixedRange,
            """
            auto | pq | HDR, then highest peak bitrate among 4 variants
            best | pq | HDR, then highest peak bitrate among 4 variants
            fast | sdr-low | lowest peak bitrate among 4 variants
            quality 250 | hlg | lowest peak bitrate among 3 that match peakBitRate >= 250
            quality 950 | sdr-high | highest peak bitrate among 4 variants; none matches peakBitRate >= 950
            old | pq | HDR, then highest peak bitrate among 4 variants
            old sdr | sdr-high | highest peak bitrate among 2 that match isHDR == NO
            old bitrate=250 | hlg | lowest peak bitrate among 3 that match peakBitRate >= 250
            old sdr bitrate=250 | sdr-high | the only variant that matches peakBitRate >= 250 AND isHDR == NO
            old sdr bitrate=950 | sdr-high | highest peak bitrate among 2 that match isHDR == NO; none matches peakBitRate >= 950 AND isHDR == NO; none matches peakBitRate >= 950
            old bitrate=950 | sdr-high | highest peak bitrate among 4 variants; none matches peakBitRate >= 950
            where videoRange == 'HLG' | hlg | the only variant that matches videoRange == 'HLG'
            where videoAttributes.videoRange IN {'SDR'} | sdr-high | highest peak bitrate among 2 that match videoRange IN {'SDR'}
            where presentationHeight <= 360 | hlg | HDR among 2 that match presentationHeight <= 360
            where isHDR == YES AND peakBitRate < 400 | hlg | the only variant that matches isHDR == YES AND peakBitRate < 400
            max peakBitRate | sdr-high | highest peak bitrate among 4 variants
            auto; ranges SDR | sdr-high | highest peak bitrate among 2 variants // left hlg: the video range HLG cannot be shown
            auto; ranges SDR,HLG | hlg | HDR among 3 variants // left pq: the video range PQ cannot be shown
            """)
        + section(
            "ranges without HDR", ladder,
            """
            old sdr | high | highest peak bitrate among 3 that match isHDR == NO
            where isHDR == YES | high | highest peak bitrate among 3 variants; none matches isHDR == YES
            """)
        + section(
            "ranges without SDR", "var pq 9 PQ\nvar hlg 8 HLG",
            """
            old sdr | pq | highest peak bitrate among 2 variants; none matches isHDR == NO
            best; ranges SDR | pq | highest peak bitrate among 2 variants
            auto; ranges SDR | error | none of its 2 variants can be played: of pq the video range PQ cannot be shown
            """)
        + section(
            "ranges that nobody knows", "var new 9 range=HLG2\nvar old 8",
            """
            auto | old | the only variant // left new: the video range HLG2 cannot be shown
            best | old | the only variant
            """)

    static let scores =
        section(
            "scores",
            """
            var liked 300 score=2.5
            var bigger 500 score=2
            var biggest 900 score=1
            """,
            """
            auto | liked | highest SCORE among 3 variants
            old | liked | highest SCORE among 3 variants
            best | biggest | highest peak bitrate among 3 variants
            where peakBitRate >= 500 | bigger | highest SCORE among 2 that match peakBitRate >= 500
            max peakBitRate | biggest | highest peak bitrate among 3 variants
            max score | liked | highest SCORE among 3 variants
            min score | biggest | lowest SCORE among 3 variants
            where score < 2.5 | bigger | highest SCORE among 2 that match score < 2.5
            old bitrate=400 | bigger | lowest peak bitrate among 2 that match peakBitRate >= 400
            """)
        + section(
            "scores that are equal", "var a 300 score=2\nvar b 500 score=2\nvar c 900 score=1",
            "auto | b | highest SCORE, then highest peak bitrate among 3 variants")
        + section(
            "scores that one lacks", "var a 300 score=2\nvar b 500\nvar c 400 score=1",
            """
            auto | b | highest peak bitrate among 3 variants
            where score > 0 | a | highest SCORE among 2 that match score > 0
            max score | a | highest SCORE among 2 variants
            """)
        + section(
            "scores and HDR", "var sdr 900 score=3\nvar pq 400 PQ score=1\nvar pq2 300 PQ score=2",
            "auto | pq2 | HDR, then highest SCORE among 3 variants")

    static let ties =
        section(
            "ties", "var a 9/5\nvar b 9/6\nvar c 9/6 id=x",
            """
            auto | b | highest average bitrate, then first of 2 equal ones among 3 variants
            best | b | highest average bitrate, then first of 2 equal ones among 3 variants
            fast | a | lowest peak bitrate, then first of 3 equal ones among 3 variants
            quality 9 | a | lowest peak bitrate, then first of 3 equal ones among 3 that match peakBitRate >= 9
            quality 10 | b | highest average bitrate, then first of 2 equal ones among 3 variants; none matches peakBitRate >= 10
            old bitrate=9 | b | lowest peak bitrate, then highest average bitrate, then first of 2 equal ones among 3 that match peakBitRate >= 9
            max peakBitRate | b | highest peak bitrate, then highest average bitrate, then first of 2 equal ones among 3 variants
            min averageBitRate | a | lowest average bitrate among 3 variants
            where averageBitRate == 6 | b | first of 2 equal ones among 2 that match averageBitRate == 6
            """)
        + section(
            "ties with one average", "var a 9\nvar b 9/1",
            """
            auto | b | highest average bitrate among 2 variants
            best | b | highest average bitrate among 2 variants
            fast | a | lowest peak bitrate, then first of 2 equal ones among 2 variants
            """)

    static let undeclared =
        section(
            "undeclared",
            "var bare 900\nvar full 500/400 640x360 25fps SDR codecs=avc1.64001f,mp4a.40.2",
            """
            auto | bare | highest peak bitrate among 2 variants
            where averageBitRate > 0 | full | the only variant that matches averageBitRate > 0
            where averageBitRate < 500 | bare | highest peak bitrate among 2 that match averageBitRate < 500
            where averageBitRate >= 0 AND averageBitRate < 500 | full | the only variant that matches averageBitRate >= 0 AND averageBitRate < 500
            where presentationHeight <= 720 | bare | highest peak bitrate among 2 that match presentationHeight <= 720
            where presentationHeight > 0 | full | the only variant that matches presentationHeight > 0
            where videoRange == 'SDR' | bare | highest peak bitrate among 2 that match videoRange == 'SDR'
            where frameRate < 0 | bare | the only variant that matches nominalFrameRate < 0
            where codecs CONTAINS 'avc1' | full | the only variant that matches codecs CONTAINS 'avc1'
            where codecs != 'mp4a.40.2' | bare | the only variant that matches codecs != 'mp4a.40.2'
            where channelCount < 0 | bare | highest peak bitrate among 2 that match channelCount < 0
            where score >= 0 | bare | highest peak bitrate among 2 variants; none matches score >= 0
            min averageBitRate | full | the only variant that declares its average bitrate
            min presentationSize | full | the only variant that declares its presentation size
            max nominalFrameRate | full | the only variant that declares its frame rate
            max score | bare | highest peak bitrate among 2 variants; none matches a declared score
            old size=1x1 | full | the only variant that matches presentationSize >= 1
            old size=999x999 | full | the only variant that declares its presentation size; none matches presentationSize >= 998001
            auto; plays avc1,mp4a | bare | highest peak bitrate among 2 variants
            """)
        + section(
            "undeclared bandwidth", "var none 0/50\nvar some 100/80",
            """
            auto | some | highest peak bitrate among 2 variants
            fast | some | the only variant that declares its peak bitrate
            where peakBitRate < 0 | none | the only variant that matches peakBitRate < 0
            """)
        + section(
            "nothing", "iframe i 9\naudio a g en 2 D",
            """
            auto | error | it lists no variant
            best | error | it lists no variant
            """)
}
