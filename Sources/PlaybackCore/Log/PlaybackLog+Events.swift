extension PlaybackLog {
    /// What only those know who drive a player.
    package struct Circumstances: Sendable, Hashable {
        /// When the person asked to play, since 1970-01-01T00:00:00Z; nil: there are no dates.
        package var begin: Duration?
        package var sessionID: String?
        package var serverAddress: String?
        /// `VOD`; `FILE` for what is played from a package alone.
        package var type = "VOD"

        package init(
            begin: Duration? = nil, sessionID: String? = nil, serverAddress: String? = nil,
            type: String = "VOD"
        ) {
            self.begin = begin
            self.sessionID = sessionID
            self.serverAddress = serverAddress
            self.type = type
        }
    }

    /// The domain of an error log's events.
    package static let errorDomain = "HLSDownload"

    /// The access log. What nobody here can know is left unknown: frames, which are not decoded, and
    /// what kind of network it is.
    package func accessLog(_ circumstances: Circumstances = Circumstances()) -> AccessLog {
        AccessLog(events: access.map { AccessLogEvent($0, circumstances) })
    }

    /// The error log.
    package func errorLog(_ circumstances: Circumstances = Circumstances()) -> ErrorLog {
        ErrorLog(
            events: failures.map { failure in
                var event = ErrorLogEvent()
                event.moment = circumstances.moment(failure.time)
                event.uri = failure.uri.isEmpty ? nil : failure.uri
                event.serverAddress = circumstances.serverAddress
                event.playbackSessionID = circumstances.sessionID
                event.errorDomain = Self.errorDomain
                event.errorComment = failure.comment
                return event
            })
    }
}

extension PlaybackLog.Circumstances {
    /// To the millisecond.
    fileprivate func moment(_ time: Duration) -> Duration? {
        begin.map { .milliseconds(Int((($0 + time) / .milliseconds(1)).rounded(.down))) }
    }
}

extension AccessLogEvent {
    fileprivate init(_ access: PlaybackLog.Access, _ circumstances: PlaybackLog.Circumstances) {
        self.init()
        numberOfMediaRequests = access.requestCount
        playbackStart = circumstances.moment(access.start)
        uri = access.uri.isEmpty ? nil : access.uri
        serverAddress = circumstances.serverAddress
        numberOfServerAddressChanges = serverAddress == nil ? -1 : 0
        playbackSessionID = circumstances.sessionID
        playbackStartOffset = access.startOffset.map { $0 / .seconds(1) } ?? -1
        segmentsDownloadedDuration = access.video.duration / .seconds(1)
        durationWatched = access.secondsWatched
        numberOfStalls = access.stallCount
        numberOfBytesTransferred = access.bytes
        transferDuration = access.transferDuration / .seconds(1)
        observedBitrate =
            transferDuration > 0 ? Double(access.bytes) * 8 / transferDuration : -1
        indicatedBitrate = access.indicatedBitRate.map(Double.init) ?? -1
        indicatedAverageBitrate = access.indicatedAverageBitRate.map(Double.init) ?? -1
        averageVideoBitrate = access.video.bitRate ?? -1
        averageAudioBitrate = access.audio.bitRate ?? -1
        startupTime = access.startupTime.map { $0 / .seconds(1) } ?? -1
        downloadOverdue = access.overdueCount
        if access.observed.count > 0 {
            observedMaxBitrate = access.observed.maximum
            observedMinBitrate = access.observed.minimum
            observedBitrateStandardDeviation = access.observed.standardDeviation
        }
        playbackType = circumstances.type
        switchBitrate = access.switchBitRate ?? -1
    }
}

extension PlaybackLog.Media {
    /// Bit/s; nil for nothing.
    fileprivate var bitRate: Double? {
        duration > .zero ? Double(bytes) * 8 / (duration / .seconds(1)) : nil
    }
}
