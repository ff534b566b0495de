internal import Synchronization

/// A test key server behind HTTP: which request gets which answer. The sockets are the origin's.
///
/// | request | answer |
/// |---|---|
/// | POST, path as given, at most 64 KiB | 200, the server's answer, also when it refuses |
/// | GET, path and `/challenge` | 200, a challenge |
/// | GET, path and `/certificate` | 200, the certificate |
/// | another method there | 405 |
package final class KeyService: Sendable {
    /// What is sent back.
    package struct Answer: Sendable, Hashable {
        package var status: Int
        /// `application/octet-stream` when there is any; empty for an error.
        package var body: [UInt8]
        /// For a 405: what the path knows.
        package var allowed: String?
    }

    /// Bytes of the largest request.
    package static let largestRequest = 64 << 10
    package static let contentType = "application/octet-stream"

    /// Path of the service on the origin, with the leading `/`.
    package let path: String
    private let clock: @Sendable () -> Duration
    private let state: Mutex<State>

    private struct State {
        var server: TestKeyServer
        var random: any RandomNumberGenerator & Sendable
        /// By how much the clock was turned.
        var turned = Duration.zero

        mutating func answer(_ body: [UInt8], at time: Duration) -> [UInt8] {
            server.answer(to: body, at: time + turned, using: &random)
        }

        mutating func challenge(at time: Duration) -> [UInt8] {
            server.challenge(at: time + turned, using: &random)
        }
    }

    /// - Parameter clock: time elapsed since any instant that is the same for all calls.
    package init(
        _ server: TestKeyServer, path: String = "/key-server",
        random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
        clock: @escaping @Sendable () -> Duration
    ) {
        self.path = path
        self.clock = clock
        state = Mutex(State(server: server, random: random))
    }

    /// Turns the server's clock, forward or back.
    package func turnClock(by duration: Duration) {
        state.withLock { $0.turned += duration }
    }

    /// Changes what is served, or reads what was asked.
    package func withServer<Value: Sendable>(
        _ body: @Sendable (inout TestKeyServer) -> Value
    ) -> Value {
        state.withLock { body(&$0.server) }
    }

    /// Whether the path is one of the service's.
    package func answers(_ asked: String) -> Bool {
        asked == path || asked == path + "/challenge" || asked == path + "/certificate"
    }

    /// The answer to a request; nil when the path is not the service's.
    ///
    /// - Parameter path: percent-decoded, without the query.
    package func respond(method: String, path asked: String, body: [UInt8]) -> Answer? {
        let time = clock()
        switch asked {
        case path:
            guard method == "POST" else { return Answer(status: 405, body: [], allowed: "POST") }
            guard body.count <= Self.largestRequest else { return Answer(status: 413, body: []) }
            return Answer(status: 200, body: state.withLock { $0.answer(body, at: time) })
        case path + "/challenge", path + "/certificate":
            guard method == "GET" else { return Answer(status: 405, body: [], allowed: "GET") }
            let isChallenge = asked.hasSuffix("challenge")
            return Answer(
                status: 200,
                body: state.withLock {
                    isChallenge ? $0.challenge(at: time) : $0.server.certificate
                })
        default: return nil
        }
    }
}
