// Redundant variants, pathways, auxiliary content, views.
extension SelectionTable {
    static let redundant =
        section(
            "redundant variants",
            """
            audio en1 a1 en 2 D
            audio en2 a2 en 2 D
            subs s1 t1 en A
            subs s2 t2 en A
            var v1 900/800 1280x720 a=a1 s=t1
            var v2 900/800 1280x720 a=a2 s=t2
            var w1 200 640x360 a=a1 s=t1
            var w2 200 640x360 a=a2 s=t2
            var v3 900/800 1280x720 a=a1 s=t1
            """,
            """
            auto | v1 en1 s1 | highest peak bitrate among 2 variants // also v1: v2 v3 // also en1: en2 // also s1: s2
            best | v1 en1 s1 | highest peak bitrate among 2 variants // also v1: v2 v3
            fast | w1 en1 s1 | lowest peak bitrate among 2 variants // also w1: w2
            variant v2; aux auto | v2 en2 s2 | aux 1: video that is fetched already among 2 variants
            variant w2; aux where peakBitRate > 500 | w2 v1 en2 en1 s2 s1 | aux 1: the only variant that matches peakBitRate > 500
            variant v2 | v2 en2 s2 | asked for // also v2: v1 v3 // also en2: en1
            where peakBitRate > 500 | v1 en1 s1 | the only variant that matches peakBitRate > 500
            """)
        + section(
            "variants that only look redundant",
            """
            audio en a1 en 2 D
            audio fr a2 fr 2 D
            var a 900
            var b 900 25fps
            var c 900 a=a1
            var d 900 a=a2
            var e 900 id=x
            var f 900 id=y
            """,
            """
            auto | a | first of 6 equal ones among 6 variants // also a: -
            where stableVariantID == 'y' | f | the only variant that matches stableVariantID == 'y' // also f: -
            where audioLanguages == 'fr' | d fr | the only variant that matches audioLanguages == 'fr'
            where uri == 'c' | c en | also c: - // also en: -
            """)
        + section(
            "redundant audio of one video",
            """
            audio main a1 en 2 D
            audio spare a2 en 2 D
            audio main6 b1 en 6 D
            audio spare6 b2 en 6 D
            var v 900 a=a1
            var v 900 a=a2
            var v 980 a=b1
            var v 980 a=b2
            """,
            """
            auto | v main main6 | highest peak bitrate among 2 variants // also v: - // also main: spare // also main6: spare6
            where channelCount == 2 | v main | the only variant that matches channelCount == 2 // also main: spare
            """)
        + section(
            "redundant audio with stable ids",
            """
            audio main a1 en 2 D id=m
            audio spare a2 en 2 D id=s
            var v 900 a=a1
            var w 900 a=a2
            """,
            "auto | v main | the only variant // also v: w // also main: spare")
        + section(
            "redundant audio of one name",
            """
            audio en-1 a1 en 2 D name=n
            audio fr-1 a1 fr 2 name=n
            audio en6-1 a1 en 6 name=n
            audio en-2 a2 en 2 D name=n
            audio fr-2 a2 fr 2 name=n
            audio en6-2 a2 en 6 name=n
            var v 900 a=a1
            var w 900 a=a2
            """,
            "auto | v en-1 en6-1 | also en-1: en-2 // also en6-1: en6-2")
        + section(
            "a video whose twin comes first",
            """
            audio st a en 2 D
            audio su b en 6 D
            var one 500 a=a
            var two 500 a=a
            var two 900 a=b
            """,
            """
            auto | two st su | highest peak bitrate among 2 variants // also two: -
            best | two st su | highest peak bitrate among 2 variants
            """)

    private static let steered = """
        steer west
        audio e-en ea en 2 D
        audio w-en wa en 2 D
        var e-high 900 a=ea path=east id=high
        var e-low 200 a=ea path=east id=low
        var w-high 900 a=wa path=west id=high
        var w-low 200 a=wa path=west id=low
        var e-only 990 a=ea path=east
        """

