import PlaybackCore
import Testing

@Suite struct `An error log` {
    @Test func `has every field that AVFoundation's error log has, in its order`() throws {
        let log = try ExtendedLog(parsing: ErrorLog().extendedLogText())
        #expect(
            log.fields.filter { $0 != "time" } == [
                "date", "uri", "s-ip", "cs-guid", "status", "domain", "comment",
            ])
        #expect(log.kind == .error)
    }

    @Test func `is read with quotes, negative codes and fields of its own`() throws {
        let text = """
            #Version: 1.0
            #Fields: date time uri cs-guid s-ip status domain comment cs-iftype
            2026/05/01 12:30:00.000 https://a.example/v1.m3u8 - 192.0.2.7 -12938 "CoreMediaErrorDomain" \
            "HTTP 404: ""File"" Not Found" WiFi
            - - - - - - - - -
            """
        let log = try ErrorLog(parsing: text)
        #expect(log.events.count == 2)
        #expect(log.events[0].moment == .seconds(1_777_638_600))
        #expect(log.events[0].errorStatusCode == -12_938)
        #expect(log.events[0].errorDomain == "CoreMediaErrorDomain")
        #expect(log.events[0].errorComment == "HTTP 404: \"File\" Not Found")
        #expect(log.events[0].otherFields == ["cs-iftype": "WiFi"])
        #expect(log.events[1] == ErrorLogEvent())
        #expect(try ErrorLog(parsing: log.extendedLogText()) == log)
    }

    @Test func `has one line for each error, whatever its comment holds`() throws {
        var event = ErrorLogEvent()
        event.errorComment = "first\r\n#Fields: x\n\"second\""
        let text = ErrorLog(events: [event]).extendedLogText()
        #expect(text.split(separator: "\n").count == 4)
        let read = try ErrorLog(parsing: text)
        #expect(read.events.map(\.errorComment) == ["first  #Fields: x \"second\""])
    }
}
