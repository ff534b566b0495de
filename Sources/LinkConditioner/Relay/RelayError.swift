/// Why a relay cannot start.
package enum RelayError: Error, Sendable, Hashable, CustomStringConvertible {
    case unknownHost(String)
    case cannotListen(host: String, port: Int, reason: String)

    package var description: String {
        switch self {
        case .unknownHost(let host):
            "cannot relay to '\(host)': no such host; check the name, or give an address"
        case .cannotListen(let host, let port, let reason):
            "cannot listen on \(host):\(port): \(reason); choose another port, or 0 for a free one"
        }
    }
}
