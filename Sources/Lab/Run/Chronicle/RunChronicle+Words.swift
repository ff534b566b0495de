internal import DownloadCore

// What the words of a timeline's line mean to the chronicle; ``DownloadCore/TraceLine`` writes them.
extension RunChronicle {
    mutating func take(event: TimelineLine.Words, at elapsed: Duration) {
        var words = event
        if words.take("#") {
            guard let number = words.number(), words.take(" ") else { return }
            return take(words, of: number, at: elapsed)
        }
        if words.take("stored ") {
            guard case .part(let stream, let index)? = ResourceID(&words) else { return }
            return notePart(stream, index) { $0.storedAt = elapsed }
        }
        if words.take("store failed ") { return remark(String(words.rest), at: elapsed) }
        switch words.rest {
        case "started": begin()
        case "cancelled": remark("stopped", at: elapsed)
        case "suspended", "resumed": remark(String(words.rest), at: elapsed)
        case let rest where rest.hasPrefix("network "): remark(String(rest), at: elapsed)
        default: break
        }
    }

    /// What became of a request.
    private mutating func take(
        _ event: TimelineLine.Words, of number: Int, at elapsed: Duration
    ) {
        var words = event
        if words.take("received ") {
            if let count = words.number() { receive(count, number, at: elapsed) }
        } else if words.take("responded ") {
            respond(words, number, at: elapsed)
        } else if words.take("ended ") {
            if words.take("playlist ") || words.take("key "), let count = words.number() {
                note(number) { $0.bytes = max($0.bytes, count) }
            }
            close(number, .whole, at: elapsed)
        } else if words.take("failed ") || words.take("key refused: ") {
            close(number, .failed(String(words.rest)), at: elapsed)
        }
    }

    private mutating func respond(
        _ head: TimelineLine.Words, _ number: Int, at elapsed: Duration
    ) {
        var words = head
        guard let status = words.number() else { return }
        let length = words.take(" length ") ? words.number() : nil
        if words.take(" range ") { _ = words.word() }
        _ = words.take(" ")
        let wait = words.take("retry-after ") ? words.time() : nil
        note(number) { request in
            request.headAt = elapsed
            request.status = status
            request.declaredLength = length
            request.retryAfter = wait
        }
    }

    mutating func take(command: TimelineLine.Words, at elapsed: Duration) {
        var words = command
        if words.take("fetch #") {
            fetch(words, at: elapsed)
        } else if words.take("abort #") {
            if let number = words.number() { close(number, .aborted, at: elapsed) }
        } else if words.take("dismiss #") {
            if let number = words.number() { close(number, .dismissed, at: elapsed) }
        } else if words.take("lay guest ") {
            guard let stream = words.number(), words.take(" ") else { return }
            lay(words.rest, stream, isGuest: true)
        } else if words.take("lay ") {
            for stream in 0... {
                guard let plan = words.take(before: ", ") else {
                    return lay(words.rest, stream, isGuest: false)
                }
                lay(plan, stream, isGuest: false)
            }
        } else if words.take("store ") {
            store(words)
        } else if words.take("discard guest ") {
            guard case .part(let stream, let index)? = ResourceID(&words) else { return }
            notePart(stream, index) { $0.isReplaced = true }
        } else if words.take("discard stream ") {
            if let stream = words.number() { discard(stream: stream) }
        } else if words.take("report ") {
            report(words, at: elapsed)
        } else if words.take("finish ") {
            finish(at: elapsed)
        }
    }

    private mutating func fetch(_ command: TimelineLine.Words, at elapsed: Duration) {
        var words = command
        guard let number = words.number(), words.take(" "), let resource = ResourceID(&words),
            words.take(" ")
        else { return }
        let url = words.word()
        let range = words.rest.hasPrefix("bytes=") ? words.word() : nil
        send(number, resource, url: url, range: range, at: elapsed)
    }

    /// `v800/index.m3u8 6`.
    private mutating func lay(_ plan: Substring, _ stream: Int, isGuest: Bool) {
        guard let space = plan.lastIndex(of: " "), let count = Int(plan[space...].dropFirst()),
            count >= 0
        else { return }
        lay(stream, plan[..<space], count: count, isGuest: isGuest)
    }

    /// `part 0/3 declared MPEG-TS`.
    private mutating func store(_ command: TimelineLine.Words) {
        var words = command
        guard case .part(let stream, let index)? = ResourceID(&words), words.take(" "),
            let length = Attestation.Length(rawValue: String(words.word())),
            let container = Container(rawValue: String(words.rest))
        else { return }
        let attestation = Attestation(length: length, container: container)
        notePart(stream, index) { $0.attestation = attestation.words(under: $0.place.cipher) }
    }

    private mutating func report(_ report: TimelineLine.Words, at elapsed: Duration) {
        var words = report
        if words.take("retrying ") {
            guard let resource = ResourceID(&words), words.take(" in "),
                let pause = words.time(), words.take(" s: ")
            else { return }
            retry(resource, in: pause, because: String(words.rest))
        } else if words.take("waiting: ") {
            remark("waits: \(words.rest)", at: elapsed)
        } else if words.take("stream ") {
            guard words.number() != nil, words.take(" switched from ") else { return }
            remark("switched from \(words.rest)", at: elapsed)
        } else if words.rest == "running" {
            remark("goes on", at: elapsed)
        }
    }
}

extension ResourceID {
    /// Takes the words of a resource from the front of a text.
    fileprivate init?(_ words: inout TimelineLine.Words) {
        if words.take("part ") {
            guard let stream = words.number(), words.take("/"), let index = words.number() else {
                return nil
            }
            self = .part(stream: stream, index: index)
        } else if words.take("media ") {
            guard let stream = words.number() else { return nil }
            self = .mediaPlaylist(stream: stream)
        } else if words.take("key ") {
            guard let index = words.number() else { return nil }
            self = .key(index)
        } else if words.take("multivariant") {
            self = .multivariantPlaylist
        } else if words.take("steering") {
            self = .steeringManifest
        } else {
            return nil
        }
    }
}
