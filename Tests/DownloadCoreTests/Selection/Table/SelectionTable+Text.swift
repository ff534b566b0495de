// Subtitles, closed captions, forced subtitles, accessibility.
extension SelectionTable {
    private static let subtitled = """
        audio en2 a en 2 D
        audio fr2 a fr 2 A
        subs s-en t en A
        subs s-fr t fr A
        subs s-de t de
        subs f-en t en F A name=en-forced
        subs f-fr t fr F A name=fr-forced
        cc CC1 c en A name=en-cc
        cc CC3 c es A name=es-cc
        var v 9 a=a s=t c=c
        """

    static let text =
        section(
            "text", subtitled,
            """
            auto | v en2 s-en f-en | s-en: AUTOSELECT=YES in the language of the audio, en // f-en: forced subtitles in the language of the audio, en
            auto; unforced | v en2 s-en | s-en: AUTOSELECT=YES in the language of the audio, en
            best | v en2 s-en | s-en: AUTOSELECT=YES in the language of the audio, en
            old | v en2 s-en f-en | f-en: forced subtitles in the language of the audio, en
            auto; prefer fr | v fr2 s-fr f-fr | s-fr: fr is preferred // f-fr: forced subtitles in the language of the audio, fr
            auto; prefer fr-CA | v fr2 s-fr f-fr | s-fr: fr is the nearest to fr-CA
            auto; prefer de | v en2 s-en f-en | s-en: AUTOSELECT=YES in the language of the audio, en
            auto; prefer es | v en2 f-en | es-cc: es is preferred
            auto; prefer ja,fr | v fr2 s-fr f-fr | s-fr: fr is preferred
            auto; text none | v en2 f-en | f-en: forced subtitles in the language of the audio, en
            auto; text none; unforced | v en2 | en2: DEFAULT=YES
            auto; text in de | v en2 s-de f-en | s-de: de is asked for
            auto; text in ja | v en2 s-en f-en | s-en: AUTOSELECT=YES in the language of the audio, en, since there is no ja
            auto; text in ja,de-AT | v en2 s-de f-en | s-de: de is asked for
            auto; text named de; unforced | v en2 s-de | s-de: asked for
            auto; text named fr-forced; unforced | v en2 f-fr | f-fr: asked for
            auto; text named es-cc; unforced | v en2 | es-cc: asked for
            auto; text named gone; unforced | v en2 s-en | s-en: AUTOSELECT=YES in the language of the audio, en, since there is no 'gone'
            auto; audio in fr; unforced | v fr2 s-fr | s-fr: AUTOSELECT=YES in the language of the audio, fr
            auto; audio in fr; text in de | v fr2 s-de f-fr | fr2: fr is asked for
            auto; and in de; unforced | v en2 s-en s-de | s-de: de is asked for // en2: DEFAULT=YES
            auto; and in fr; unforced | v en2 fr2 s-en s-fr | s-fr: fr is asked for
            auto; audio none | v | the only variant
            """)
        + section(
            "text with a default",
            """
            audio en2 a en 2 D
            subs s-en t en A
            subs s-fr t fr D
            var v 9 a=a s=t
            var w 8 a=a
            """,
            """
            auto | v en2 s-fr | s-fr: DEFAULT=YES
            best | v en2 s-fr | s-fr: DEFAULT=YES
            auto; prefer en | v en2 s-en | s-en: en is preferred
            fast | w en2 | lowest peak bitrate among 2 variants
            auto; text none | v en2 | en2: DEFAULT=YES
            """)
        + section(
            "text without a language of the audio",
            "audio a2 a - 2 D name=x\nsubs s t en A\nsubs f t en F A name=f\nvar v 9 a=a s=t",
            """
            auto | v a2 | a2: DEFAULT=YES
            auto; prefer en | v a2 s | s: en is preferred
            """)
        + section(
            "text that is forced alone",
            "audio a2 a en-US 2 D\nsubs f t en F D name=f\nvar v 9 a=a s=t",
            """
            auto | v a2 f | f: forced subtitles in the language of the audio, en-US
            best | v a2 | a2: DEFAULT=YES
            auto; prefer fr | v a2 f | f: forced subtitles in the language of the audio, en-US
            auto; audio none | v | the only variant
            """)
        + section(
            "text that only claims to be forced",
            "audio a2 a en 2 D\ncc CC1 c en F A\nvar v 9 a=a c=c",
            "auto | v a2 | no CC1")
        + section(
            "text that nobody may choose",
            "audio a2 a en 2 D\nsubs s t en\nvar v 9 a=a s=t",
            """
            auto | v a2 | no s
            auto; prefer en | v a2 | no s
            auto; text in en | v a2 s | s: en is asked for
            """)
        + section(
            "text that is forced and asked for",
            "audio a2 a en 2 D\nsubs f t en F name=f\nvar v 9 a=a s=t",
            "auto; text named f | v a2 f | f: asked for")
        + section(
            "text in another script",
            "audio zh a zh 2 D\nsubs hans t zh-Hans A name=1\nsubs hant t zh-Hant A name=2\nvar v 9 a=a s=t",
            """
            auto; prefer zh-TW | v zh hant | hant: zh-Hant is the nearest to zh-TW
            auto; prefer zh-Hans-SG | v zh hans | hans: zh-Hans is the nearest to zh-Hans-SG
            auto; prefer zh | v zh hans | hans: zh-Hans is the nearest to zh
            """)

