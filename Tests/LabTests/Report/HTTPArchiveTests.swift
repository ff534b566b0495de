import Foundation
@testable import Lab
import Testing

@Suite struct `A HAR of a run` {
    /// What is wrong with an object, by the fields that the W3C's draft of HAR 1.2 requires of it; `?`
    /// stands behind those that may be absent. Names that begin with `_` are everybody's own.
    private static let fields: [String: [String: String]] = [
        "log": [
            "version": "text", "creator": "creator", "browser?": "creator", "pages?": "[page]",
            "entries": "[entry]", "comment?": "text",
        ],
        "creator": ["name": "text", "version": "text", "comment?": "text"],
        "page": [
            "startedDateTime": "date", "id": "text", "title": "text",
            "pageTimings": "pageTimings", "comment?": "text",
        ],
        "pageTimings": ["onContentLoad?": "time", "onLoad?": "time", "comment?": "text"],
        "entry": [
            "pageref?": "text", "startedDateTime": "date", "time": "length", "request": "request",
            "response": "response", "cache": "cache", "timings": "timings",
            "serverIPAddress?": "text", "connection?": "text", "comment?": "text",
        ],
        "request": [
            "method": "text", "url": "url", "httpVersion": "text", "cookies": "[pair]",
            "headers": "[pair]", "queryString": "[pair]", "headersSize": "count",
            "bodySize": "count", "comment?": "text",
        ],
        "response": [
            "status": "count", "statusText": "text", "httpVersion": "text", "cookies": "[pair]",
            "headers": "[pair]", "content": "content", "redirectURL": "text",
            "headersSize": "count", "bodySize": "count", "comment?": "text",
        ],
        "pair": ["name": "text", "value": "text", "comment?": "text"],
        "content": [
            "size": "count", "compression?": "count", "mimeType": "text", "text?": "text",
            "encoding?": "text", "comment?": "text",
        ],
        "cache": ["comment?": "text"],
        "timings": [
            "blocked?": "time", "dns?": "time", "connect?": "time", "send": "length",
            "wait": "length", "receive": "length", "ssl?": "time", "comment?": "text",
        ],
    ]

    static func faults(_ value: Any, _ kind: String, at path: String) -> [String] {
        if kind.hasPrefix("[") {
            guard let list = value as? [Any] else { return ["\(path) is no list"] }
            return list.enumerated().flatMap {
                faults($1, String(kind.dropFirst().dropLast()), at: "\(path)[\($0)]")
            }
        }
        if let fields = fields[kind] {
            guard let object = value as? [String: Any] else { return ["\(path) is no object"] }
            let known = fields.keys.map { $0.replacing("?", with: "") }
            let foreign = object.keys.filter { !known.contains($0) && !$0.hasPrefix("_") }
            return foreign.map { "\(path).\($0) is not in the format" }
                + fields.flatMap { name, kind -> [String] in
                    let key = name.replacing("?", with: "")
                    guard let value = object[key] else {
                        return name.hasSuffix("?") ? [] : ["\(path).\(key) is missing"]
                    }
                    return faults(value, kind, at: "\(path).\(key)")
                }
        }
        let isRight =
            switch kind {
            case "text": value is String
            case "url": (value as? String).flatMap(URL.init(string:))?.scheme != nil
            case "date": (value as? String).map(isDate) ?? false
            case "count": (value as? Int).map { $0 >= -1 } ?? false
            case "time": (value as? Double).map { $0 >= -1 } ?? false
            case "length": (value as? Double).map { $0 >= 0 } ?? false
            default: false
            }
        return isRight ? [] : ["\(path) is no \(kind): \(value)"]
    }

    private static func isDate(_ text: String) -> Bool {
        text.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil
    }

    @Test(arguments: [nil, 1_790_000_000.25])
    func `is as the format says, with an entry for each request`(begin: Double?) throws {
        let archive = HTTPArchive(`The report of a run`.report(requests: 250, begin: begin))
        let data = try archive.json()
        let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let log = try #require(object["log"] as? [String: Any])
        #expect(Self.faults(log, "log", at: "log") == [])
        #expect(log["version"] as? String == "1.2")
        let entries = try #require(log["entries"] as? [[String: Any]])
        #expect(entries.count == 250)
        for entry in entries {
            let timings = try #require(entry["timings"] as? [String: Double])
            let sum = timings.filter { $0.key != "ssl" && $0.value > 0 }.values.reduce(0, +)
            let time = try #require(entry["time"] as? Double)
            #expect(abs(sum - time) < 0.001)
        }
        #expect(
            entries[0]["startedDateTime"] as? String
                == (begin == nil
                    ? "1970-01-01T00:00:00.100Z" : "2026-09-21T14:13:20.350Z"))
        #expect((log["comment"] as? String)?.contains("virtual") == (begin == nil))
    }
}
