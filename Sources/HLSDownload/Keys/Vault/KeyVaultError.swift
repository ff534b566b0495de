/// Why a vault cannot keep or give a key.
public enum KeyVaultError: Error, Sendable, Hashable {
    /// The system refuses; its reason in words.
    case unusable(path: String, reason: String)
    /// No space left.
    case diskFull(path: String)
    /// Others than the owner may read the file; its permissions.
    case exposed(path: String, mode: UInt32)
    /// The vault's own key is not what was written.
    case damagedVaultKey(path: String)
    /// There are entries but no key that opens them.
    case missingVaultKey(path: String)
    /// A file that is no entry, or is cut short.
    case notAnEntry(path: String)
    /// An entry that was changed, or made under the key of another vault.
    case foreignEntry(path: String)
    /// An entry that lies under the name of another one.
    case misplacedEntry(path: String, identifier: String)
    /// An identifier that no entry can have.
    case badIdentifier(byteCount: Int)
    /// More bytes than an entry may have.
    case tooLarge(path: String)
}

extension KeyVaultError: CustomStringConvertible {
    /// What was attempted, why it failed and what helps.
    public var description: String {
        switch self {
        case .unusable(let path, let reason):
            "cannot use the key vault's '\(path)': \(reason); give the vault a folder of its own"
        case .diskFull(let path):
            "cannot store a key in '\(path)': no space left; make room and ask for the key again"
        case .exposed(let path, let mode):
            "cannot trust '\(path)': its permissions are \(String(mode, radix: 8)), so others may "
                + "have read it; chmod 600 it if they have not, else delete the vault's folder"
        case .damagedVaultKey(let path):
            "cannot open the key vault: '\(path)' is damaged; restore it, or delete the vault's "
                + "folder and get its keys again"
        case .missingVaultKey(let path):
            "cannot open the key vault: '\(path)' is missing; restore it, or delete the vault's "
                + "folder and get its keys again"
        case .notAnEntry(let path):
            "cannot read '\(path)': it is no key of a vault, or cut short; delete it and get its "
                + "key again"
        case .foreignEntry(let path):
            "cannot open '\(path)': it was changed, or is of another vault; delete it and get its "
                + "key again"
        case .misplacedEntry(let path, let identifier):
            "cannot use '\(path)': it holds the key '\(identifier)' under another name; delete it "
                + "and get the key again"
        case .badIdentifier(let count):
            "cannot name a key by \(count) bytes; it takes 1 to \(KeyVault.longestIdentifier)"
        case .tooLarge(let path):
            "cannot use '\(path)': it is larger than \(KeyVault.largestEntry) bytes; delete it"
        }
    }
}
