import PlaybackCore
import Testing

@Suite struct `A line of a player's timeline` {
    private func line(_ event: PlayerEvent, _ commands: [PlayerCommand] = []) -> String {
        String(
            decoding: PlayerTraceLine(at: .milliseconds(1_250), event, commands).bytes,
            as: UTF8.self)
    }

    @Test func `has the time, what happened and what was decided`() {
        let request = SegmentRequest(
            id: PlayerRequestID(7), segment: SegmentID(stream: 2, index: 40),
            deadline: .seconds(9), isReplacement: false)
        let expected =
            ##"{"t":1.250000000,"player":"#6 arrived","commands":"##
            + ##"["fetch #7 2/40 by 9.000000000","wake 2.000000000"]}"##
        #expect(
            line(.arrived(PlayerRequestID(6)), [.fetch(request), .wake(at: .seconds(2))])
                == expected)
    }

    @Test func `escapes what others wrote`() {
        let expected = ##"{"t":1.250000000,"player":"#1 failed: a \"b\"\u000a\\","commands":[]}"##
        #expect(line(.failed(PlayerRequestID(1), reason: "a \"b\"\n\\")) == expected)
    }

    @Test(arguments: [
        (PlayerEvent.sought(.seconds(3)), "sought 3.000000000"),
        (.stored(SegmentID(stream: 1, index: 2), byteCount: 5), "stored 1/2, 5"),
        (.networkChanged(isReachable: false), "network down"),
        (.rateChanged(.normal), "rate 1000/1000"), (.subtitlesSelected(nil), "subtitles off"),
    ])
    func `names events in a few words`(event: PlayerEvent, words: String) {
        #expect(line(event) == "{\"t\":1.250000000,\"player\":\"\(words)\",\"commands\":[]}")
    }
}
