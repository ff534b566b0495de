internal import Crypto

/// One of several parts of a suite, `--shard 2/3`. Which part a case belongs to follows from its name
/// alone, so that it stays there when other cases come and go.
package struct Shard: Sendable, Hashable, Codable {
    package static let most = 1_000

    /// From 1 to ``count``.
    package var index: Int
    package var count: Int

    /// - Throws: ``LabError`` of kind usage.
    package init(commandLine text: String) throws(LabError) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let index = parts[0], let count = parts[1],
            Self.canBe(index, of: count)
        else {
            throw LabError(
                .usage,
                "--shard is '\(text)'; it has to be a number and of how many, as in 1/3, at most "
                    + "\(Self.most)")
        }
        self.index = index
        self.count = count
    }

    /// - Throws: `DecodingError` for a part that cannot be.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        index = try values.decode(Int.self, forKey: .index)
        count = try values.decode(Int.self, forKey: .count)
        guard Self.canBe(index, of: count) else {
            throw DecodingError.dataCorruptedError(
                forKey: .index, in: values,
                debugDescription: "there is no shard \(index) of \(count)")
        }
    }

    private static func canBe(_ index: Int, of count: Int) -> Bool {
        (1...most).contains(count) && (1...count).contains(index)
    }

    package var text: String { "\(index)/\(count)" }

    /// Whether the case of this name belongs to this part: by the first eight bytes of the name's
    /// SHA-256.
    package func holds(_ name: String) -> Bool {
        let number = SHA256.hash(data: Array(name.utf8)).prefix(8).reduce(UInt64(0)) {
            $0 << 8 | UInt64($1)
        }
        return number % UInt64(count) == UInt64(index - 1)
    }
}
