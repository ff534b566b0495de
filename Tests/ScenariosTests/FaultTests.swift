import Scenarios
import Testing

@Suite struct `A fault` {
    /// Statuses of successive GETs of one path.
    private func statuses(_ fault: Fault, _ path: String, count: Int) -> [Int] {
        var script = TestAssets.script(fault)
        return (0..<count).map { _ in
            script.respond(to: TestAssets.request("GET", path), at: .zero).status
        }
    }

    @Test(arguments: [
        (FaultMatch(kind: .multivariantPlaylist), ["/index.m3u8"]),
        (FaultMatch(kind: .mediaPlaylist), ["/v1/index.m3u8", "/a1/index.m3u8"]),
        (FaultMatch(kind: .mediaPlaylist, stream: "a1"), ["/a1/index.m3u8"]),
        (FaultMatch(kind: .initSection), ["/a1/all.mp4"]),
        (FaultMatch(kind: .segment), ["/v1/1.ts", "/v1/3.ts"]),
        (FaultMatch(kind: .key), ["/keys/k1.key"]),
        (FaultMatch(segment: 3), ["/v1/3.ts"]),
        (FaultMatch(stream: "v1"), ["/v1/index.m3u8", "/v1/1.ts", "/v1/3.ts"]),
        (FaultMatch(stream: "other"), []),
        (
            FaultMatch(),
            [
                "/index.m3u8", "/v1/index.m3u8", "/a1/index.m3u8", "/v1/1.ts", "/v1/3.ts",
                "/a1/all.mp4", "/keys/k1.key",
            ]
        ),
    ])
    func `strikes the parts that match and no others`(match: FaultMatch, struck: [String]) {
        let paths = [
            "/index.m3u8", "/v1/index.m3u8", "/a1/index.m3u8", "/v1/1.ts", "/v1/3.ts",
            "/a1/all.mp4", "/keys/k1.key",
        ]
        let hit = paths.filter {
            statuses(Fault(match: match, effect: .status(500)), $0, count: 1) == [500]
        }
        #expect(hit == struck)
    }

    @Test func `strikes as often as it says`() {
        let fault = Fault(match: .init(segment: 3), effect: .status(503), times: 2)
        #expect(statuses(fault, "/v1/3.ts", count: 4) == [503, 503, 200, 200])
    }

    @Test func `without a number strikes always`() {
        let fault = Fault(match: .init(segment: 3), effect: .status(404))
        #expect(statuses(fault, "/v1/3.ts", count: 3) == [404, 404, 404])
    }

    @Test func `strikes the attempts that it names`() {
        let fault = Fault(match: .init(segment: 3, attempts: [2, 4]), effect: .status(500))
        #expect(statuses(fault, "/v1/3.ts", count: 5) == [200, 500, 200, 500, 200])
    }

    @Test func `strikes within the time that it names, the beginning included and not the end`() {
        var script = TestAssets.script(
            Fault(
                match: .init(between: .seconds(10)..<(.seconds(20))), effect: .status(503)))
        let statuses = [0, 9_999, 10_000, 19_999, 20_000].map { milliseconds in
            script.respond(
                to: TestAssets.request("GET", "/v1/3.ts"), at: .milliseconds(milliseconds)
            ).status
        }
        #expect(statuses == [200, 200, 503, 503, 200])
    }

    @Test func `that is used up leaves the request to the next one`() {
        var script = TestAssets.script(
            Fault(match: .init(segment: 1), effect: .status(503), times: 1),
            Fault(match: .init(kind: .segment), effect: .status(500), times: 1))
        let statuses = (0..<3).map { _ in
            script.respond(to: TestAssets.request("GET", "/v1/1.ts"), at: .zero).status
        }
        #expect(statuses == [503, 500, 200])
    }

