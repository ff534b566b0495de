#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What the system says of its error numbers.
enum SystemError {
    /// The error of the last call on this thread.
    static var last: String { words(errno) }

    static func words(_ code: CInt) -> String {
        String(cString: strerror(code))
    }
}
