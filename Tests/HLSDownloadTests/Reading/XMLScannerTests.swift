@testable import HLSDownload
import Testing

@Suite struct `The reader of XML` {
    static func events(_ text: String) throws -> [XMLScanner.Event] {
        var scanner = try XMLScanner(Array(text.utf8))
        var events: [XMLScanner.Event] = []
        while let event = try scanner.next() { events.append(event) }
        return events
    }

    @Test func `gives elements, attributes and text in order`() throws {
        let text = """
            \u{FEFF}<?xml version="1.0" encoding="UTF-8"?>
            <!-- a comment -->
            <a x="1" y = '&lt;&#65;&#x42;&quot;'>
              some &amp; more
              <b:c/>
            </a>

            """
        #expect(
            try Self.events(text) == [
                .start(name: "a", attributes: ["x": "1", "y": "<AB\""]), .text("some & more"),
                .start(name: "b:c", attributes: [:]), .end, .end,
            ])
    }

    @Test(arguments: [
        ("", "there is no element"),
        ("<a>", "the text ends inside <a>"),
        ("<a></b>", "<a> is ended by </b>"),
        ("</a>", "</a> ends nothing"),
        ("<a/><b/>", "there is a second root element"),
        ("<a/>text", "there is text outside of the root element"),
        ("<a x=1/>", "the value of x has no quotes"),
        ("<a x/>", "the attribute x has no value"),
        ("<a x='1' x='2'/>", "<a> has the attribute x twice"),
        ("<a x='1'y='2'/>", "there is no space before an attribute of <a>"),
        ("<a x='<'/>", "there is a < in the value of x"),
        ("<a x='1", "the value of x has no end"),
        ("<a", "<a has no end"),
        ("<a>&b;</a>", "&b; stands for no character that XML itself knows"),
        ("<a>&#0;</a>", "&#0; stands for no character that XML itself knows"),
        ("<a>&#xD800;</a>", "&#xD800; stands for no character that XML itself knows"),
        ("<a>& b</a>", "there is an & that begins nothing"),
        ("<!DOCTYPE a><a/>", "document types, entities and CDATA are not read"),
        ("<a><![CDATA[x]]></a>", "document types, entities and CDATA are not read"),
        ("<a><?b?></a>", "processing instructions are not read"),
        ("<?xml version='1.0' encoding='UTF-16'?><a/>", "its encoding is not UTF-8"),
        ("<!-- ", "the text ends inside a comment"),
        ("< a/>", "there is no name where one has to be"),
    ])
    func `refuses what is not well-formed, and what it does not read`(
        text: String, reason: String
    ) {
        let fault = #expect(throws: XMLFault.self) { try Self.events(text) }
        #expect(fault?.reason == reason)
    }

    @Test func `names the line`() {
        let fault = #expect(throws: XMLFault.self) { try Self.events("<a>\n\n<b></a>") }
        #expect(fault?.description == "line 3: <b> is ended by </a>")
    }

    @Test func `is bounded in depth and attributes`() {
        let deep = String(repeating: "<a>", count: XMLScanner.deepest + 1)
        let first = #expect(throws: XMLFault.self) { try Self.events(deep) }
        #expect(first?.reason == "elements are nested deeper than 32")
        let wide = "<a " + (0...XMLScanner.mostAttributes).map { "x\($0)='' " }.joined() + "/>"
        let second = #expect(throws: XMLFault.self) { try Self.events(wide) }
        #expect(second?.reason == "<a> has more than 64 attributes")
    }

    @Test func `refuses bytes that are no text`() {
        let fault = #expect(throws: XMLFault.self) {
            var scanner = try XMLScanner(Array("<a>".utf8) + [0xFF] + Array("</a>".utf8))
            while try scanner.next() != nil {}
        }
        #expect(fault?.reason == "it is no UTF-8")
    }
}

@Suite struct `A name in a package` {
    @Test(arguments: [
        ("", "it is empty"), ("/etc/passwd", "it is absolute"), ("../a", "it leads upward"),
        ("a/../../b", "it leads upward"), ("a//b", "it has a component that names nothing"),
        ("a/", "it has a component that names nothing"),
        ("./a", "it has a component that names nothing"),
        ("a\u{0}b", "it has a control character"),
        ("a/b/c/d/e/f/g/h/i", "it has more than 8 components"),
        (String(repeating: "a", count: 1025), "it has more than 1024 bytes"),
    ])
    func `is refused when it could lead elsewhere`(name: String, reason: String) {
        #expect(PackagePath.fault(in: name) == reason)
    }

    @Test(arguments: ["a", "0-1/00000.ts", "a b/ü.mp4", "..a/b..", ".hidden"])
    func `is taken when it cannot`(name: String) {
        #expect(PackagePath.fault(in: name) == nil)
    }

    @Test(arguments: [
        ("00000.ts", "0-1/00000.ts"), ("../Keys/00000.ts", "Keys/00000.ts"),
        ("../../a.ts", nil), ("/a.ts", nil), ("http://a/b.ts", nil), ("a.ts?b", nil),
        ("a%2e.ts", nil), ("", nil), ("./a.ts", nil), ("file:a.ts", nil),
    ])
    func `in a playlist leads to a file of the package or nowhere`(uri: String, path: String?) {
        #expect(PackagePath.resolve(uri, in: "0-1") == path)
    }
}
