import Testing

/// A shape of text that asks for more than its size: repeated until it has so many bytes.
struct HostileText: Sendable, CustomTestStringConvertible {
    var name: String
    var head = "#EXTM3U\n#EXT-X-VERSION:13\n#EXT-X-TARGETDURATION:4\n"
    /// A piece of the text; its argument is unique.
    var piece: @Sendable (Int) -> String
    var tail = "\n"

    var testDescription: String { name }

    func bytes(_ count: Int) -> [UInt8] {
        var text = Array(head.utf8)
        text.reserveCapacity(count + 4_096)
        var index = 0
        while text.count < count {
            text += piece(index).utf8
            index += 1
        }
        return text + tail.utf8
    }

    static let all =
        ofSegments + ofMetadata + ofAttributes + ofVariables + ofMultivariantPlaylists

    private static let ofSegments = [
        HostileText(name: "empty lines") { _ in "\n" },
        HostileText(name: "blanks") { _ in " \n" },
        HostileText(name: "one line without end") { _ in "#EXTINF:1," },
        HostileText(name: "the shortest segments") { _ in "#EXTINF:1,\na\n" },
        HostileText(name: "durations that are none") { _ in "#EXTINF:x\na\n" },
        HostileText(name: "invalid UTF-8") { _ in "#EXTINF:1,\u{FFFD}\u{85}\na\n" },
        HostileText(name: "keys that change") { "#EXT-X-KEY:METHOD=AES-128,URI=\"\($0)\"\na\n" },
        HostileText(name: "keys nobody uses") {
            "#EXT-X-KEY:METHOD=AES-128,URI=\"\($0)\",KEYFORMAT=\"\($0 % 16)\"\n"
        },
        HostileText(name: "keys with a KEYFORMAT of their own") {
            "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",KEYFORMAT=\"\($0)\"\n"
        },
        HostileText(name: "sixteen keys that change") {
            "#EXT-X-KEY:METHOD=AES-128,URI=\"\($0)\",KEYFORMAT=\"\($0 % 16)\"\n#EXTINF:1,\na\n"
        },
        HostileText(name: "init sections that change") { "#EXT-X-MAP:URI=\"\($0)\"\n" },
        HostileText(name: "discontinuities") { _ in "#EXT-X-DISCONTINUITY\n" },
        HostileText(name: "parts without segment") { _ in "#EXT-X-PART:DURATION=1,URI=\"p\"\n" },
        HostileText(name: "byte ranges") { _ in "#EXTINF:1,\n#EXT-X-BYTERANGE:1\na\n" },
    ]

    private static let ofMetadata = [
        HostileText(name: "dates") { _ in "#EXT-X-PROGRAM-DATE-TIME:\n" },
        HostileText(name: "date ranges with one ID") { _ in "#EXT-X-DATERANGE:ID=\"a\"\n" },
        HostileText(name: "date ranges of one class") {
            "#EXT-X-DATERANGE:ID=\"\($0)\",CLASS=\"c\",START-DATE=\"2026-05-01T00:00:00Z\",DURATION=9,END-ON-NEXT=YES\n"
        },
        HostileText(name: "unknown tags") { _ in "#EXT-X\n" },
        HostileText(name: "header tags again") { _ in "#EXT-X-ENDLIST\n" },
        HostileText(name: "hints") { "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"\($0)\"\n" },
        HostileText(name: "reports") { _ in "#EXT-X-RENDITION-REPORT:URI=\"r\"\n" },
    ]

    private static let ofAttributes = [
        HostileText(name: "one attribute again", head: "#EXTM3U\n#EXT-X-START:") { _ in "A=1," },
        HostileText(name: "commas", head: "#EXTM3U\n#EXT-X-START:") { _ in "," },
        HostileText(name: "equals signs", head: "#EXTM3U\n#EXT-X-START:") { _ in "=" },
        HostileText(name: "quotes", head: "#EXTM3U\n#EXT-X-START:") { _ in "\"" },
        HostileText(name: "names without value", head: "#EXTM3U\n#EXT-X-START:") { _ in "A " },
        HostileText(name: "many attributes in many tags") { _ in
            "#EXT-X-MAP:" + (0..<200).map { "A\($0)=" }.joined(separator: ",") + "\n"
        },
        HostileText(name: "client attributes") { _ in
            "#EXT-X-DATERANGE:ID=\"d\"," + (0..<200).map { "X-\($0)=1" }.joined(separator: ",")
                + "\n"
        },
    ]

    private static let variables = (0..<900).map {
        "#EXT-X-DEFINE:NAME=\"name-of-variable-\($0)\",VALUE=\"\"\n"
    }.joined()

    private static let ofVariables = [
        HostileText(name: "the last variable of many", head: "#EXTM3U\n" + variables) { _ in
            "{$name-of-variable-899}"
        },
        HostileText(name: "variables that are not defined") { _ in "{$n}" },
        HostileText(name: "variables that never end") { _ in "{$" },
        HostileText(name: "variable names that never end", head: "#EXTM3U\n{$") { _ in "n" },
    ]

    private static let multivariant = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv\n"

    private static let ofMultivariantPlaylists = [
        HostileText(name: "addresses without variant", head: multivariant) { _ in "v\n" },
        HostileText(name: "session data", head: multivariant) {
            "#EXT-X-SESSION-DATA:DATA-ID=\"\($0)\",VALUE=\"v\"\n"
        },
        HostileText(name: "session keys", head: multivariant) {
            "#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"\($0)\"\n"
        },
        HostileText(name: "renditions of one group", head: multivariant) {
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"\($0)\",AUTOSELECT=YES\n"
        },
        HostileText(name: "groups of one rendition", head: multivariant) {
            $0 % 2 == 0
                ? "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"\($0)\"\n"
                : "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"\($0)\",NAME=\"n\"\n"
        },
        HostileText(name: "variants", head: multivariant) { _ in "#EXT-X-STREAM-INF:\nv\n" },
        HostileText(name: "variants of I-frames", head: multivariant) { _ in
            "#EXT-X-I-FRAME-STREAM-INF:URI=\"i\",VIDEO=\"g\"\n"
        },
        HostileText(name: "codecs", head: "#EXTM3U\n#EXT-X-STREAM-INF:CODECS=\"") { _ in "a," },
    ]
}
