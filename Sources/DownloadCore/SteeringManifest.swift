internal import FoundationEssentials

/// What a steering server says of pathways (rfc8216bis-22, section 7.1).
package struct SteeringManifest: Sendable, Hashable {
    /// A pathway like another one with some URIs replaced.
    struct Clone: Sendable, Hashable {
        var baseID: String
        var id: String
        var host: String?
        /// Query parameters to set, in the order of their names.
        var parameters: [Parameter]
        /// URIs by STABLE-VARIANT-ID and by STABLE-RENDITION-ID.
        var variantURIs: [String: String]
        var renditionURIs: [String: String]
    }

    struct Parameter: Sendable, Hashable {
        var name: String
        var value: String
    }

    /// After which it is to be asked for again; within ``reloadBounds``.
    var timeToLive: Duration
    /// Where, when not at the same URL.
    var reloadURI: String?
    /// The best first.
    var priority: [String]
    var clones: [Clone]

    /// Bytes of a manifest that are read at most.
    package static let maximumBytes = 1 << 16
    /// Pathways and clones that are looked at.
    package static let maximumPathways = 100
    /// However short or long a server wants the time to be.
    static let reloadBounds = Duration.seconds(10)...Duration.seconds(86_400)
    static let defaultTimeToLive = Duration.seconds(300)

    /// Why a manifest means nothing.
    enum Fault: Error, Sendable, Hashable {
        case tooLong
        case notJSON
        case version(Int)
        case noPathways
    }

    init(parsing bytes: [UInt8]) throws(Fault) {
        guard bytes.count <= Self.maximumBytes else { throw .tooLong }
        let text: Text
        do {
            text = try JSONDecoder().decode(Text.self, from: Data(bytes))
        } catch {
            throw .notJSON
        }
        guard text.version == 1 else { throw .version(text.version) }
        priority = text.priority.prefix(Self.maximumPathways).filter(\.isPathwayID)
        guard !priority.isEmpty else { throw .noPathways }
        reloadURI = text.reloadURI
        timeToLive = text.timeToLive.map(Self.bounded) ?? Self.defaultTimeToLive
        clones = (text.clones ?? []).prefix(Self.maximumPathways).compactMap(Clone.init)
    }

    private static func bounded(_ seconds: Double) -> Duration {
        guard seconds < 1e6 else { return reloadBounds.upperBound }
        return bounded(.milliseconds(Int64(max(0, seconds) * 1000)))
    }

    static func bounded(_ time: Duration) -> Duration {
        min(max(time, reloadBounds.lowerBound), reloadBounds.upperBound)
    }
}

extension SteeringManifest.Fault: CustomStringConvertible {
    var description: String {
        switch self {
        case .tooLong: "it has more than \(SteeringManifest.maximumBytes) bytes"
        case .notJSON: "it is not the JSON that it should be"
        case .version(let version): "its VERSION is \(version), known is 1"
        case .noPathways: "it names no pathway"
        }
    }
}

// MARK: - JSON

extension SteeringManifest {
    fileprivate struct Text: Decodable {
        struct Clone: Decodable {
            struct Replacement: Decodable {
                var host: String?
                var parameters: [String: String]?
                var variantURIs: [String: String]?
                var renditionURIs: [String: String]?

                enum CodingKeys: String, CodingKey {
                    case host = "HOST"
                    case parameters = "PARAMS"
                    case variantURIs = "PER-VARIANT-URIS"
                    case renditionURIs = "PER-RENDITION-URIS"
                }
            }

            var baseID: String
            var id: String
            var replacement: Replacement

            enum CodingKeys: String, CodingKey {
                case baseID = "BASE-ID"
                case id = "ID"
                case replacement = "URI-REPLACEMENT"
            }
        }

        var version: Int
        var timeToLive: Double?
        var reloadURI: String?
        var priority: [String]
        var clones: [Clone]?

        enum CodingKeys: String, CodingKey {
            case version = "VERSION"
            case timeToLive = "TTL"
            case reloadURI = "RELOAD-URI"
            case priority = "PATHWAY-PRIORITY"
            case clones = "PATHWAY-CLONES"
        }
    }
}

extension SteeringManifest.Clone {
    /// Nil for one that cannot mean anything.
    fileprivate init?(_ text: SteeringManifest.Text.Clone) {
        guard text.id.isPathwayID, text.baseID.isPathwayID, text.replacement.host?.isHost != false
        else { return nil }
        baseID = text.baseID
        id = text.id
        host = text.replacement.host
        parameters = (text.replacement.parameters ?? [:]).sorted { $0.key < $1.key }
            .filter { $0.key.isQueryText && $0.value.isQueryText && !$0.key.isEmpty }
            .map { SteeringManifest.Parameter(name: $0.key, value: $0.value) }
        variantURIs = text.replacement.variantURIs ?? [:]
        renditionURIs = text.replacement.renditionURIs ?? [:]
    }

    /// The URL of a media playlist on the cloned pathway.
    /// - Parameter url: on the base pathway.
    func url(for url: String, stableID: String?, isRendition: Bool) -> String {
        let uris = isRendition ? renditionURIs : variantURIs
        if let uri = stableID.flatMap({ uris[$0] }) { return uri }
        var url = url
        if let host { url = url.replacingHost(host) }
        for parameter in parameters {
            url = url.settingParameter(parameter.name, parameter.value)
        }
        return url
    }
}

extension String {
    fileprivate var isPathwayID: Bool {
        !isEmpty && utf8.count <= 255 && utf8.allSatisfy { $0.isPathwayByte }
    }

    fileprivate var isHost: Bool {
        !isEmpty && utf8.count <= 255
            && utf8.allSatisfy { $0.isPathwayByte || $0 == UInt8(ascii: ":") }
    }

    /// Visible characters that end nothing.
    fileprivate var isQueryText: Bool {
        utf8.allSatisfy { (0x21..<0x7F).contains($0) && !"#&\"<>".utf8.contains($0) }
    }

    fileprivate func replacingHost(_ host: String) -> String {
        let parts = split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count >= 3, parts[1].isEmpty else { return self }
        let path = parts.count == 4 ? "/" + parts[3] : ""
        return "\(parts[0])//\(host)\(path)"
    }

    /// The address with a parameter in its query, in place of one with the same name.
    func settingParameter(_ name: String, _ value: String) -> String {
        let whole = prefix { $0 != "#" }
        let parts = whole.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let others =
            parts.count < 2
            ? []
            : parts[1].split(separator: "&").filter {
                $0.prefix { $0 != "=" } != name
            }
        let query = others.map(String.init) + ["\(name)=\(value)"]
        return "\(parts[0])?" + query.joined(separator: "&")
    }
}

extension UInt8 {
    fileprivate var isPathwayByte: Bool {
        (self | 0x20) &- 97 < 26 || self &- 48 < 10 || self == UInt8(ascii: "-")
            || self == UInt8(ascii: ".") || self == UInt8(ascii: "_")
    }
}
