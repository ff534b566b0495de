/// What became of the body bytes of parts that one run received.
///
/// What was fetched is kept, replaced, lost, or still on its way.
package struct ByteAccount: Sendable, Hashable, Codable {
    /// Bytes of parts that a player waited for when they arrived.
    package var fetchedForPlayer = 0
    /// Bytes of all other parts.
    package var fetchedForDownload = 0
    /// Of parts of the selection that became durable, what this run received.
    package var kept = 0
    /// Of guests, their playlists included: in the end the package holds what was selected in their
    /// place.
    package var replaced = 0
    /// Of ``replaced``: of playlists.
    package var guestPlaylists = 0
    /// Of ``replaced``: of parts that the player gave up before they were whole.
    package var abandoned = 0
    /// Of parts of the selection: thrown away since nothing vouched for them, or they were broken.
    package var lost = 0
    /// Of parts of the selection that were durable already.
    package var fetchedTwice = 0

    package init() {}

    package var fetched: Int { fetchedForPlayer + fetchedForDownload }
}