    @Test func `is named in the plan, with the attempt`() {
        var script = TestAssets.script(Fault(match: .init(), effect: .wrongType, times: 1))
        let plan = script.respond(to: TestAssets.request("GET", "/v1/1.ts"), at: .zero)
        #expect(plan.fault == .wrongType)
        #expect(plan.attempt == 1)
        #expect(plan.part == .segment(stream: "v1", index: 0))
    }

    private func plan(_ effect: FaultEffect, _ method: String = "GET") -> ResponsePlan {
        var script = TestAssets.script(Fault(match: .init(), effect: effect))
        return script.respond(
            to: TestAssets.request(method, "/v1/1.ts", ["range": "bytes=100-"]), at: .zero)
    }

    @Test(arguments: [
        (FaultEffect.RetryAfter.seconds(2), ResponsePlan.Header.Value.text("2")),
        (.date(secondsFromNow: 5), .date(secondsFromNow: 5)),
    ])
    func `of status may ask for patience`(
        retryAfter: FaultEffect.RetryAfter, value: ResponsePlan.Header.Value
    ) {
        let plan = plan(.status(429, retryAfter: retryAfter))
        #expect(plan.status == 429)
        #expect(plan.headers.contains(.init("Retry-After", value)))
        #expect(plan.header("etag") == nil)
    }

    @Test func `of delay holds back the head`() {
        #expect(plan(.delay(.seconds(3))).headDelay == .seconds(3))
        #expect(plan(.delay(.seconds(3))).status == 206)
    }

    @Test func `of stall pauses in the body`() {
        let plan = plan(.stall(afterByte: 10, for: .seconds(3)))
        #expect(plan.pauses == [.init(after: 10, for: .seconds(3))])
        #expect(plan.plannedBytes == 900)
    }

    @Test(arguments: [(10, 10), (0, 0), (5_000, 900)])
    func `of truncation declares everything and closes early`(byte: Int, sent: Int) {
        let plan = plan(.truncate(afterByte: byte))
        #expect(plan.declaredLength == 900)
        #expect(plan.ending == .close(afterByte: byte))
        #expect(plan.plannedBytes == sent)
    }

    @Test(arguments: [(10, 100..<110), (0, 100..<100), (5_000, 100..<1_000)])
    func `of truncation without a length ends as if all was well`(
        byte: Int, sent: Range<Int>
    ) {
        let plan = plan(.truncateWithoutLength(afterByte: byte))
        #expect(plan.declaredLength == nil)
        #expect(plan.ending == .complete)
        #expect(plan.range == sent)
    }

    @Test func `of reset ends in a reset`() {
        #expect(plan(.reset(afterByte: 10)).ending == .reset(afterByte: 10))
    }

    @Test func `of redirect sends the client elsewhere`() {
        let plan = plan(.redirect(to: "/elsewhere", status: 307))
        #expect(plan.status == 307)
        #expect(plan.header("location") == "/elsewhere")
        #expect(plan.header("etag") == nil)
    }

    @Test func `of wrong type sends a page of HTML with 200`() {
        let plan = plan(.wrongType)
        #expect(plan.status == 200)
        #expect(plan.header("content-type") == "text/html; charset=utf-8")
        guard case .bytes(let bytes) = plan.body else {
            Issue.record("the page has bytes of its own")
            return
        }
        #expect(bytes.starts(with: Array("<!DOCTYPE html>".utf8)))
        #expect(plan.declaredLength == bytes.count)
    }

    @Test(arguments: [
        FaultEffect.truncate(afterByte: 1), .truncateWithoutLength(afterByte: 1),
        .reset(afterByte: 1), .stall(afterByte: 1, for: .seconds(1)),
    ])
    func `in a body leaves HEAD as it is`(effect: FaultEffect) {
        let plan = plan(effect, "HEAD")
        #expect(plan.body == .none)
        #expect(plan.ending == .complete)
        #expect(plan.pauses.isEmpty)
        #expect(plan.declaredLength == 1_000)
    }
}
