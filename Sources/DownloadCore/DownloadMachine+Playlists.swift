internal import HLSPlaylist

// What playlists lead to: the selection, the plans, and whether an earlier run's bytes still count.
extension DownloadMachine {
    /// Whether a playlist may be asked for at a URL, of a server or of the app.
    func admits(playlist url: String, from base: String? = nil) -> Bool {
        admits(url, from: base) || options.appLoadsPlaylists && Address.isOfApp(url)
    }

    /// Whether a server may be asked for a URL.
    func admits(_ url: String, from base: String?) -> Bool {
        Address.isAdmitted(url, from: base, allowsLocal: options.limits.localAddresses)
    }

    mutating func acceptPlaylist(_ index: Int, _ head: ResponseHead) {
        open[index].entityTag = head.strongEntityTag
        commands.append(.receivePlaylist(open[index].id, limit: options.limits.playlistBytes))
    }

    /// 304: the copy of the earlier run is still what the server has.
    mutating func useEarlierCopy(_ index: Int) {
        let request = open.remove(at: index)
        commands.append(.dismiss(request.id))
        if let copy = copyFromEarlierRun(of: request.resource) {
            playlistArrived(copy, of: request.resource)
        }
    }

    mutating func endedPlaylist(_ id: RequestID, _ bytes: [UInt8]) {
        guard let index = open.firstIndex(where: { $0.id == id }) else { return }
        let request = open.remove(at: index)
        progress.bytesReceived += max(0, bytes.count - request.received)
        if request.resource == .steeringManifest {
            return steeringArrived(bytes, from: request.url)
        }
        if case .mediaPlaylist(let stream) = request.resource, isGuest(stream) {
            account.replaced += bytes.count
            account.guestPlaylists += bytes.count
        }
        let copy = PlaylistCopy(
            key: playlistKey(request.resource), url: request.url, entityTag: request.entityTag,
            bytes: bytes)
        playlistArrived(copy, of: request.resource)
    }

    func copyFromEarlierRun(of resource: ResourceID) -> PlaylistCopy? {
        snapshot?.playlist(playlistKey(resource))
    }

    /// The stream's identity; empty for the playlist the download began with.
    private func playlistKey(_ resource: ResourceID) -> String {
        guard case .mediaPlaylist(let stream) = resource else { return "" }
        return self.stream(at: stream)?.identity ?? ""
    }

    private mutating func playlistArrived(_ copy: PlaylistCopy, of resource: ResourceID) {
        attempts[resource] = nil
        let playlist: Playlist
        do throws(PlaylistError) {
            playlist = try Playlist(parsing: copy.bytes)
        } catch {
            return fail(.notAPlaylist(Self.explain(copy.bytes) ?? "\(error)"), resource)
        }
        switch (resource, playlist) {
        case (.multivariantPlaylist, .multivariant(let multivariant)):
            commands.append(.keepPlaylist(resource, copy))
            playing.multivariant = multivariant
            select(from: multivariant, at: copy.url)
        case (.multivariantPlaylist, .media(let media)):
            begin(with: media, copy)
        case (.mediaPlaylist(let stream), .media(let media)):
            lay(media, copy, stream: stream)
        case (.mediaPlaylist, .multivariant):
            fail(
                .notAPlaylist("a media playlist was expected, this is a multivariant one"), resource
            )
        case (.part, _), (.key, _), (.steeringManifest, _):
            preconditionFailure("only a playlist is received as one")
        }
    }

    private static func explain(_ bytes: [UInt8]) -> String? {
        var check = ContainerCheck()
        bytes.withUnsafeBytes { check.consume(UnsafeRawBufferPointer(rebasing: $0.prefix(1024))) }
        if case .notMedia(let what) = check.finish(), !what.contains("playlist"),
            !what.contains("RFC")
        {
            return what
        }
        return nil
    }

