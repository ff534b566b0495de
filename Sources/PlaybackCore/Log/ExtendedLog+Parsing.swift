extension ExtendedLog {
    /// What a text may have at most, so that a hostile one takes neither the memory nor the day.
    package static let mostBytes = 64 << 20
    package static let mostLineBytes = 64 << 10
    package static let mostFields = 256
    package static let mostRecords = 200_000

    /// Reads a log. Lines end with LF or CRLF; a further `Fields` holds for what follows it.
    /// - Throws: ``ExtendedLogError`` with the line at which it is none.
    package init(parsing text: some StringProtocol) throws(ExtendedLogError) {
        self.init()
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.mostBytes else {
            throw ExtendedLogError(
                line: 1, reason: "a log has at most \(Self.mostBytes) bytes, not \(bytes.count)")
        }
        var rest = bytes[...]
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        // Places in `fields` of the values of a record.
        var columns: [Int] = []
        var number = 0
        while !rest.isEmpty {
            number += 1
            let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
            var line = rest[..<end]
            rest = end < rest.endIndex ? rest[(end + 1)...] : []
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            guard line.count <= Self.mostLineBytes else {
                throw ExtendedLogError(
                    line: number,
                    reason: "a line has at most \(Self.mostLineBytes) bytes, not \(line.count)")
            }
            if line.first == UInt8(ascii: "#") {
                try take(directive: line.dropFirst(), at: number, columns: &columns)
            } else {
                try take(record: line, at: number, columns: columns)
            }
        }
        guard !fields.isEmpty else {
            throw ExtendedLogError(line: max(1, number), reason: "there is no line with #Fields")
        }
        for index in records.indices {
            let missing = fields.count - records[index].values.count
            records[index].values += Array(repeating: nil, count: missing)
        }
    }

    private mutating func take(
        directive line: ArraySlice<UInt8>, at number: Int, columns: inout [Int]
    ) throws(ExtendedLogError) {
        let colon = line.firstIndex(of: UInt8(ascii: ":"))
        let name = String(decoding: line[..<(colon ?? line.startIndex)], as: UTF8.self)
        let text = line[(colon.map { $0 + 1 } ?? line.startIndex)...]
        switch name.lowercased() {
        case "version":
            let value = String(decoding: Self.trimmed(text), as: UTF8.self)
            guard value.hasPrefix("1.") || value == "1" else {
                throw ExtendedLogError(
                    line: number, reason: "this is version '\(value)'; version 1.0 can be read")
            }
        case "fields": columns = try take(fields: text, at: number)
        default:
            directives.append(
                .init(name: name, value: String(decoding: Self.trimmed(text), as: UTF8.self)))
        }
    }

    private mutating func take(
        fields text: ArraySlice<UInt8>, at number: Int
    ) throws(ExtendedLogError) -> [Int] {
        let names = text.split(whereSeparator: Self.isSpace).map {
            String(decoding: $0, as: UTF8.self)
        }
        guard !names.isEmpty else {
            throw ExtendedLogError(line: number, reason: "#Fields names no field")
        }
        var columns: [Int] = []
        for name in names {
            let place = fields.firstIndex(of: name) ?? fields.count
            guard !columns.contains(place) else {
                throw ExtendedLogError(line: number, reason: "#Fields names '\(name)' twice")
            }
            if place == fields.count { fields.append(name) }
            guard fields.count <= Self.mostFields else {
                throw ExtendedLogError(
                    line: number, reason: "a log has at most \(Self.mostFields) fields")
            }
            columns.append(place)
        }
        return columns
    }

    private mutating func take(
        record line: ArraySlice<UInt8>, at number: Int, columns: [Int]
    ) throws(ExtendedLogError) {
        let values = try Self.values(of: line, at: number)
        guard !values.isEmpty else { return }
        guard !columns.isEmpty else {
            throw ExtendedLogError(line: number, reason: "a record before any line with #Fields")
        }
        guard values.count == columns.count else {
            throw ExtendedLogError(
                line: number,
                reason: "\(values.count) values for the \(columns.count) fields of #Fields")
        }
        guard records.count < Self.mostRecords else {
            throw ExtendedLogError(
                line: number, reason: "a log has at most \(Self.mostRecords) records")
        }
        var record = Record(line: number, values: Array(repeating: nil, count: fields.count))
        for (column, value) in zip(columns, values) { record.values[column] = value }
        records.append(record)
    }

    static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }

    private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var text = text.drop(while: isSpace)
        while let last = text.last, isSpace(last) { text.removeLast() }
        return text
    }

    private static func values(
        of line: ArraySlice<UInt8>, at number: Int
    ) throws(ExtendedLogError) -> [String?] {
        var values: [String?] = []
        var rest = line.drop(while: isSpace)
        while let first = rest.first {
            if first == UInt8(ascii: "\"") {
                values.append(try quoted(&rest, at: number))
            } else {
                let word = rest.prefix { !isSpace($0) }
                rest = rest.dropFirst(word.count)
                values.append(
                    word == [UInt8(ascii: "-")] ? nil : String(decoding: word, as: UTF8.self))
            }
            rest = rest.drop(while: isSpace)
        }
        return values
    }

    /// A text in quotes; two quotes are one.
    private static func quoted(
        _ rest: inout ArraySlice<UInt8>, at number: Int
    ) throws(ExtendedLogError) -> String {
        let quote = UInt8(ascii: "\"")
        var text: [UInt8] = []
        rest.removeFirst()
        while let end = rest.firstIndex(of: quote) {
            text += rest[..<end]
            rest = rest[(end + 1)...]
            guard rest.first == quote else {
                guard rest.first.map(isSpace) ?? true else {
                    throw ExtendedLogError(
                        line: number, reason: "something follows a text in quotes without a space")
                }
                return String(decoding: text, as: UTF8.self)
            }
            text.append(quote)
            rest.removeFirst()
        }
        throw ExtendedLogError(line: number, reason: "a quote is not closed")
    }
}
