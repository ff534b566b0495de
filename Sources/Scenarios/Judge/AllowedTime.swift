package import LinkModel

/// What rate and delay of a link allow a download: the measure that its time is held against.
///
///     allowed = 4 round trips + frames ÷ rate + idle
///     idle    = max(0, round trip − first segments ÷ rate)
///
/// The four round trips follow one another: connection, multivariant playlist, media playlist, first
/// segment. A further connection is opened when a playlist has told that it is needed, and carries
/// nothing for a round trip; meanwhile those that fetched the media playlists carry one segment
/// each, and the link is idle when these are through. On a slow link they never are.
package enum AllowedTime {
    static let sequentialRoundTrips = 4

    /// - Parameters:
    ///   - payloadBytes: bytes of the TCP streams towards the engine.
    ///   - requested: what was downloaded, out of `catalog`.
    ///   - parallelRequests: connections that the engine may have open.
    package static func of(
        payloadBytes: Int, over link: LinkProfile, for requested: RequestedQuality,
        in catalog: AssetCatalog, parallelRequests: Int
    ) -> Duration {
        let streams = requested.streams.compactMap(catalog.stream)
        let ready = streams.prefix(parallelRequests)
        let carried = ready.reduce(0) { $0 + ($1.segments.first?.length ?? 0) }
        let needsMore = ready.count < parallelRequests && payloadBytes > carried
        let busy = link.down.rate.serialization(ofPayload: carried)
        return link.transferTime(payloadBytes: payloadBytes, roundTrips: sequentialRoundTrips)
            + (needsMore ? max(.zero, link.roundTripTime - busy) : .zero)
    }
}
