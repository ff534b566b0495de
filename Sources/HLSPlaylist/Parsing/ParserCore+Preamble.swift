// What comes before the first line is read: is it HLS, and of which kind.
extension ParserCore {
    /// Skips a byte order mark and what stands before EXTM3U.
    mutating func skipPreamble() throws(PlaylistError) {
        if text.starts(with: [0xEF, 0xBB, 0xBF]) {
            try report(
                .byteOrderMark, at: 1, section: "4.1", "the text begins with a byte order mark")
            position = 3
        }
        if lineFeed != UInt8(ascii: "\n") {
            line = 1
            try report(.lineBreak, section: "4.1", "the lines end in carriage returns only")
            line = 0
        }
        if beginsWithEXTM3U {
            if case .tag(_, let value)? = try nextLine() { try checkNoValue(.extm3u, value) }
            return
        }
        guard mode == .tolerant, hasDecisiveTag(from: position) else {
            throw error(
                .startsWithEXTM3U, section: TagName.extm3u.section,
                "the text does not begin with EXTM3U: it is no HLS playlist")
        }
        try report(
            .startsWithEXTM3U, section: TagName.extm3u.section,
            "the playlist does not begin with EXTM3U")
        skipToEXTM3U()
    }

    private var beginsWithEXTM3U: Bool {
        var scanner = TagScanner(self, from: position)
        return scanner.tagOfNextLine(in: tags) == .extm3u
    }

    /// Blank lines and comments before EXTM3U are skipped; before anything else nothing is.
    private mutating func skipToEXTM3U() {
        var scanner = TagScanner(self, from: position)
        var skipped = 0
        while let isEmpty = scanner.nextIsBlankOrComment() {
            guard isEmpty else { return }
            let next = scanner
            if scanner.tagOfNextLine(in: tags) == .extm3u {
                line = skipped + 2
                position = scanner.position
                return
            }
            scanner = next
            skipped += 1
        }
    }

    private func hasDecisiveTag(from begin: Int) -> Bool {
        var scanner = TagScanner(self, from: begin)
        while let tag = scanner.next(in: tags) {
            if tag.kind != nil { return true }
        }
        return false
    }

    /// Finds out which kind of playlist the text is.
    mutating func detectKind() throws(PlaylistError) {
        var scanner = TagScanner(self, from: position)
        var candidate: PlaylistKind?
        while let tag = scanner.next(in: tags) {
            if tag.isDecisive {
                candidate = tag.kind
                break
            }
            candidate = candidate ?? tag.kind
        }
        setKind(candidate ?? .media)
    }
}
