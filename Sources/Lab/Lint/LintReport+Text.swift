extension LintReport {
    /// Lines as compilers write them, `FILE:LINE:COLUMN: error: …`, and one line that sums up. For a
    /// playlist that was read.
    package var text: String {
        (details + [summary]).map(Printable.line).joined(separator: "\n")
    }

    private var details: [String] {
        items.flatMap(words) + members.flatMap(\.details) + notes
    }

    /// One line for all that are not checked for the same reason.
    private var notes: [String] {
        var reasons: [String] = []
        for item in unchecked where !reasons.contains(item.reason) { reasons.append(item.reason) }
        return reasons.map { reason in
            let uris = unchecked.filter { $0.reason == reason }.map(\.uri)
            let others = uris.count > 1 ? " and \(uris.count - 1) more are" : " is"
            return "\(file): note: '\(uris[0])'\(others) not checked: \(reason)"
        }
    }

    private func words(_ item: Item) -> [String] {
        let place = [file] + [item.line, item.column].compactMap { $0.map(String.init) }
        let line =
            "\(place.joined(separator: ":")): \(item.severity): \(item.message) "
            + "[\(item.rule), section \(item.section)]"
        return [line] + [item.excerpt.map { "    \($0)" }].compactMap(\.self)
    }

    private var summary: String {
        guard let kind, let roundTripEqual else { return "\(file): no playlist, refused" }
        let members =
            members.isEmpty ? "" : " with \(Self.counted(members.count, "media playlist"))"
        let written = roundTripEqual ? "" : "; written and read again it differs"
        return "\(file): \(kind.rawValue) playlist\(members), "
            + "\(Self.counted(errorCount, "error")), \(Self.counted(warningCount, "warning"))"
            + written
    }

    static func counted(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
}

/// Text from a server as a terminal may have it.
enum Printable {
    /// Control characters, which a terminal would obey, are replaced by U+FFFD.
    static func line(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            scalars.append(isControl(scalar) ? "\u{FFFD}" : scalar)
        }
        return String(scalars)
    }

    /// C0, DEL, C1, and the marks that turn the direction of writing.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
