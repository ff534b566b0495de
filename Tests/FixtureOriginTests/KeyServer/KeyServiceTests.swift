import FixtureOrigin
import Testing

@Suite struct `A key service` {
    typealias Server = `A test key server`

    static func service() -> KeyService {
        var random = SplitMix(state: 1)
        let server = Server.server(&random)
        return KeyService(server, path: "/keys", random: random) { .seconds(100) }
    }

    @Test func `answers a posted request as the server does`() {
        let answer = Self.service().respond(
            method: "POST", path: "/keys", body: Server.request)
        #expect(answer?.status == 200)
        #expect(answer?.body == Server.answer)
    }

    @Test func `gives out its certificate, and another challenge each time`() {
        let service = Self.service()
        let get = { service.respond(method: "GET", path: $0, body: []) }
        #expect(get("/keys/certificate")?.body == Server.certificate)
        let first = get("/keys/challenge")
        #expect(first?.status == 200 && first?.body.count == 32)
        #expect(get("/keys/challenge") != first)
    }

    @Test(arguments: [
        ("GET", "/keys", 405, "POST"), ("PUT", "/keys", 405, "POST"),
        ("POST", "/keys/challenge", 405, "GET"), ("POST", "/keys/certificate", 405, "GET"),
    ])
    func `says which method a path knows`(
        method: String, path: String, status: Int, allowed: String
    ) {
        let answer = Self.service().respond(method: method, path: path, body: [])
        #expect(answer?.status == status)
        #expect(answer?.allowed == allowed)
    }

    @Test(arguments: ["/", "/key", "/keys/", "/keys/other", "/keysmith", "/keys/challenge/"])
    func `leaves other paths alone`(path: String) {
        #expect(Self.service().respond(method: "GET", path: path, body: []) == nil)
    }

    @Test func `refuses a request that is far too large without reading it`() {
        let service = Self.service()
        let body = [UInt8](repeating: 0, count: KeyService.largestRequest + 1)
        #expect(service.respond(method: "POST", path: "/keys", body: body)?.status == 413)
        #expect(service.withServer { $0.entries.count } == 0)
    }

    @Test func `has a clock that can be turned`() {
        let service = Self.service()
        _ = service.respond(method: "POST", path: "/keys", body: [])
        service.turnClock(by: .seconds(86_400))
        _ = service.respond(method: "POST", path: "/keys", body: [])
        service.turnClock(by: .seconds(-86_401))
        _ = service.respond(method: "POST", path: "/keys", body: [])
        #expect(
            service.withServer { $0.entries.map(\.time) } == [
                .seconds(100), .seconds(86_500), .seconds(99),
            ])
    }
}
