import DownloadCore
import HLSDownload
import Testing

/// What is for one server goes along to another, as in youtube-dl's advisory of 2023-07-18 (its
/// issue 32450).
@Suite struct `A secret of the download's URL` {
    static let fields: RequestFields = {
        var options = DownloadOptions()
        options.headers = [
            // Both are valid: the names and values have no byte that a field may not have.
            try? HeaderField(name: "Authorization", value: "Bearer secret"),
            try? HeaderField(name: "Cookie", value: "session=secret"),
            try? HeaderField(name: "X-Token", value: "secret"),
        ].compactMap { $0 }
        return RequestFields(CredentialedURL("https://user:secret@origin.example/i.m3u8"), options)
    }()

    @Test func `goes to its origin`() {
        let sent = Self.fields.fields(for: "https://origin.example/v/1.ts", at: .zero)
        #expect(sent.contains { $0.value.contains("secret") })
    }

    @Test(arguments: [
        "https://evil.example/", "http://origin.example/", "https://origin.example:444/",
        "https://sub.origin.example/", "https://origin.example.evil.example/",
        "https://origin.example@evil.example/", "https://evil.example/?https://origin.example/",
    ])
    func `goes along to no other, wherever a redirect leads`(url: String) {
        let sent = Self.fields.fields(for: url, at: .zero)
        #expect(!sent.contains { $0.value.contains("secret") })
    }
}
