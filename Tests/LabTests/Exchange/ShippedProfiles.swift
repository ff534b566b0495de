import Foundation
@testable import Lab
import LinkModel

/// The profiles of the checkout, found from this file.
private let profiles = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Profiles").path

func known() throws -> [LinkProfile] { try ProfileLoader(folders: [profiles]).list() }

func imported(
    _ text: String, _ format: LinkFormat, section: String? = nil, id: String = "mine"
) throws -> (profile: LinkProfile, exchange: ProfileExchange) {
    var work = ProfileImport(
        file: "a.txt", bytes: Array(text.utf8), format: format, id: id, section: section,
        known: try known())
    return try work.run()
}