    private mutating func select(from playlist: MultivariantPlaylist, at url: String) {
        let resolved: ResolvedSelection
        do throws(SelectionError) {
            resolved = try options.resolve(playlist)
        } catch {
            return fail(.notAPlaylist("\(error)"), .multivariantPlaylist)
        }
        let selection = hold(resolved)
        self.resolved = resolved
        self.selection = selection
        contents = streams(of: resolved, in: selection)
        plans = Array(repeating: nil, count: selection.streams.count)
        noteSources(selection.streams, of: playlist, at: url)
        streamURLs = sources.map(\.url)
        var held: [(stream: Int, copy: PlaylistCopy)] = []
        for stream in selection.streams.indices {
            if let copy = heldCopy(of: selection.streams[stream], notIn: resolved.selection) {
                streamURLs[stream] = copy.url
                held.append((stream, copy))
                continue
            }
            guard admits(playlist: streamURLs[stream], from: url) else {
                let why = refusal(of: streamURLs[stream], from: url)
                fail(.refused("its address \(why)"), .mediaPlaylist(stream: stream))
                guard phase != .finished else { return }
                continue
            }
            ready.append(.mediaPlaylist(stream: stream))
        }
        beginSteering(playlist, at: url)
        commands.append(.report(.willDownload(selection)))
        for (stream, copy) in held { playlistArrived(copy, of: .mediaPlaylist(stream: stream)) }
    }

    /// The URL named a media playlist: the presentation is that one stream.
    private mutating func begin(with playlist: MediaPlaylist, _ copy: PlaylistCopy) {
        let selection = Selection(mediaPlaylistAt: "")
        self.selection = selection
        contents = [[0]]
        plans = [nil]
        streamURLs = [copy.url]
        commands.append(.report(.willDownload(selection)))
        lay(playlist, copy, stream: 0)
    }

    private mutating func lay(_ playlist: MediaPlaylist, _ copy: PlaylistCopy, stream: Int) {
        guard let identified = self.stream(at: stream) else { return }
        let resource = ResourceID.mediaPlaylist(stream: stream)
        let plan: StreamPlan
        do throws(DownloadFailure.Reason) {
            plan = try StreamPlan(
                of: playlist, at: copy.url, as: identified, limits: options.limits,
                systems: options.keySystems)
            try checkAddresses(of: plan)
        } catch {
            return fail(error, resource)
        }
        guard plans[stream] == nil else { return move(stream, to: plan) }
        if sources.indices.contains(stream) { sources[stream].arrive() }
        if let earlier = snapshot?.playlist(copy.key), earlier.bytes != copy.bytes,
            !Self.plan(earlier, as: plan.stream, options, hasSamePartsAs: plan),
            !isFromElsewhere(earlier, stream, plan)
        {
            changedStreams.append(copy.key)
            commands.append(.report(.changed(resource)))
            commands.append(.discardStream(stream))
        }
        // Behind the discarding: a crash between the two must not leave the new playlist with the
        // old one's parts.
        commands.append(.keepPlaylist(resource, copy))
        plans[stream] = plan
        if isGuest(stream) { return welcomeGuest(stream) }
        if selectedPlans.count == selectedCount { beginKeys() }
    }

    private func checkAddresses(of plan: StreamPlan) throws(DownloadFailure.Reason) {
        for part in plan.parts where part.kind != .gap {
            // The tolerant reading leaves what nothing defines as it is (RFC 8216bis, 4.3).
            guard !part.uri.hasVariable else {
                throw .notAPlaylist("the address '\(part.uri)' in it has an undefined variable")
            }
            let url = PlaylistURL.resolve(part.uri, against: plan.playlistURL)
            guard let url, admits(url, from: plan.playlistURL) else {
                let why = refusal(of: url ?? part.uri, from: plan.playlistURL)
                throw .refused("the address '\(part.uri)' in it \(why)")
            }
        }
    }

    /// Why a URL is not admitted.
    private func refusal(of url: String, from base: String) -> String {
        Address.refusal(of: url, from: base, allowsLocal: options.limits.localAddresses)
            ?? "is not http or https"
    }

    /// Whether an earlier copy of a playlist plans the same parts.
    private static func plan(
        _ copy: PlaylistCopy, as stream: Selection.Stream, _ options: DownloadOptions,
        hasSamePartsAs plan: StreamPlan
    ) -> Bool {
        // An earlier copy that no longer means anything has no parts in common with anything.
        guard case .media(let playlist)? = try? Playlist(parsing: copy.bytes),
            let earlier = try? StreamPlan(
                of: playlist, at: copy.url, as: stream, limits: options.limits,
                systems: options.keySystems)
        else { return false }
        return earlier.hasSameParts(as: plan)
    }

