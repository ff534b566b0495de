import PlaybackCore
import Testing

@Suite struct `An access log` {
    /// As AVFoundation names them.
    private static let fields = [
        "sc-count", "date", "uri", "s-ip", "s-ip-changes", "cs-guid", "c-start-time",
        "c-duration-downloaded", "c-duration-watched", "c-stalls", "bytes", "c-transfer-duration",
        "c-observed-bitrate", "sc-indicated-bitrate", "sc-indicated-avg-bitrate",
        "c-avg-video-bitrate", "c-avg-audio-bitrate", "c-frames-dropped", "c-startup-time",
        "c-overdue", "c-observed-max-bitrate", "c-observed-min-bitrate", "c-observed-bitrate-sd",
        "s-playback-type", "sc-wwan-count", "c-switch-bitrate",
    ]

    @Test func `has every field that AVFoundation's has, in its order`() throws {
        let log = try ExtendedLog(parsing: AccessLog().extendedLogText())
        #expect(log.fields.filter { $0 != "time" } == Self.fields)
        #expect(log.kind == .access)
    }

    @Test func `of which nothing is known says so in every field`() {
        let text = AccessLog(events: [AccessLogEvent()]).extendedLogText()
        let last = text.split(separator: "\n").last.map(String.init)
        #expect(last == Array(repeating: "-", count: 27).joined(separator: " "))
    }

    /// The form that devices write: other fields, another order, slashes in dates, CRLF.
    @Test func `is read as a device writes it`() throws {
        let text = """
            #Version: 1.0\r
            #Software: AppleCoreMedia/1.0.0 (iPad; U; CPU OS 26_5 like Mac OS X; en_us)\r
            #Date: 2026/05/01 12:30:40.040\r
            #Fields: date time uri cs-guid s-ip s-ip-changes sc-count c-duration-downloaded \
            c-start-time c-duration-watched bytes c-observed-bitrate sc-indicated-bitrate c-stalls \
            c-frames-dropped c-startup-time c-overdue c-reason c-observed-min-bitrate \
            c-observed-max-bitrate c-observed-bitrate-sd s-playback-type sc-wwan-count c-switch-bitrate\r
            2026/05/01 12:30:00.5 https://a.example/v1.m3u8 0C6B-11 192.0.2.7 0 26 399.556 0.000 10.181 \
            42231947 23666383.000 1924009 0 0 0.133 0 8 - - 6122725.443 VOD 0 -\r
            - - https://a.example/v2.m3u8 0C6B-11 - - 0 0.000 0.000 0.000 0 22814446.000 1924009 \
            0 0 -1 0 - - - -1.000 VOD 0 2000000\r

            """
        let log = try AccessLog(parsing: text)
        #expect(log.events.count == 2)
        let first = log.events[0]
        #expect(first.playbackStart == .milliseconds(1_777_638_600_500))
        #expect(first.uri == "https://a.example/v1.m3u8")
        #expect(first.numberOfMediaRequests == 26)
        #expect(first.durationWatched == 10.181)
        #expect(first.numberOfBytesTransferred == 42_231_947)
        #expect(first.indicatedBitrate == 1_924_009)
        #expect(first.observedMinBitrate < 0)
        #expect(first.otherFields == ["c-reason": "8"])
        let second = log.events[1]
        #expect(second.playbackStart == nil)
        #expect(second.serverAddress == nil)
        #expect(second.startupTime == -1)
        #expect(second.switchBitrate == 2_000_000)
        #expect(second.otherFields == [:])
        #expect(try AccessLog(parsing: log.extendedLogText()) == log)
    }

    @Test(arguments: 0..<200)
    func `reads back exactly what was written`(seed: UInt64) throws {
        var random = TestRandom(seed: seed)
        var log = AccessLog()
        for _ in 0..<random.below(6) { log.events.append(.drawn(using: &random)) }
        let text = log.extendedLogText(writtenAt: .seconds(random.below(4_000_000_000)))
        #expect(try AccessLog(parsing: text) == log)
        #expect(try ExtendedLog(parsing: text).text == text)
        #expect(text.utf8.filter { $0 == 10 }.count == log.events.count + 4)
    }

    @Test func `has as total duration watched the sum of c-duration-watched`() {
        let log = AccessLog(
            events: [10.5, -1, 4.25, 0].map { seconds in
                var event = AccessLogEvent()
                event.durationWatched = seconds
                return event
            })
        #expect(log.totalDurationWatched == 14.75)
        #expect(AccessLog().totalDurationWatched == 0)
    }

    @Test(arguments: [
        ("c-stalls", "1.5", "c-stalls is '1.5', which is no whole number"),
        ("c-stalls", "99999999999999999999", "which is no whole number"),
        ("c-duration-watched", "nan", "c-duration-watched is 'nan', which is no number"),
        ("c-duration-watched", "0x10", "which is no number"),
        ("c-duration-watched", "1e999", "which is no number"),
        ("date", "yesterday", "date is 'yesterday', which is no date such as 2026-05-01"),
        ("date", "2026-02-30", "which is no date"),
    ])
    func `names line, field and value of what is none`(field: String, value: String, reason: String)
    {
        let text = "#Version: 1.0\n#Fields: bytes \(field)\n1 -\n\n2 \(value)\n"
        let error = #expect(throws: ExtendedLogError.self) { try AccessLog(parsing: text) }
        #expect(error?.line == 5)
        #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
    }
}

extension AccessLogEvent {
    /// Any event that a log can tell of.
    static func drawn(using random: inout TestRandom) -> AccessLogEvent {
        func number() -> Double {
            switch random.below(5) {
            case 0: -1
            case 1: Double(random.below(1_000_000)) / 1_000
            case 2: Double(bitPattern: random.next() >> 2)
            case 3: Double(random.below(1_000)) * 1e-9
            default: Double(random.below(100)) * 1e17
            }
        }
        func count() -> Int { random.below(3) == 0 ? -1 : random.below(1 << 50) }
        func text() -> String? {
            let pieces = ["a", " ", "\"", "-", "#", "\t", "ä", "\u{2028}", "🎬", ":", "\u{1}", "1"]
            guard random.below(3) > 0 else { return nil }
            return (0..<random.below(6)).map { _ in pieces[random.below(pieces.count)] }.joined()
        }
        func moment() -> Duration? {
            guard random.below(3) > 0 else { return nil }
            return .seconds(random.below(10_000_000_000) - 1_000_000_000)
                + .nanoseconds(random.below(1_000_000_000))
        }
        var event = AccessLogEvent()
        event.numberOfMediaRequests = count()
        event.playbackStart = moment()
        event.uri = text()
        event.serverAddress = text()
        event.numberOfServerAddressChanges = count()
        event.playbackSessionID = text()
        event.playbackStartOffset = number()
        event.segmentsDownloadedDuration = number()
        event.durationWatched = number()
        event.numberOfStalls = count()
        event.numberOfBytesTransferred = count()
        event.transferDuration = number()
        event.observedBitrate = number()
        event.indicatedBitrate = number()
        event.indicatedAverageBitrate = number()
        event.averageVideoBitrate = number()
        event.averageAudioBitrate = number()
        event.numberOfDroppedVideoFrames = count()
        event.startupTime = number()
        event.downloadOverdue = count()
        event.observedMaxBitrate = number()
        event.observedMinBitrate = number()
        event.observedBitrateStandardDeviation = number()
        event.playbackType = text()
        event.mediaRequestsWWAN = count()
        event.switchBitrate = number()
        for name in ["c-reason", "x-own", "cs(Referer)"] { event.otherFields[name] = text() }
        return event
    }
}
