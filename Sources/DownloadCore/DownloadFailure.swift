/// Why a download ended without a complete package. All state is kept: the same download can go on
/// when the reason is gone.
package struct DownloadFailure: Error, Sendable, Hashable, Codable {
    package enum Reason: Error, Sendable, Hashable, Codable {
        /// The server said so with a status that is not worth a retry.
        case status(Int)
        /// Retried as often as the policy allows; the last error in words.
        case gaveUp(attempts: Int, last: String)
        case transport(TransportFailure)
        /// What came is not a playlist, or one that cannot mean anything.
        case notAPlaylist(String)
        /// Not over yet: no end of the list.
        case live
        /// The presentation needs something that this engine does not do.
        case unsupported(String)
        /// The app has no key, or none that fits; in words.
        case key(String)
        /// A bound of ``DownloadLimits`` or of the redirect rules.
        case refused(String)
        case store(StoreFailure)
    }

    package var reason: Reason
    /// What was being fetched or written, nil when it is the download as a whole.
    package var resource: ResourceID?
    package var url: String?
    /// The resource in words, `segment 3 of v800/index.m3u8` for example.
    package var subject: String

    package init(reason: Reason, resource: ResourceID? = nil, url: String? = nil, subject: String) {
        self.reason = reason
        self.resource = resource
        self.url = url
        self.subject = subject
    }
}

extension DownloadFailure: CustomStringConvertible {
    /// One line: what was attempted, why it failed, and what to do where there is something.
    package var description: String {
        let place = url.map { " (\($0))" } ?? ""
        return "cannot download \(subject)\(place): \(reason)"
    }
}

extension DownloadFailure.Reason: CustomStringConvertible {
    package var description: String {
        switch self {
        case .status(403), .status(401):
            "the server refuses access; get a URL that is still valid and start again to go on"
        case .status(410):
            "the server has it no more; get a URL that is still valid and start again to go on"
        case .status(let code): "the server answers \(code)"
        case .gaveUp(let attempts, let last):
            "given up after \(attempts) failures, the last: \(last)"
        case .transport(let failure): failure.description
        case .notAPlaylist(let why): "this is no HLS playlist: \(why)"
        case .live:
            "the presentation is live (no EXT-X-ENDLIST); only finished presentations can be stored"
        case .unsupported(let what): what
        case .key(let why): "no key: \(why)"
        case .refused(let why): why
        case .store(let failure): failure.description
        }
    }
}

extension TransportFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .hostUnknown(let host): "the host '\(host)' is not known"
        case .refused: "connection refused; is the server running?"
        case .connectTimeout: "no connection within the time allowed"
        case .unreachable(let why): "the host cannot be reached: \(why)"
        case .connectionLost(let how): "connection lost: \(how)"
        case .tooLong(let limit): "more than \(limit) bytes"
        case .longerThanDeclared: "the server sends more than it declared"
        case .insecure(let why): "no secure connection: \(why)"
        case .malformed(let why): "not an HTTP response: \(why)"
        case .notLoadedByApp(let why): "the app cannot load it: \(why)"
        }
    }
}

extension StoreFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .diskFull(let path):
            "no space left to write \(path); make room and start again to go on"
        case .notWritable(let path, let reason): "cannot write \(path): \(reason)"
        case .other(let path, let reason): "cannot store \(path): \(reason)"
        }
    }
}
