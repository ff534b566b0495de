@testable import Lab
import Testing

@Suite struct `Markup of a report` {
    @Test(arguments: [
        ("a < b & c > \"d\"", "a &lt; b &amp; c &gt; &quot;d&quot;"),
        ("</pre><script>", "&lt;/pre&gt;&lt;script&gt;"), ("two\nlines", "two\nlines"),
        ("bell\u{07}\u{00}", "bell\u{FFFD}\u{FFFD}"), ("größer 😀", "größer 😀"),
    ])
    func `shows words as they are`(words: String, text: String) {
        #expect(Markup(words).text == text)
        #expect(
            Markup.element("p", ["title": words], words).text
                == "<p title=\"\(text)\">\(text)</p>")
    }

    @Test func `closes every element`() {
        #expect(Markup.element("td").text == "<td></td>")
        #expect(Markup.element("meta", ["charset": "utf-8"]).text == "<meta charset=\"utf-8\" />")
        #expect(Markup.group([Markup("a"), .element("b", [:], "c")]).text == "a<b>c</b>")
    }
}
