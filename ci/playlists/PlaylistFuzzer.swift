import HLSPlaylist

/// What libFuzzer calls with each input: any bytes are read or refused, and what was read survives
/// writing.
///
/// - Returns: 0, as libFuzzer asks for.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPlaylist(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    guard let playlist = read(bytes) else { return 0 }
    let written = playlist.written()
    // Text that holds a reference to one of its own variables cannot be written.
    if written.contains(UInt8(ascii: "{")) { return 0 }
    precondition(playlist == read(written), "what was written reads back as the same value")
    _ = PlaylistDocument(bytes).bytes
    return 0
}

/// Nil when the text is refused.
private func read(_ bytes: [UInt8]) -> Playlist? {
    do throws(PlaylistError) {
        return try Playlist(parsing: bytes)
    } catch {
        return nil
    }
}
