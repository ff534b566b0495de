import HLSPlaylist
import Testing

@Suite struct `A rule of the specification` {
    @Test(arguments: Fault.all)
    func `is reported by the tolerant parser where it is broken`(fault: Fault) throws {
        let diagnostics = try Playlist(parsing: fault.text).diagnostics
        let found = diagnostics.first { $0.rule == fault.rule }
        #expect(found?.line == fault.line, "\(diagnostics)")
        #expect(found?.section == fault.section)
        #expect(found?.severity == fault.severity)
    }

    @Test(arguments: Fault.all.filter { $0.severity == .error })
    func `is enforced by the strict parser`(fault: Fault) throws {
        let failure = #expect(throws: PlaylistError.self) {
            try Playlist(parsing: fault.text, mode: .strict)
        }
        #expect(failure?.rule == fault.rule)
        #expect(failure?.line == fault.line)
        #expect(failure?.section == fault.section)
    }

    @Test(arguments: Fault.all.filter { $0.severity == .warning })
    func `that is only advice does not stop the strict parser`(fault: Fault) throws {
        let playlist = try Playlist(parsing: fault.text, mode: .strict)
        #expect(playlist.diagnostics.contains { $0.rule == fault.rule })
    }

    @Test(
        arguments: RuleID.allCases.filter {
            // These have tests of their own.
            !["limit.", "presentation.", "authoring."].contains(where: $0.rawValue.hasPrefix)
                && ![.wrongKind, .utf8, .skip].contains($0)
        })
    func `stands in these tables`(rule: RuleID) {
        #expect(Fault.all.contains { $0.rule == rule })
    }

    @Test func `about encoding is reported and the text repaired`() throws {
        let bytes =
            Array("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,t".utf8) + [0xFF]
            + Array("\na.ts\n".utf8)
        let playlist = try MediaPlaylist(parsing: bytes)
        #expect(playlist.diagnostics.map(\.rule) == [.utf8])
        #expect(playlist.segments[0].title == "t\u{FFFD}")
        #expect(throws: PlaylistError.self) { try MediaPlaylist(parsing: bytes, mode: .strict) }
    }

    @Test func `is described by a sentence with its place`() {
        let failure = #expect(throws: PlaylistError.self) {
            try MediaPlaylist(
                parsing: "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:x\n",
                mode: .strict)
        }
        #expect(
            failure.map(String.init(describing:)) == """
                line 3, column 23: the media sequence number is 'x'; it has to be a decimal integer \
                (tag.value, section 4.4.3.2)
                """)
    }
}
