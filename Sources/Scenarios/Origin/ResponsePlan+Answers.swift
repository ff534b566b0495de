extension ResponsePlan {
    /// A short text; no cache keeps it.
    static func text(_ status: Int, type: String, _ text: String) -> ResponsePlan {
        let headers: [Header] = [
            .init("Content-Type", .text("\(type); charset=utf-8")),
            .init("Cache-Control", .text("no-store")),
        ]
        let bytes = Array(text.utf8)
        return .init(
            status: status, headers: headers, body: .bytes(bytes), declaredLength: bytes.count)
    }

    /// A status and its number in words; without a body where HTTP allows none (RFC 9110, 6.4.1).
    static func message(_ status: Int) -> ResponsePlan {
        if status == 204 || status == 304 { return .init(status: status, headers: []) }
        return text(status, type: "text/plain", "status \(status)\n")
    }

    /// Takes status, headers and body of another answer, and keeps what the request was for.
    mutating func replaceAnswer(with other: ResponsePlan) {
        status = other.status
        headers = other.headers
        body = other.body
        declaredLength = other.declaredLength
    }

    /// Cuts the body; the declared length stays as it is.
    mutating func keepBody(upTo byte: Int) {
        let kept = min(max(0, byte), bodyLength)
        switch body {
        case .none: break
        case .bytes(let bytes): body = .bytes(Array(bytes.prefix(kept)))
        case .resource(let path, let representation, let range):
            let end = range.lowerBound + kept
            body = .resource(
                path: path, representation: representation, range: range.lowerBound..<end)
        case .flood(let flood, _): body = .flood(flood, length: kept)
        }
    }

    /// The fields that say what the content is, without those that vouch for its version.
    var contentType: [Header] {
        headers.filter { $0.name == "Content-Type" }
    }

    /// Changes a field where the answer has it.
    mutating func replaceHeader(_ name: String, with text: String) {
        for index in headers.indices where headers[index].name == name {
            headers[index].value = .text(text)
        }
    }

    /// Content-Range begins so many bytes later, and ends where it did.
    mutating func shiftRange(by count: Int) {
        guard status == 206, let field = header("Content-Range") else { return }
        let ends = field.dropFirst("bytes ".count).split(separator: "-", maxSplits: 1)
        guard ends.count == 2, let first = Int(ends[0]) else { return }
        replaceHeader("Content-Range", with: "bytes \(first + count)-\(ends[1])")
    }

    /// The answer to HEAD: the same head, no body, nothing that would happen in one
    /// (RFC 9110, 9.3.2).
    mutating func dropBody() {
        body = .none
        pauses = []
        if ending != .resetBeforeHead { ending = .complete }
    }
}
