import Scenarios
import Testing

@Suite struct `A fault that changes an answer` {
    private func plan(
        _ effect: FaultEffect, _ headers: [String: String] = ["range": "bytes=100-"],
        path: String = "/v1/1.ts"
    ) -> ResponsePlan {
        var script = TestAssets.script(Fault(match: .init(), effect: effect))
        return script.respond(to: TestAssets.request("GET", path, headers), at: .zero)
    }

    @Test func `to an empty one says so`() {
        let plan = plan(.empty)
        #expect((plan.status, plan.declaredLength, plan.body) == (200, 0, .bytes([])))
        #expect(plan.header("content-type") == "video/mp2t")
        #expect(plan.header("etag") == nil)
    }

    @Test func `to a reset has no head`() {
        #expect(plan(.resetBeforeHead).ending == .resetBeforeHead)
        #expect(plan(.resetBeforeHead).plannedBytes == 0)
    }

    @Test func `by a byte leaves its length`() {
        let plan = plan(.flip(byte: 7))
        #expect((plan.flips, plan.declaredLength, plan.status) == ([7], 900, 206))
    }

    @Test(arguments: [10, 5_000])
    func `by its length sends the body and closes`(length: Int) {
        let plan = plan(.declare(length: length))
        #expect((plan.declaredLength, plan.plannedBytes) == (length, 900))
        #expect(plan.ending == .close(afterByte: 900))
    }

    @Test func `by its range says that it begins later`() {
        #expect(plan(.shiftRange(by: 5)).header("content-range") == "bytes 105-999/1000")
        #expect(plan(.shiftRange(by: 5), [:]).header("content-range") == nil)
    }

    @Test func `to the whole forgets the range`() {
        let plan = plan(.ignoreRange)
        #expect((plan.status, plan.range, plan.declaredLength) == (200, 0..<1_000, 1_000))
        #expect(plan.header("content-range") == nil)
        #expect((plan.attempt, plan.part) == (1, .segment(stream: "v1", index: 0)))
    }

    @Test func `by its tag leaves the rest`() {
        let plan = plan(.entityTag("v2"))
        #expect(plan.header("etag") == "\"v2\"")
        #expect((plan.status, plan.range) == (206, 100..<1_000))
    }

    @Test func `to a text keeps the type`() {
        let plan = plan(.body("#EXTM3U\n"), path: "/v1/index.m3u8")
        #expect(plan.body == .bytes(Array("#EXTM3U\n".utf8)))
        #expect(plan.header("content-type") == "application/vnd.apple.mpegurl")
        #expect(plan.declaredLength == 8)
    }

    @Test(arguments: Flood.allCases)
    func `to a flood declares no more than it has`(flood: Flood) {
        #expect(plan(.flood(flood, length: 5_000)).plannedBytes == 5_000)
        #expect(plan(.flood(flood, length: 5_000)).declaredLength == 5_000)
        #expect(plan(.flood(flood)).declaredLength == nil)
        #expect(plan(.flood(flood)).plannedBytes == Flood.endless)
        #expect((plan(.flood(flood)).header("content-encoding") != nil) == (flood == .gzip))
    }

    @Test func `of patience may have a clock of its own`() {
        let effect = FaultEffect.status(
            503, retryAfter: .date(secondsFromNow: 2, clockAhead: 3_600))
        #expect(plan(effect).clockAhead == 3_600)
        #expect(plan(effect).headers.contains(.init("Retry-After", .date(secondsFromNow: 2))))
    }

    @Test(arguments: [
        (FaultEffect.empty, "empty"), (.flip(byte: 3), "flip byte 3"),
        (.flood(.gzip), "endless flood of gzip"),
        (.flood(.line, length: 9), "flood of line, 9 bytes"),
        (.resetBeforeHead, "reset before the head"), (.declare(length: 9), "declare 9 bytes"),
        (.ignoreRange, "ignore the range"), (.shiftRange(by: 2), "shift the range by 2 bytes"),
        (.body("abc"), "body of 3 bytes"), (.entityTag("v2"), "entity tag v2"),
        (
            .status(503, retryAfter: .date(secondsFromNow: 2, clockAhead: 9)),
            "status 503, Retry-After a date in 2 s, by a clock 9 s ahead"
        ),
    ])
    func `has words`(effect: FaultEffect, words: String) {
        #expect("\(effect)" == words)
    }
}

@Suite struct `A flood` {
    @Test(arguments: Flood.allCases)
    func `has the same bytes however it is cut`(flood: Flood) {
        let whole = flood.bytes(in: 0..<20_000)
        #expect(whole.count == 20_000)
        var pieces: [UInt8] = []
        var position = 0
        for length in [1, 9, 3, 4_095, 4_097, 1_000, 10_795] {
            pieces += flood.bytes(in: position..<position + length)
            position += length
        }
        #expect(pieces == whole)
    }

    @Test(arguments: [
        (Flood.playlist, "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\nsegment.ts\n#EXTINF"),
        (.line, "#EXTM3U\n#EXT-X-AAAAAAAAAAAAAAAA"),
    ])
    func `begins as a playlist does`(flood: Flood, text: String) {
        #expect(flood.bytes(in: 0..<text.utf8.count) == Array(text.utf8))
    }
}
