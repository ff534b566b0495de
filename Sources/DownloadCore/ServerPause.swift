/// A server that asked to be left alone for a while (Retry-After, RFC 9110, section 10.2.3).
package struct ServerPause: Sendable, Hashable, Codable {
    /// Host, with the port where the URL names one.
    package var host: String
    /// For how long from now on. What "now" is has to be said where one is kept.
    package var time: Duration

    package init(host: String, time: Duration) {
        self.host = host
        self.time = time
    }
}
