internal import DownloadCore
internal import Foundation
internal import GRDB
internal import HLSPlaylist

/// Journals of before named streams by the URIs of their media playlists, tokens and all. Names
/// them as ``StreamIdentities`` does, by the multivariant playlist that lies in the journal.
enum JournalIdentities {
    static func rename(_ database: Database) throws {
        let bytes = try Row.fetchOne(database, sql: "SELECT bytes FROM playlist WHERE key = ''")
            .map { [UInt8]($0["bytes"] as Data) }
        // A playlist that means nothing has no streams, and then there are none to rename.
        guard let bytes, case .multivariant(let playlist)? = try? Playlist(parsing: bytes) else {
            return
        }
        let identities = StreamIdentities(of: playlist)
        for column in ["playlist.key", "part.stream", "partial.stream"] {
            let names = column.split(separator: ".")
            let all = try String.fetchAll(
                database, sql: "SELECT DISTINCT \(names[1]) FROM \(names[0])")
            for old in all where !old.isEmpty {
                guard let new = identities.identity(ofURI: old), new != old else { continue }
                // What has the new name already is of the same stream, and stays.
                try database.execute(
                    sql: "UPDATE OR IGNORE \(names[0]) SET \(names[1]) = ? WHERE \(names[1]) = ?",
                    arguments: [new, old])
            }
        }
    }
}
