/// Why a relay cannot start.
package enum RelayError: Error, Sendable, Hashable, CustomStringConvertible {
    case unknownHost(String)
    case cannotListen(port: Int, reason: String)

    package var description: String {
        switch self {
        case .unknownHost(let host):
            "cannot relay to '\(host)': no such host; check the name, or give an address"
        case .cannotListen(let port, let reason):
            "cannot listen on 127.0.0.1:\(port): \(reason); choose another port, or 0 for a free one"
        }
    }
}
