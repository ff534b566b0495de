// Stereo and multichannel, lossless, languages of audio.
extension SelectionTable {
    /// One video with a stereo and a surround group, and a smaller one in stereo.
    static let film = """
        audio fr2 st fr 2 A
        audio en2 st en 2 D
        audio en6 su en 6 D
        audio fr6 su fr 6 A
        var high 900/800 1920x1080 a=st
        var high 980/880 1920x1080 a=su
        var low 200/150 480x270 a=st
        """

    static let channels =
        section(
            "channels", film,
            """
            auto | high en2 en6 | highest peak bitrate among 3 variants // en2: DEFAULT=YES // en6: most channels, 6
            best | high en2 en6 | en2: DEFAULT=YES // en6: most channels, 6
            fast | low en2 | en2: DEFAULT=YES
            quality 300 | high en2 en6 | lowest peak bitrate among 2 that match peakBitRate >= 300
            old | high en2 en6 | highest peak bitrate among 3 variants
            old stereo | high en2 | en2: DEFAULT=YES
            auto; stereo | high en2 | highest peak bitrate among 3 variants
            old bitrate=100 | low en2 | lowest peak bitrate among 3 that match peakBitRate >= 100
            where channelCount == 2 | high en2 | highest peak bitrate among 2 that match channelCount == 2
            where channelCount > 2 | high en6 | the only variant that matches channelCount > 2
            where audioAttributes.channelCount >= 2 | high en2 en6 | highest peak bitrate among 3 that match channelCount >= 2
            max channelCount | high en6 | highest channel count among 3 variants
            min channelCount | high en2 | lowest channel count, then highest peak bitrate among 3 variants
            where peakBitRate < 950 | high en2 en6 | highest peak bitrate among 2 that match peakBitRate < 950
            variant high | high en2 | asked for
            variant low | low en2 | asked for
            auto; audio none | high | highest peak bitrate among 3 variants
            auto; audio named fr | high fr2 fr6 | fr2: asked for // fr6: most channels, 6
            auto; and in fr | high en2 en6 fr2 fr6 | en2: DEFAULT=YES // fr2: fr is asked for // fr6: most channels, 6
            auto; stereo; and in fr | high en2 fr2 | fr2: fr is asked for
            """)
        + section(
            "channels in one group",
            """
            audio a1 g en 1 name=mono
            audio a2 g en 2 A name=two
            audio a6 g en 6 name=six
            audio a8 g en 8 name=eight
            audio o6 other en 16 D
            var v 9 a=g
            """,
            """
            auto | v a2 a8 | a2: AUTOSELECT=YES // a8: most channels, 8
            best | v a2 a8 | a8: most channels, 8
            auto; stereo | v a2 | a2: AUTOSELECT=YES
            auto; audio named six | v a6 | a6: asked for
            auto; audio named mono | v a1 | a1: asked for
            """)
        + section(
            "channels that are not declared",
            "audio x g en - D\naudio y g en 6 name=y\nvar v 9 a=g",
            """
            auto | v x y | x: DEFAULT=YES // y: most channels, 6
            where channelCount == 6 | v x y | the only variant that matches channelCount == 6
            """)
        + section(
            "channels without stereo",
            "audio a6 g en 6 D\naudio a8 g en 8 name=b\naudio fr2 g fr 2\nvar v 9 a=g",
            """
            auto | v a6 a8 | a6: DEFAULT=YES // a8: most channels, 8
            auto; stereo | v a6 | a6: DEFAULT=YES
            fast | v a6 | a6: DEFAULT=YES
            """)
        + section(
            "channels of objects and ears",
            """
            audio bin g en 2/-/BINAURAL name=bin D
            audio st g en 2
            audio wide g en 16
            audio atmos g en 16/JOC
            var v 9 a=g
            """,
            """
            auto | v st atmos | st: in the language of 'bin', DEFAULT=YES // atmos: most channels, 16
            where isAtmos == YES AND isBinaural == YES | v st atmos | the only variant that matches isAtmos == YES AND isBinaural == YES
            where isImmersive == YES OR isDownmix == YES | v st atmos | the only variant; none matches isImmersive == YES OR isDownmix == YES
            auto; audio named bin | v bin | bin: asked for
            """)
        + section(
            "groups that are not there, and audio inside the video",
            """
            audio - in en 2 D
            audio ac in fr 2 name=fr A
            var none 500
            var gone 600 a=nowhere
            var inside 400 a=in
            """,
            """
            auto | gone | highest peak bitrate among 3 variants
            min peakBitRate | inside | lowest peak bitrate among 3 variants // en: DEFAULT=YES
            variant inside; prefer fr | inside ac | ac: fr is preferred
            variant none; prefer fr | none | asked for
            """)
        + section(
            "groups of other variants",
            """
            audio x-en x en 2 D
            audio y-fr y fr 2 D
            audio y-en y en 6 A
            var high 900 a=x
            var low 200 a=y
            """,
            """
            auto | high x-en | x-en: DEFAULT=YES
            fast | low y-fr | y-fr: DEFAULT=YES
            fast; plays x | low y-fr | lowest peak bitrate among 2 variants
            auto; audio in fr | high x-en | x-en: DEFAULT=YES, since there is no fr
            min peakBitRate; audio in en | low y-en | y-en: en is asked for
            """)

