/// RESOLUTION: pixels to display the video at.
public struct Resolution: Sendable, Hashable {
    public var width: Int
    public var height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}
