import Scenarios
import Testing

@Suite struct `What a client tells of its requests` {
    private func query(_ text: String) -> ReportedClientData? {
        ReportedClientData(OriginRequest(method: "GET", target: "/a.ts?\(text)", headers: [:]))
    }

    private func fields(_ fields: [String: String]) -> ReportedClientData? {
        ReportedClientData(OriginRequest(path: "/a.ts", headers: fields.mapValues { [$0] }))
    }

    @Test func `is read from the URL`() throws {
        let data = try #require(
            query("t=1&CMCD=bl%3D21300%2Cbs%2Ccid%3D%22a%2C%5C%22b%22%2Cot%3Dv%2Csf%3Dh&x=2"))
        #expect(data.form == .query)
        #expect(data.faults == [])
        #expect(
            data.values == ["bl": "21300", "bs": "true", "cid": "a,\"b", "ot": "v", "sf": "h"])
    }

    @Test func `is read from the fields`() throws {
        let data = try #require(
            fields([
                "cmcd-object": "br=3200,d=4004,ot=v,tb=6000",
                "cmcd-request": "dl=18500,nor=\"..%2Fb.ts\",nrr=\"0-499\",su",
                "cmcd-session": "sid=\"6e2fb550\",st=v", "cmcd-status": "bs",
            ]))
        #expect(data.form == .headers)
        #expect(data.faults == [])
        #expect(data.values.count == 11)
        #expect(data.values["nrr"] == "0-499")
    }

    @Test func `is nothing without an argument and fields of its names`() {
        #expect(query("t=1") == nil)
        #expect(query("XCMCD=bs") == nil)
        #expect(fields(["cmcd": "bs"]) == nil)
    }

    @Test(arguments: [
        ("ot%3Dv%2Cbs", "bs follows ot: keys are in alphabetical order"),
        ("bs%2Cbs", "bs is there twice"),
        ("bs%3Dtrue", "bs has a value: what is true is a key alone"),
        ("bl%3D21349", "bl is 21349, not rounded to 100"), ("bl%3Dx", "bl is 'x', no integer"),
        ("bl", "bl has no value"), ("br%3D-1", "br is '-1', no integer"),
        ("cid%3Dx", "cid is x, a text without quotes"),
        ("cid%3D%22a%22b%22", "cid has a quote that is not escaped"),
        (
            "sid%3D%22" + String(repeating: "x", count: 65) + "%22",
            "sid has 65 characters, 64 at most"
        ),
        ("ot%3Dq", "ot is 'q', no token of it"), ("pr%3D1", "pr is 1, which is not sent"),
        ("pr%3D1.5.2", "pr is '1.5.2', no decimal number"), ("v%3D1", "v is 1, which is not sent"),
        ("nrr%3D%22x-%22", "nrr is \"x-\", no range of bytes"), ("zz%3D1", "zz is no key"),
        ("br%3D1%2Cot%3Dk", "br is for audio and video, not for k"),
        ("d%3D4000%2Cot%3Dm", "d is for media, not for m"),
        ("%zz", "the URL's argument is not encoded as one"),
    ])
    func `is held to the specification`(argument: String, fault: String) {
        #expect(query("CMCD=\(argument)")?.faults == [fault])
    }

    @Test func `belongs into the fields that the specification names`() {
        #expect(
            fields(["cmcd-status": "br=3200"])?.faults == ["br does not belong in cmcd-status"])
        let both = ReportedClientData(
            OriginRequest(
                method: "GET", target: "/a.ts?CMCD=bs", headers: ["cmcd-status": ["rtp=100"]]))
        #expect(both?.faults == ["it is sent in the URL and in fields"])
    }

    @Test func `may have keys of somebody's own`() {
        #expect(query("CMCD=com.example-x%3D1%2Csf%3Dh")?.faults == [])
    }

    @Test func `is missed where each request has to tell`() {
        func entry(_ sequence: Int, _ target: String) -> OriginRecord.Entry {
            let request = OriginRequest(method: "GET", target: target, headers: [:])
            return .init(
                sequence: sequence, requestedAt: .zero, endedAt: .zero, method: "GET",
                path: request.path, status: 200, bytesPlanned: 0, bytesDelivered: 0,
                ending: .complete, clientData: ReportedClientData(request))
        }
        let record = OriginRecord(entries: [
            entry(1, "/a?CMCD=sf%3Dh"), entry(2, "/b"), entry(3, "/c?CMCD=bl%3D1"),
        ])
        #expect(
            record.clientDataFindings(of: .query) == [
                "request 2 (/b) tells nothing", "request 3 (/c): bl is 1, not rounded to 100",
            ])
        #expect(record.clientDataFindings(of: .headers).count == 3)
    }
}
