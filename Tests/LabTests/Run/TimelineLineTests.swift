@testable import Lab
import Testing

@Suite struct `A line of a timeline` {
    @Test func `is read back as it was written`() throws {
        let line = try #require(
            TimelineLine(
                Array(
                    #"{"t":12.000000345,"event":"say \"\\\u000a\" é","commands":["a","b c"]}"#.utf8)
            ))
        #expect(line.elapsed == .seconds(12) + .nanoseconds(345))
        #expect(line.event == "say \"\\\n\" é")
        #expect(line.commands == ["a", "b c"])
        let player = try #require(
            TimelineLine(Array(#"{"t":0.000000000,"player":"started","commands":["x"]}"#.utf8)))
        #expect(player.event == nil && player.commands == [])
    }

    @Test(arguments: [
        "", "{}", #"{"t":1}"#, #"{"t":-1.000000000,"event":"woke","commands":[]}"#,
        #"{"t":1.0000000000,"event":"woke","commands":[]}"#,
        #"{"t":99999999999999999999.0,"event":"woke","commands":[]}"#,
        #"{"t":1.000000000,"event":"woke","commands":[]"#,
        #"{"t":1.000000000,"event":"woke","commands":["a"]}x"#,
        #"{"t":1.000000000,"event":"woke","commands":["a}"#,
        #"{"t":1.000000000,"event":"wo\"#, #"{"t":1.000000000,"event":"wo\u00"#,
        #"{"t":1.000000000,"event":"wo\"}"#, #"{"t":1.000000000,"player":"sta"#,
    ])
    func `that is none or broke off is refused`(text: String) {
        #expect(TimelineLine(Array(text.utf8)) == nil)
    }

    @Test func `of words that mean nothing changes nothing`() throws {
        var chronicle = RunChronicle()
        for words in [
            "#", "#1", "#99999999999999999999 received 3", "#1 received x", "#7 responded",
            "stored part 3/", "stored part 900/900", "network", "#1 ended playlist",
        ] {
            let text =
                #"{"t":1.000000000,"event":"\#(words)","commands":["fetch #1","fetch #x part","#
                + #""lay ","lay x","lay a 99999999999","store part 1/1 so TS","report retrying part 0"]}"#
            let line = try #require(TimelineLine(Array(text.utf8)), "\(words)")
            chronicle.take(line)
        }
        #expect(chronicle.requests == [] && chronicle.finishedAt == nil)
        #expect(chronicle.tracks.values.allSatisfy { $0.parts.count <= 1_000_000 })
    }
}