    static let pathways =
        section(
            "pathways", steered,
            """
            auto | w-high w-en | highest peak bitrate among 2 variants // also w-high: e-high // also w-en: e-en // left e-only: it is on the pathway east
            best | w-high w-en | highest peak bitrate among 2 variants
            fast | w-low w-en | lowest peak bitrate among 2 variants // also w-low: e-low
            auto; pathway east | e-only e-en | highest peak bitrate among 3 variants // also e-en: w-en
            min peakBitRate; pathway east | e-low e-en | also e-low: w-low
            auto; pathway north | w-high w-en | highest peak bitrate among 2 variants
            variant e-high | e-high e-en | asked for // also e-high: w-high
            variant e-only | e-only e-en | asked for // left e-only: it is on the pathway east
            where pathwayID == 'east' | w-high w-en | highest peak bitrate among 2 variants; none matches pathwayID == 'east'
            """)
        + section(
            "pathways without a first one",
            "steer\nvar a 100 path=x\nvar b 900 path=y\nvar c 50 path=x",
            "auto | a | highest peak bitrate among 2 variants // left b: it is on the pathway y")
        + section(
            "pathways that are not there", "steer z\nvar a 100\nvar b 900 path=y",
            "auto | a | the only variant // left b: it is on the pathway y")
        + section(
            "pathways that cannot be played",
            "steer x\nvar a 100 path=x codecs=vp09\nvar b 90 path=y codecs=avc1",
            """
            auto; plays avc1 | b | the only variant // left a: the codec vp09 cannot be played
            auto | a | the only variant // left b: it is on the pathway y
            """)
        + section(
            "pathways without steering", "var a 100 path=x\nvar b 900 path=y\nvar c 100 path=z",
            """
            auto | b | highest peak bitrate among 2 variants
            min peakBitRate | a | also a: c
            where pathwayID == 'y' | b | the only variant that matches pathwayID == 'y'
            auto; pathway x | a | the only variant // left b: it is on the pathway y // also a: c
            """)

    static let auxiliary =
        section(
            "auxiliary content", film,
            """
            auto; aux auto, audio in fr | high en2 en6 fr2 fr6 | aux 1: video that is fetched already, then highest peak bitrate among 3 variants // fr2: fr is asked for
            auto; aux auto, audio in fr, stereo | high en2 en6 fr2 | fr2: fr is asked for
            min peakBitRate; aux auto | low en2 | aux 1: video that is fetched already among 3 variants
            min peakBitRate; aux auto; each | low high en2 en6 | aux 1: highest peak bitrate among 3 variants
            min peakBitRate; aux where channelCount > 2 | low high en2 en6 | aux 1: the only variant that matches channelCount > 2
            min peakBitRate; aux max peakBitRate | low high en2 en6 | aux 1: highest peak bitrate among 3 variants
            where channelCount == 2; aux where channelCount > 2 | high en2 en6 | aux 1: the only variant that matches channelCount > 2
            auto; aux where peakBitRate < 950 | high en2 en6 | aux 1: video that is fetched already among 2 that match peakBitRate < 950
            auto; aux variant low | high low en2 en6 | aux 1: asked for
            auto; stereo; aux auto, audio in fr; aux auto | high en2 fr2 fr6 en6 | aux 2: video that is fetched already, then highest peak bitrate among 3 variants
            """)

    static let views = section(
        "views",
        """
        view - cam Main D
        view goal cam Goal A
        view bench cam Bench
        audio en2 a en 2 D
        var v 900 v=cam a=a
        var w 200
        """,
        """
        auto | v en2 | highest peak bitrate among 2 variants
        auto; view named Goal | goal en2 | goal: asked for
        auto; view named Main | v en2 | Main: asked for
        auto; view named gone | v en2 | en2: DEFAULT=YES
        min peakBitRate; view named Goal | w | lowest peak bitrate among 2 variants
        """)
}
