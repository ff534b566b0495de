import Foundation
import HLSDownload
import Testing

/// What an app reads and writes of logs, with the public face alone.
@Suite struct `The logs that an app has` {
    @Test func `of accesses are as AVFoundation names them, and go through their data`() throws {
        var event = AccessLogEvent()
        #expect(event.playbackStartDate == nil)
        event.playbackStartDate = Date(timeIntervalSince1970: 1_777_638_600.25)
        event.uri = "https://a.example/v 1.m3u8"
        event.serverAddress = "192.0.2.7"
        event.playbackType = "VOD"
        event.durationWatched = 12.5
        event.numberOfStalls = 1
        event.observedBitrate = 1_234_567.875
        var second = AccessLogEvent()
        second.durationWatched = 30
        let log = AccessLog(events: [event, second, AccessLogEvent()])
        let data = log.extendedLogData(writtenAt: Date(timeIntervalSince1970: 1_777_638_700))
        let text = String(decoding: data, as: UTF8.self)
        #expect(text.contains("\n#Date: 2026-05-01 12:31:40\n"))
        #expect(text.contains(" 2026-05-01 12:30:00.25 \"https://a.example/v 1.m3u8\" 192.0.2.7 "))
        let read = try AccessLog(extendedLogData: data)
        #expect(read == log)
        #expect(read.events[0].playbackStartDate == event.playbackStartDate)
        #expect(read.totalDurationWatched == 42.5)
    }

    @Test func `of errors are as AVFoundation names them, and go through their data`() throws {
        var event = ErrorLogEvent()
        event.date = Date(timeIntervalSince1970: 1_777_638_600)
        event.errorStatusCode = -12_938
        event.errorDomain = "CoreMediaErrorDomain"
        event.errorComment = "HTTP 404: File Not Found"
        let log = ErrorLog(events: [event])
        let text = String(decoding: log.extendedLogData(), as: UTF8.self)
        let line =
            "2026-05-01 12:30:00 - - - -12938 \"CoreMediaErrorDomain\" \"HTTP 404: File Not Found\""
        #expect(text.hasSuffix("\n\(line)\n"))
        #expect(try ErrorLog(extendedLogData: Data(text.utf8)) == log)
    }

    @Test func `are refused with a line and a reason where they are none`() {
        let error = #expect(throws: ExtendedLogError.self) {
            try AccessLog(extendedLogData: Data("#Fields: c-stalls\nmany\n".utf8))
        }
        #expect(error?.description == "line 2: c-stalls is 'many', which is no whole number")
    }
}