    /// Whether an earlier run had the stream from another of its sources, with the same segments.
    private func isFromElsewhere(
        _ earlier: PlaylistCopy, _ stream: Int, _ plan: StreamPlan
    ) -> Bool {
        let urls = sources.indices.contains(stream) ? sources[stream].all.map(\.url) : []
        guard earlier.url.withoutQuery != plan.playlistURL.withoutQuery,
            urls.contains(where: { $0.withoutQuery == earlier.url.withoutQuery }),
            // What means nothing any more is of no use, wherever it came from.
            case .media(let playlist)? = try? Playlist(parsing: earlier.bytes),
            let earlier = try? StreamPlan(
                of: playlist, at: earlier.url, as: plan.stream, limits: options.limits)
        else { return false }
        return plan.canReplace(earlier)
    }

    mutating func beginParts() {
        let plans = selectedPlans
        phase = .parts
        commands.append(.lay(plans))
        stored = plans.indices.map { stream in
            plans[stream].parts.indices.map { isStoredAlready(plans[stream], stream, $0) }
        }
        order = plans.indices.flatMap { stream in
            plans[stream].parts.indices.compactMap { index in
                plans[stream].parts[index].kind == .gap ? nil : .part(stream: stream, index: index)
            }
        }
        let isByStream = options.order == .byStream
        order.sort { a, b in
            guard case .part(let streamA, let indexA) = a, case .part(let streamB, let indexB) = b
            else { return false }
            if isByStream { return (streamA, indexA) < (streamB, indexB) }
            return (plans[streamA].parts[indexA].start, streamA, indexA)
                < (plans[streamB].parts[indexB].start, streamB, indexB)
        }
        ledger = plans.map { StreamLedger($0) }
        for (stream, plan) in plans.enumerated() {
            progress.secondsExpected += plan.duration
            progress.partsExpected += plan.parts.count { $0.kind != .gap }
            for (index, part) in plan.parts.enumerated()
            where stored[stream][index] && part.kind != .gap {
                count(part, ofStream: stream, bytes: nil)
            }
        }
        reportProgress()
        for stream in plans.indices where ledger[stream].missing == 0 {
            commands.append(.report(.completedStream(stream)))
        }
        for content in contents.indices where isComplete(content) {
            commands.append(.report(.completedContent(content)))
        }
        welcomeGuests()
        sealIfComplete()
    }

    /// Whether a part of a stream that is planned is durable.
    func isStored(part index: Int, ofStream stream: Int) -> Bool {
        if phase == .parts || phase == .sealing {
            return isStored(.part(stream: stream, index: index))
        }
        return plans[stream].map { isStoredAlready($0, stream, index) } ?? false
    }

    func isStoredAlready(_ plan: StreamPlan, _ stream: Int, _ index: Int) -> Bool {
        if plan.parts[index].kind == .gap { return true }
        guard let snapshot, !changedStreams.contains(plan.stream.identity) else { return false }
        return snapshot.stored.contains(
            DownloadSnapshot.PartKey(stream: plan.stream.identity, index: index))
    }

    mutating func count(_ part: PartPlan, ofStream stream: Int, bytes: Int?) {
        progress.partsStored += 1
        progress.secondsStored += part.duration
        ledger[stream].store(part, bytes: bytes)
    }

    mutating func reportProgress() {
        let still = Array(repeating: Duration.zero, count: ledger.count)
        progress.fraction = max(progress.fraction, ledger.fraction(underWay: still))
        commands.append(.report(.progress(progress)))
    }

    mutating func reportCompleted(_ stream: Int) {
        commands.append(.report(.completedStream(stream)))
        for content in contents.indices
        where contents[content].contains(stream) && isComplete(content) {
            commands.append(.report(.completedContent(content)))
        }
    }

    private func isComplete(_ content: Int) -> Bool {
        !contents[content].isEmpty && contents[content].allSatisfy { ledger[$0].missing == 0 }
    }
}

extension String {
    /// Whether a variable's mark is in an address: `{$`. Looked for among bytes, for every part.
    fileprivate var hasVariable: Bool {
        var previous = UInt8(0)
        for byte in utf8 {
            if byte == UInt8(ascii: "$"), previous == UInt8(ascii: "{") { return true }
            previous = byte
        }
        return false
    }
}