    static let lossless =
        section(
            "lossless",
            """
            audio aac aac en 2 D
            audio aac6 ec en 6 D
            audio alac alac en 2 D
            audio flac8 flac en 8 D
            var v 500 1280x720 a=aac codecs=avc1.64001f,mp4a.40.2
            var v 600 1280x720 a=ec codecs=avc1.64001f,ec-3
            var v 700 1280x720 a=alac codecs=avc1.64001f,alac
            var v 800 1280x720 a=flac codecs=avc1.64001f,fLaC
            """,
            """
            auto | v aac aac6 | lossy audio, then highest peak bitrate among 4 variants // aac6: most channels, 6
            old | v aac aac6 | lossy audio, then highest peak bitrate among 4 variants
            old lossless | v alac flac8 | highest peak bitrate among 2 that match isLossless == YES // flac8: most channels, 8
            old lossless stereo | v alac | highest peak bitrate among 2 that match isLossless == YES
            old lossless bitrate=650 | v alac flac8 | lowest peak bitrate among 2 that match peakBitRate >= 650 AND isLossless == YES
            old lossless bitrate=750 | v flac8 | the only variant that matches peakBitRate >= 750 AND isLossless == YES
            where 'alac' IN formatIDs | v alac | the only variant that matches formatIDs == 'alac'
            where formatIDs == 'ec-3' | v aac6 | the only variant that matches formatIDs == 'ec-3'
            best | v aac flac8 | highest peak bitrate among 4 variants
            auto; plays avc1,mp4a,alac | v aac | lossy audio among 2 variants // left v: the codec ec-3 cannot be played
            auto; plays avc1,alac | v alac | the only variant
            """)
        + section(
            "lossless that is not there", film,
            "old lossless | high en2 en6 | highest peak bitrate among 3 variants; none matches isLossless == YES"
        )

    static let languages =
        section(
            "languages of audio",
            """
            audio en g en 2 D
            audio gb g en-GB 2 A
            audio fr g fr-CA 2 A
            audio hans g zh-Hans 2 A
            audio pt g pt 2
            audio und g - 2 A name=und
            var v 9 a=g
            """,
            """
            auto | v en | en: DEFAULT=YES
            auto; prefer fr | v fr | fr: fr-CA is the nearest to fr
            auto; prefer fr-CA | v fr | fr: fr-CA is preferred
            auto; prefer fr-FR | v fr | fr: fr-CA is the nearest to fr-FR
            auto; prefer en | v en | en: en is preferred
            auto; prefer en-GB | v gb | gb: en-GB is preferred
            auto; prefer en-US | v en | en: en is the nearest to en-US
            auto; prefer en-AU,fr | v en | en: en is the nearest to en-AU
            auto; prefer ja,fr,en | v fr | fr: fr-CA is the nearest to fr
            auto; prefer ja | v en | en: DEFAULT=YES
            auto; prefer zh-Hant-TW | v hans | hans: zh-Hans is the nearest to zh-Hant-TW
            auto; prefer pt | v en | en: DEFAULT=YES
            auto; audio in pt | v pt | pt: pt is asked for
            auto; audio in ja,pt-BR | v pt | pt: pt is asked for
            auto; audio in ja | v en | en: DEFAULT=YES, since there is no ja
            auto; audio in ja; prefer fr | v fr | fr: fr-CA is the nearest to fr, since there is no ja
            auto; audio named gone; prefer fr | v fr | fr: fr-CA is the nearest to fr, since there is no 'gone'
            auto; audio named und | v und | und: asked for
            best; prefer fr | v en | en: DEFAULT=YES
            old; prefer fra | v fr | fr: fr-CA is the nearest to fra
            """)
        + section(
            "languages without a default", "audio a g de 2\naudio b g en 2 A\nvar v 9 a=g",
            """
            auto | v b | b: AUTOSELECT=YES
            auto; prefer de | v b | b: AUTOSELECT=YES
            auto; audio in de | v a | a: de is asked for
            """)
        + section(
            "languages without marks", "audio a g de 2\naudio b g en 2\nvar v 9 a=g",
            "auto | v a | a: first in the playlist")
}
