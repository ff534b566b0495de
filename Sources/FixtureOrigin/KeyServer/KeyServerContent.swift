/// One content of a test key server: its key, for how long it is leased, and what goes wrong.
package struct KeyServerContent: Sendable, Hashable {
    /// What the server does wrong with this content, for as long as it is set.
    package enum Fault: Sendable, Hashable {
        /// Another key of the right length.
        case wrongKey
        /// Only so many bytes of the key; 0: an empty one.
        case shortKey(byteCount: Int)
        /// A refusal, as if there were no such content.
        case missingKey
        /// The signature does not fit.
        case badSignature
        /// The answer that the server gave before, to whomever; a fresh one when there is none.
        case oldAnswer
        /// One bit of the answer is another one, at this byte from its start.
        case flippedByte(Int)
    }

    /// 16 or 32 bytes.
    package var key: [UInt8]
    /// Of persistable keys, in whole seconds; nil: without end.
    package var storageDuration: Duration?
    package var playbackDuration: Duration?
    /// For which a key that is not persistable may be kept; nil: without end.
    package var streamingDuration: Duration?
    /// A revoked key is given to nobody, and its leases are not renewed.
    package var isRevoked = false
    package var fault: Fault?

    package init(
        key: [UInt8], storageDuration: Duration? = nil, playbackDuration: Duration? = nil,
        streamingDuration: Duration? = nil, fault: Fault? = nil
    ) {
        self.key = key
        self.storageDuration = storageDuration
        self.playbackDuration = playbackDuration
        self.streamingDuration = streamingDuration
        self.fault = fault
    }
}
