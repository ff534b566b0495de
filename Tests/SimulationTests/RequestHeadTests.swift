import DownloadCore
import Scenarios
import Testing

@testable import Simulation

@Suite struct `The head of a simulated request` {
    private var request: FetchRequest {
        var request = FetchRequest.playlist(at: "http://origin/v110/000.ts?a#b")
        request.acceptsCompression = false
        return request
    }

    @Test func `has as many bytes as the one that the engine sends to the laboratory's origin`() {
        let text = """
            GET /v110/000.ts?a HTTP/1.1\r
            User-Agent: hlslab/0.1\r
            Accept: */*\r
            Accept-Encoding: identity\r
            host: 127.0.0.1:40000\r
            \r\n
            """
        #expect(OriginRequest.headBytes(of: request, token: 0) == text.utf8.count)
    }

    @Test func `has the fields of a part that goes on, and a token`() {
        var further = request
        further.rangeStart = 1448
        further.ifRange = "\"abc\""
        let more =
            "Range: bytes=1448-\r\nIf-Range: \"abc\"\r\n"
            + "Authorization: \(OriginScript.authorization(token: 2))\r\n"
        #expect(
            OriginRequest.headBytes(of: further, token: 2)
                == OriginRequest.headBytes(of: request, token: 0) + more.utf8.count)
    }
}
