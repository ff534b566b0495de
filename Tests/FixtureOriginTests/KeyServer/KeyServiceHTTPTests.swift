import FixtureOrigin
import Foundation
import Scenarios
import Testing

/// The key server on real sockets, beside an asset.
@Suite(.timeLimit(.minutes(2))) struct `An origin with a key service` {
    typealias Server = `A test key server`

    private static func post(
        _ body: [UInt8], to path: String, method: String = "POST", on connection: RawConnection
    ) async throws -> RawAnswer {
        let head = RawConnection.text(method, path, [("Content-Length", "\(body.count)")])
        try await connection.send(Array(head.utf8) + body)
        return try await connection.answer()
    }

    @Test func `answers key requests below its path, and serves its asset elsewhere`() async throws
    {
        var random = SplitMix(state: 1)
        let service = KeyService(
            Server.server(&random), path: "/keys", random: random
        ) { .seconds(9) }
        try await withOrigin(keyService: service) { running in
            let connection = try await running.connect()
            defer { connection.end() }
            let answer = try await Self.post(Server.request, to: "/keys", on: connection)
            #expect(answer.status == 200)
            #expect(answer["content-type"] == "application/octet-stream")
            #expect(answer["cache-control"] == "no-store")
            #expect(answer.body == Server.answer)
            // The connection goes on, and the server refuses a repetition in words of its own.
            let second = try await Self.post(Server.request, to: "/keys", on: connection)
            #expect(second.status == 200)
            #expect(second.body.prefix(6) == Server.hex("484c4b410102")[...])
            let certificate = try await connection.request("GET", "/keys/certificate")
            #expect(certificate.body == Server.certificate)
            let other = try await connection.request("GET", "/v1/1.ts")
            #expect(other.status == 200)
            #expect(other["content-type"] == "video/mp2t")
            let entry = try await running.entry(1)
            #expect(entry.path == "/keys")
            #expect(entry.method == "POST")
            #expect(entry.part == nil)
            #expect(entry.bytesDelivered == Server.answer.count)
        }
    }

    @Test func `says which method it knows`() async throws {
        var random = SplitMix(state: 1)
        let service = KeyService(Server.server(&random), path: "/keys") { .zero }
        try await withOrigin(keyService: service) { running in
            let connection = try await running.connect()
            defer { connection.end() }
            let answer = try await connection.request("GET", "/keys")
            #expect(answer.status == 405)
            #expect(answer["allow"] == "POST")
        }
    }
}
