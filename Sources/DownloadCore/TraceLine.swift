/// One line of a run's timeline: when, what happened, what was decided. JSON, the same for a real
/// and for a simulated run.
package struct TraceLine: Sendable {
    private var text: [UInt8] = []

    package init(at elapsed: Duration, _ event: DownloadEvent, _ commands: [DownloadCommand]) {
        text.reserveCapacity(128)
        text.append(contentsOf: "{\"t\":".utf8)
        appendSeconds(elapsed)
        text.append(contentsOf: ",\"event\":".utf8)
        append(event.words)
        text.append(contentsOf: ",\"commands\":[".utf8)
        for (index, command) in commands.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            append(command.words)
        }
        text.append(contentsOf: "]}".utf8)
    }

    /// The line without its end, UTF-8.
    package var bytes: [UInt8] { text }

    /// Seconds with nine decimals.
    private mutating func appendSeconds(_ elapsed: Duration) {
        let (seconds, attoseconds) = elapsed.components
        let fraction = String(1_000_000_000 + attoseconds / 1_000_000_000).dropFirst()
        text.append(contentsOf: "\(seconds).\(fraction)".utf8)
    }

    private mutating func append(_ string: String) {
        text.append(UInt8(ascii: "\""))
        for byte in string.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                text.append(UInt8(ascii: "\\"))
                text.append(byte)
            case 0..<0x20:
                text.append(
                    contentsOf: "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8)
            default: text.append(byte)
            }
        }
        text.append(UInt8(ascii: "\""))
    }
}

extension DownloadEvent {
    /// The event in a few words.
    var words: String {
        switch self {
        case .started: "started"
        case .responded(let id, let head): "#\(id.number) responded \(head.words)"
        case .received(let id, let count): "#\(id.number) received \(count)"
        case .ended(let id, let finding): "#\(id.number) ended \(finding.words)"
        case .endedPlaylist(let id, let bytes): "#\(id.number) ended playlist \(bytes.count)"
        case .endedKey(let id, let count): "#\(id.number) ended key \(count)"
        case .keyRefused(let id, let reason): "#\(id.number) key refused: \(reason)"
        case .failed(let id, let failure): "#\(id.number) failed \(failure)"
        case .stored(let resource): "stored \(resource.words)"
        case .sealed: "sealed"
        case .storeFailed(let failure): "store failed \(failure)"
        case .spaceFound: "space found"
        case .suspended: "suspended"
        case .resumed: "resumed"
        case .networkChanged(let status): "network \(status.rawValue)"
        case .woke: "woke"
        case .cancelled: "cancelled"
        case .streamWanted(let uri): "stream wanted \(uri)"
        case .needed(let needs): needs.map(\.words) ?? "nobody plays"
        }
    }
}

extension DownloadCommand {
    /// The command in a few words.
    var words: String {
        switch self {
        case .fetch(let request): request.words
        case .receive(let id, let plan):
            "receive #\(id.number) at \(plan.appendAt)"
                + (plan.skip > 0 ? " skipping \(plan.skip)" : "")
                + (plan.take.map { " taking \($0)" } ?? "")
        case .recheck(let id, let resource): "recheck #\(id.number) \(resource.words)"
        case .receivePlaylist(let id, _): "receive playlist #\(id.number)"
        case .receiveKey(let id, _): "receive key #\(id.number)"
        case .storeKey(let resource): "store \(resource.words)"
        case .askApp(let id, let resource, let identifier):
            "ask the app #\(id.number) \(resource.words) \(identifier)"
        case .abort(let id): "abort #\(id.number)"
        case .dismiss(let id): "dismiss #\(id.number)"
        case .keepPause(let pause): "leave \(pause.host) alone for \(pause.time.inSeconds)"
        case .keepPlaylist(let resource, let copy):
            "keep \(resource.words) \(copy.bytes.count)"
        case .lay(let plans):
            "lay " + plans.map { "\($0.stream.uri) \($0.parts.count)" }.joined(separator: ", ")
        case .layGuest(let stream, let plan):
            "lay guest \(stream) \(plan.stream.uri) \(plan.parts.count)"
        case .discardGuestPart(let resource): "discard guest \(resource.words)"
        case .discardStream(let stream): "discard stream \(stream)"
        case .discardPartial(let resource): "discard partial \(resource.words)"
        case .store(let resource, let attestation):
            "store \(resource.words) \(attestation.length.rawValue) \(attestation.container.rawValue)"
        case .seal: "seal"
        case .lookForSpace: "look for space"
        case .wake(let time): "wake at \(time.inSeconds)"
        case .report(let report): "report \(report.words)"
        case .finish(let outcome): "finish \(outcome.words)"
        }
    }
}

extension ResourceID {
    /// `multivariant`, `media 0`, `part 0/3`, `key 1`.
    package var words: String {
        switch self {
        case .multivariantPlaylist: "multivariant"
        case .mediaPlaylist(let stream): "media \(stream)"
        case .part(let stream, let index): "part \(stream)/\(index)"
        case .key(let index): "key \(index)"
        case .steeringManifest: "steering"
        }
    }
}

extension FetchRequest {
    fileprivate var words: String {
        var text = "fetch #\(id.number) \(resource.words) \(url)"
        if let rangeStart { text += " bytes=\(rangeStart)-\(rangeEnd.map(String.init) ?? "")" }
        if let ifRange { text += " if-range \(ifRange)" }
        if let ifNoneMatch { text += " if-none-match \(ifNoneMatch)" }
        return text
    }
}

extension ResponseHead {
    fileprivate var words: String {
        var text = "\(status)"
        if let contentLength { text += " length \(contentLength)" }
        if let range = contentRange {
            text += " range \(range.first)-\(range.last)/\(range.total.map(String.init) ?? "*")"
        }
        if let retryAfter { text += " retry-after \(retryAfter.inSeconds)" }
        return text
    }
}

extension ContainerFinding {
    fileprivate var words: String {
        switch self {
        case .whole(let container): container.rawValue
        case .broken(let what), .notMedia(let what): what
        }
    }
}

extension DownloadReport {
    fileprivate var words: String {
        switch self {
        case .willDownload(let selection):
            "will download " + selection.streams.map(\.uri).joined(separator: ", ")
        case .redirected(let resource, let target): "\(resource.words) redirected to \(target)"
        case .retrying(let resource, let reason, let pause):
            "retrying \(resource.words) in \(pause.inSeconds): \(reason)"
        case .changed(let resource): "\(resource.words) changed"
        case .loaded(let stream, let range):
            "loaded \(stream) \(range.start.inSeconds) + \(range.duration.inSeconds)"
        case .completedStream(let stream): "completed stream \(stream)"
        case .completedContent(let content): "completed content \(content)"
        case .progress(let progress): "\(progress.partsStored) of \(progress.partsExpected) parts"
        case .waiting(let reason): "waiting: \(reason)"
        case .running: "running"
        case .switched(let stream, let from, let to, let why):
            "stream \(stream) switched from \(from) to \(to): \(why)"
        case .ignored(let resource, let why): "\(resource.words) ignored: \(why)"
        case .unavailable(let resource, let why): "\(resource.words) unavailable: \(why)"
        }
    }
}

extension DownloadOutcome {
    fileprivate var words: String {
        switch self {
        case .completed: "completed"
        case .cancelled: "cancelled"
        case .failed(let failure): "failed: \(failure)"
        case .needsNewURL(let failure): "needs a new URL: \(failure)"
        }
    }
}
