/// Where to ask which pathway to use: EXT-X-CONTENT-STEERING, section 4.4.6.6.
public struct ContentSteering: Sendable, Hashable {
    /// The steering manifest.
    public var serverURI: String
    /// The pathway to begin with.
    public var pathwayID: String?
    /// Attributes that the library has no property for, in the order of the text.
    public var unknownAttributes: [UnknownAttribute]

    /// Makes one from its properties; what is left out is as in a tag without it.
    public init(
        serverURI: String, pathwayID: String? = nil, unknownAttributes: [UnknownAttribute] = []
    ) {
        self.serverURI = serverURI
        self.pathwayID = pathwayID
        self.unknownAttributes = unknownAttributes
    }
}
