/// RESOLUTION: pixels to display the video at.
public struct Resolution: Sendable, Hashable, Codable {
    /// Pixels.
    public var width: Int
    /// Pixels.
    public var height: Int

    /// Makes one from its properties; what is left out is as in a tag without it.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}
