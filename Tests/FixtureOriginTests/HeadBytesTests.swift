import FixtureOrigin
import Scenarios
import Testing

@Suite(.timeLimit(.minutes(2))) struct `The size of an answer's head` {
    /// The answer over a socket and the plan that virtual time counts, of the same request.
    private func headBytes(
        _ path: String, _ headers: [(String, String)] = [], _ effect: FaultEffect? = nil
    ) async throws -> (sent: Int, planned: Int) {
        let folder = try TestFolder()
        let asset = try OriginAsset.folder(folder.path)
        let faults = effect.map { [Fault(match: FaultMatch(), effect: $0)] } ?? []
        var script = OriginScript(
            catalog: asset.catalog, resources: asset.resources, faults: faults)
        let fields = [("host", "localhost")] + headers.map { ($0.0.lowercased(), $0.1) }
        let plan = script.respond(
            to: OriginRequest(
                method: "GET", target: path,
                headers: Dictionary(grouping: fields, by: \.0).mapValues { $0.map(\.1) }),
            at: .zero)
        let fault = effect.map { Fault(match: FaultMatch(), effect: $0) }
        let sent = try await withOrigin(fault, asset: asset) { running in
            let connection = try await running.connect()
            defer { connection.end() }
            try await connection.send(RawConnection.text("GET", path, headers))
            return try await connection.head().headBytes
        }
        return (sent, plan.headBytes)
    }

    @Test(arguments: [
        ("/v1/2.ts", []), ("/v1/2.ts", [("Range", "bytes=5-")]),
        ("/v1/2.ts", [("Range", "bytes=900000-")]), ("/index.m3u8", [("Accept-Encoding", "gzip")]),
        ("/index.m3u8", []), ("/none.ts", []),
    ])
    func `is what virtual time counts`(path: String, headers: [(String, String)]) async throws {
        let (sent, planned) = try await headBytes(path, headers)
        #expect(sent == planned)
        #expect(sent > 0)
    }

    @Test(arguments: [
        FaultEffect.status(429, retryAfter: .date(secondsFromNow: 9)),
        .truncateWithoutLength(afterByte: 5),
        .redirect(to: "/v1/1.ts"), .empty, .body("<html>"), .wrongType,
    ])
    func `is what virtual time counts of a fault`(effect: FaultEffect) async throws {
        let (sent, planned) = try await headBytes("/v1/2.ts", [], effect)
        #expect(sent == planned)
    }

    @Test(arguments: [
        204, 400, 401, 403, 404, 405, 408, 409, 410, 412, 416, 421, 429, 451, 500, 501, 502,
        503, 504, 505, 599,
    ])
    func `is what virtual time counts of a status`(status: Int) async throws {
        let (sent, planned) = try await headBytes("/v1/2.ts", [], .status(status))
        #expect(sent == planned, "\(status)")
    }
}
