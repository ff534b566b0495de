internal import Scenarios

/// The keys of a fault that say what happens to the answer.
enum FaultEffectKeys {
    // MARK: What takes the answer's place

    static let status = ConfigurationKey<Int>(
        "status", .integer(in: 200...599), "Answer with this status.")
    static let retryAfter = ConfigurationKey<Int>(
        "retryAfter", .wholeSeconds, with: ["status"], "Retry-After, in seconds.")
    static let retryAfterDate = ConfigurationKey<Int>(
        "retryAfterDate", .wholeSeconds, with: ["status"],
        "Retry-After, as a date so much later than the answer's own.")
    static let clockAhead = ConfigurationKey<Int>(
        "clockAhead", .wholeSeconds, with: ["retryAfterDate"],
        "How far the origin's clock is ahead, in both dates.")
    static let redirect = ConfigurationKey<String>(
        "redirect", headerText, "Send the client to this URL or path.")
    static let redirectStatus = ConfigurationKey<Int>(
        "redirectStatus", .integer(in: 300...399), with: ["redirect"],
        "Status of the redirection, else 302.")
    static let empty = ConfigurationKey<Bool>(
        "empty", .isTrue, "200 with a body of no bytes.")
    static let entityTag = ConfigurationKey<String>(
        "entityTag", headerText, "The same bytes under another entity tag, given without quotes.")
    static let wrongType = ConfigurationKey<Bool>(
        "wrongType", .isTrue, "200 with an HTML page, as a captive portal sends.")
    static let body = ConfigurationKey<String>(
        "body", .text, "200 with this text and a line break.")
    static let flood = ConfigurationKey<Flood>(
        "flood", .choice, "200 with a body that never ends, or has 'length' bytes.")
    static let length = ConfigurationKey<Int>(
        "length", .bytes(in: 1...Flood.endless), with: ["flood"], "Bytes of the flood.")

    // MARK: What happens to the answer

    static let delay = ConfigurationKey<Duration>(
        "delay", .duration, "Nothing for this long, then the answer.")
    static let stall = ConfigurationKey<Duration>(
        "stall", .duration, needs: "after", "A pause of this length in the body.")
    static let after = ConfigurationKey<Int>(
        "after", .bytes(), with: ["stall"], "The byte of the body after which it stalls.")
    static let truncate = ConfigurationKey<Int>(
        "truncate", .bytes(), "The connection closes after this byte of the body.")
    static let withoutLength = ConfigurationKey<Bool>(
        "withoutLength", .boolean, with: ["truncate"],
        "No length is declared, and the body ends there in order.")
    static let reset = ConfigurationKey<FaultEffect>(
        "reset", resetPlace,
        "The connection is reset after this byte, or where the head should come.")
    static let flip = ConfigurationKey<Int>(
        "flip", .bytes(), "All bits of this byte of the body are turned.")
    static let declare = ConfigurationKey<Int>(
        "declare", .bytes(), "Content-Length says so many bytes.")
    static let shiftRange = ConfigurationKey<Int>(
        "shiftRange", .bytes(), "Content-Range begins so many bytes later than the bytes.")
    static let ignoreRange = ConfigurationKey<Bool>(
        "ignoreRange", .isTrue, "200 with the whole file, whatever range was asked for.")

    private static let effects: [MappingShape.Row] = [
        status.row, delay.row, stall.row, truncate.row, reset.row, wrongType.row, redirect.row,
        empty.row, flip.row, declare.row, shiftRange.row, ignoreRange.row, entityTag.row, body.row,
        flood.row,
    ]
    static let rows =
        effects + [
            after.row, clockAhead.row, length.row, redirectStatus.row, retryAfter.row,
            retryAfterDate.row, withoutLength.row,
        ]
    static let choice = MappingShape.Choice(
        sentence: "a fault has exactly one effect", keys: effects.map(\.name))

    /// What a header field can hold.
    private static let headerText = ValueReader<String>(.pattern("[!-~]+")) {
        node throws(ConfigurationError) in
        let text = try node.string()
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw node.fault("is '\(text)', not a URL or path without spaces")
        }
        return text
    }

    private static let resetPlace = ValueReader<FaultEffect>(
        .anyOf([.words(["head"]), ValueReader<Int>.bytes().schema])
    ) { node throws(ConfigurationError) in
        try node.string() == "head" ? .resetBeforeHead : .reset(afterByte: try node.bytes())
    }
}
