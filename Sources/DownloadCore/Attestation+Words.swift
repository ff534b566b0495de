package import HLSPlaylist

extension Attestation {
    /// What vouched for the bytes.
    package var words: String {
        switch length {
        case .declared: "length and container (\(container.rawValue))"
        case .undeclared: "container (\(container.rawValue)); no length was declared"
        }
    }

    /// The same for a part under a cipher: a part whose tag does not fit is never stored.
    package func words(under cipher: Key.Method?) -> String {
        cipher == .aes256GCM ? "authenticated cipher (AES-256-GCM), \(words)" : words
    }
}