    static let accessibility =
        section(
            "accessibility",
            """
            audio dv a en 2 A x=public.accessibility.describes-video name=described
            audio en2 a en 2 A
            audio fr-dv a fr 2 A x=public.accessibility.describes-video name=décrit
            subs sdh t en A name=sdh x=public.accessibility.transcribes-spoken-dialog x=public.accessibility.describes-music-and-sound
            subs s-en t en A
            subs easy t en A name=easy x=public.easy-to-read
            subs fr-sdh t fr A name=fr-sdh x=public.accessibility.transcribes-spoken-dialog
            var v 9 a=a s=t
            """,
            """
            auto | v en2 s-en | en2: AUTOSELECT=YES // s-en: AUTOSELECT=YES in the language of the audio, en
            auto; wants describes-video | v dv s-en | dv: AUTOSELECT=YES
            auto; wants describes-video; prefer en | v dv s-en | dv: en is preferred
            auto; wants describes-video; prefer fr | v fr-dv fr-sdh | fr-dv: fr is preferred
            auto; prefer fr | v en2 fr-sdh | en2: AUTOSELECT=YES // fr-sdh: fr is preferred
            auto; wants transcribes-spoken-dialog | v en2 sdh | sdh: AUTOSELECT=YES in the language of the audio, en
            auto; wants easy-to-read; prefer en | v en2 easy | easy: en is preferred
            auto; text in en with describes-music-and-sound | v en2 sdh | sdh: en is asked for
            auto; text with easy-to-read | v en2 easy | easy: fits the criteria
            auto; audio with describes-video | v dv s-en | dv: fits the criteria
            auto; audio in fr with describes-video | v fr-dv fr-sdh | fr-dv: fr is asked for
            auto; audio in fr | v en2 s-en | en2: AUTOSELECT=YES, since there is no fr
            auto; audio named described | v dv s-en | dv: asked for
            best | v en2 s-en | en2: AUTOSELECT=YES
            """)
        + section(
            "accessibility beside a default",
            """
            audio en2 a en 2 D
            audio dv a en 2 A x=public.accessibility.describes-video name=described
            subs sdh t en A name=sdh x=public.accessibility.transcribes-spoken-dialog
            subs plain t en name=plain
            var v 9 a=a s=t
            """,
            """
            auto | v en2 sdh | sdh: AUTOSELECT=YES in the language of the audio, en
            auto; prefer en | v en2 sdh | sdh: en is preferred
            auto; text in en | v en2 plain | plain: en is asked for
            auto; wants describes-video | v dv sdh | dv: in the language of 'en', DEFAULT=YES
            """)
        + section(
            "accessibility alone",
            "audio dv a en 2 D x=public.accessibility.describes-video\nvar v 9 a=a",
            "auto | v dv | dv: DEFAULT=YES")
        + section(
            "accessibility by default",
            "audio a2 a en 2 D\nsubs sdh t en D name=sdh x=public.accessibility.transcribes-spoken-dialog\nsubs s t en A\nvar v 9 a=a s=t",
            """
            auto | v a2 sdh | sdh: DEFAULT=YES
            auto; prefer en | v a2 sdh | sdh: en is preferred
            """)
}
