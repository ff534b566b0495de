internal import HLSPlaylist

// Content steering (rfc8216bis-22, section 7): a server says which pathway comes first. Whatever it
// does or does not say, the download goes on.
extension DownloadMachine {
    struct Steering: Sendable {
        /// Where the next manifest is asked for.
        var url: String
        var priority: [String] = []
        var timeToLive = SteeringManifest.defaultTimeToLive
        /// When it is asked for next; nil: while it is asked for, and when it is over.
        var reloadAt: Duration?
        /// How long to wait from now on; nil: nothing to wait for.
        var pause: Duration?
    }

    mutating func beginSteering(_ playlist: MultivariantPlaylist, at url: String) {
        guard let tag = playlist.contentSteering else { return }
        guard let server = PlaylistURL.resolve(tag.serverURI, against: url),
            admits(server, from: url)
        else {
            return reportIgnored("its address is not http or https")
        }
        steering = Steering(url: server)
        ready.append(.steeringManifest)
    }

    /// The manifest's URL with the pathway that is in use.
    var steeringURL: String {
        guard let steering else { return "" }
        let pathway = sources.first?.currentPathway ?? AssetVariant.defaultPathwayID
        return steering.url.settingParameter("_HLS_pathway", pathway)
    }

    mutating func steeringResponded(_ index: Int, _ head: ResponseHead) {
        let request = open[index]
        guard head.status != 200 else {
            commands.append(
                .receivePlaylist(request.id, limit: SteeringManifest.maximumBytes))
            return
        }
        open.remove(at: index)
        commands.append(.dismiss(request.id))
        guard head.status != 410 else {
            steering?.reloadAt = nil
            return reportIgnored("the server has it no more")
        }
        steeringFailed("status \(head.status)", retryAfter: head.retryAfter)
    }

    mutating func steeringFailed(_ why: String, retryAfter: Duration? = nil) {
        attempts[.steeringManifest] = nil
        reportIgnored(why)
        guard let timeToLive = steering?.timeToLive else { return }
        steering?.pause = SteeringManifest.bounded(retryAfter ?? timeToLive)
    }

    mutating func steeringArrived(_ bytes: [UInt8], from url: String) {
        attempts[.steeringManifest] = nil
        let manifest: SteeringManifest
        do throws(SteeringManifest.Fault) {
            manifest = try SteeringManifest(parsing: bytes)
        } catch {
            return steeringFailed("\(error)")
        }
        steering?.priority = manifest.priority
        steering?.timeToLive = manifest.timeToLive
        steering?.pause = manifest.timeToLive
        if let uri = manifest.reloadURI {
            if let next = PlaylistURL.resolve(uri, against: url),
                admits(next, from: url)
            {
                steering?.url = next
            } else {
                reportIgnored("RELOAD-URI leads nowhere")
            }
        }
        for clone in manifest.clones { add(clone) }
        for stream in sources.indices where !isComplete(stream) { follow(stream) }
    }

    private mutating func add(_ clone: SteeringManifest.Clone) {
        for stream in sources.indices {
            guard let base = sources[stream].all.first(where: { $0.pathway == clone.baseID }) else {
                continue
            }
            let url = clone.url(
                for: base.url, stableID: base.stableID,
                isRendition: self.stream(at: stream)?.groupID != nil)
            guard admits(url, from: presentationURL) else { continue }
            sources[stream].add(
                StreamSources.Source(url: url, pathway: clone.id, stableID: base.stableID))
        }
    }

    /// Turns a stream to the pathway that comes first.
    private mutating func follow(_ stream: Int) {
        let from = sources[stream].currentURL
        guard let steering, sources[stream].turn(to: steering.priority) else { return }
        fetchSource(of: stream, from: from, because: "content steering")
    }

    private func isComplete(_ stream: Int) -> Bool {
        switch phase {
        case .parts: !stored[stream].contains(false)
        case .sealing, .finished: true
        case .idle, .playlists, .keys: false
        }
    }

    private mutating func reportIgnored(_ why: String) {
        commands.append(.report(.ignored(.steeringManifest, why: why)))
    }

    /// Asks for the next manifest when it is time.
    mutating func continueSteering(at now: Duration) {
        guard let current = steering else { return }
        if let pause = current.pause {
            steering?.pause = nil
            steering?.reloadAt = now + pause
        } else if let reloadAt = current.reloadAt, reloadAt <= now {
            steering?.reloadAt = nil
            ready.append(.steeringManifest)
        }
    }
}
