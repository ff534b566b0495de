import HLSPlaylist
import Testing

@Suite struct `A reference in a playlist` {
    /// RFC 3986, sections 5.4.1 and 5.4.2; base `http://a/b/c/d;p?q`.
    static let examples: [(reference: String, target: String)] = [
        ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"),
        ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"), ("//g", "http://g"),
        ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"),
        ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"), (";x", "http://a/b/c/;x"),
        ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y#s"),
        ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"),
        ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"),
        ("../..", "http://a/"), ("../../", "http://a/"), ("../../g", "http://a/g"),
        ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"),
        ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
        ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
        ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
        ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
        ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"),
        ("g#s/./x", "http://a/b/c/g#s/./x"), ("g#s/../x", "http://a/b/c/g#s/../x"),
        ("http:g", "http:g"),
    ]

    @Test(arguments: examples)
    func `is resolved as RFC 3986 says`(reference: String, target: String) {
        #expect(PlaylistURL.resolve(reference, against: "http://a/b/c/d;p?q") == target)
    }

    @Test(arguments: [
        ("seg 1.ts", "https://h.example/a/m.m3u8?t=1", "https://h.example/a/seg 1.ts"),
        ("s.ts", "https://h.example", "https://h.example/s.ts"),
        ("a:b/c.ts", "https://h.example/x", "a:b/c.ts"),
        ("./a:b.ts", "https://h.example/x", "https://h.example/a:b.ts"),
        ("s.ts", "https://h.example/a/m.m3u8?path=/x/y", "https://h.example/a/s.ts"),
    ])
    func `keeps what is unusual and legal`(reference: String, base: String, target: String) {
        #expect(PlaylistURL.resolve(reference, against: base) == target)
    }

    @Test(arguments: [
        ("http://h/a/b/s1.ts", "http://h/a/b/s0.ts", "s1.ts"),
        ("http://h/a/c/s1.ts", "http://h/a/b/s0.ts", "../c/s1.ts"),
        ("http://h/s1.ts", "http://h/a/b/s0.ts", "../../s1.ts"),
        ("http://h/a/b/s1.ts", "http://h/s0.ts", "a/b/s1.ts"),
        ("http://h/a/s.ts?n=2", "http://h/a/s.ts?n=1", "s.ts?n=2"),
        ("http://h/a/x:1.ts", "http://h/a/s.ts", "./x:1.ts"),
        ("http://h/a/", "http://h/a/s.ts", "./"),
        ("http://h/a//b.ts", "http://h/a/s.ts", ".//b.ts"),
    ])
    func `is the shortest that leads from one address to another`(
        url: String, base: String, reference: String
    ) {
        #expect(PlaylistURL.relative(url, to: base) == reference)
        #expect(PlaylistURL.resolve(reference, against: base) == url)
    }

    @Test(arguments: [
        ("https://h/a", "http://h/a"), ("http://g/a", "http://h/a"),
        ("http://h:81/a", "http://h/a"),
        ("a", "http://h/a"),
    ])
    func `does not lead from one host to another`(url: String, base: String) {
        #expect(PlaylistURL.relative(url, to: base) == nil)
    }

    @Test func `has no target when neither side has a scheme`() {
        #expect(PlaylistURL.resolve("a.ts", against: "/folder/media.m3u8") == nil)
    }

    @Test func `has a scheme and an authority in lower case`() {
        #expect(PlaylistURL.scheme(of: "HTTPS://Example.ORG:8443/a") == "https")
        #expect(PlaylistURL.authority(of: "HTTPS://Example.ORG:8443/a") == "example.org:8443")
        #expect(PlaylistURL.authority(of: "https://u:p@Example.ORG/a@b") == "example.org")
        #expect(PlaylistURL.scheme(of: "a.ts") == nil)
        #expect(PlaylistURL.authority(of: "a.ts") == nil)
    }

    @Test(
        arguments: [
            ("t", "https://h/a?t=1&u=2", "1"), ("u", "https://h/a?t=1&u=a%20b", "a b"),
            ("v", "https://h/a?v", nil), ("w", "https://h/a?t=1", nil), ("t", "https://h/a", nil),
        ] as [(String, String, String?)])
    func `gives its query parameters decoded`(name: String, url: String, value: String?) {
        #expect(PlaylistURL.queryParameter(name, of: url) == value)
    }
}
