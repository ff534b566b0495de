/// One uninterrupted playback of an asset. What it was granted, an expiry does not take from it.
public struct ContentKeyPlayback: Sendable, Hashable {
    let number: Int
}
