internal import HLSPlaylist

// Responses and bodies.
extension DownloadMachine {
    mutating func responded(
        _ id: RequestID, _ head: ResponseHead, at now: Duration,
        using random: inout some RandomNumberGenerator
    ) {
        guard let index = open.firstIndex(where: { $0.id == id }) else { return }
        noteAnswer(to: open[index], at: now)
        noteSign(index, bytes: 0, at: now)
        serverHasAnswered = true
        endOutage(of: open[index].host)
        if open[index].resource == .steeringManifest, !(301...308).contains(head.status) {
            return steeringResponded(index, head)
        }
        switch head.status {
        case 200, 206:
            if case .part = open[index].resource {
                acceptPart(index, head, at: now, using: &random)
            } else if head.status == 200 {
                if case .key = open[index].resource {
                    acceptKey(index)
                } else {
                    acceptPlaylist(index, head)
                }
            } else {
                dismiss(index, "status 206 to a request for the whole", at: now, using: &random)
            }
        case 304 where open[index].isConditional: useEarlierCopy(index)
        case 301, 302, 303, 307, 308: redirect(index, to: head.location)
        case 416 where isWholeOnDisk(open[index], head):
            open[index].expected = attempts[open[index].resource]?.have
            commands.append(.recheck(id, open[index].resource))
        case 412 where open[index].rangeStart != nil, 416 where open[index].rangeStart != nil:
            // What is on disk is not a beginning of what the server has: start the part again.
            discardPartial(of: open[index].resource)
            dismiss(index, "status \(head.status) to a range", at: now, using: &random)
        case 408, 425, 429, 500...599: postpone(index, head, at: now, using: &random)
        default:
            let request = open.remove(at: index)
            commands.append(.dismiss(id))
            fail(.status(head.status), request.resource)
        }
    }

    /// The rest of a part was asked for, and the server says that nothing is left.
    private func isWholeOnDisk(_ request: OpenRequest, _ head: ResponseHead) -> Bool {
        guard let have = attempts[request.resource]?.have, have > 0 else { return false }
        return head.unsatisfiedTotal == have && part(request.resource)?.range == nil
    }

    private mutating func redirect(_ index: Int, to location: String?) {
        let request = open.remove(at: index)
        commands.append(.dismiss(request.id))
        guard let target = location.flatMap({ PlaylistURL.resolve($0, against: request.url) })
        else {
            return fail(.refused("the server redirects to nowhere"), request.resource)
        }
        guard admits(target, from: request.url) else {
            return fail(.refused("a redirect to \(target) is not followed"), request.resource)
        }
        var attempt = attempts[request.resource] ?? Attempts()
        attempt.redirects += 1
        attempt.redirectedTo = target
        attempts[request.resource] = attempt
        guard attempt.redirects <= options.limits.redirects else {
            return fail(
                .refused("more than \(options.limits.redirects) redirects"), request.resource)
        }
        commands.append(.report(.redirected(request.resource, to: target)))
        delayed.append(Delayed(resource: request.resource, notBefore: .zero))
    }

    private mutating func acceptPart(
        _ index: Int, _ head: ResponseHead, at now: Duration,
        using random: inout some RandomNumberGenerator
    ) {
        let request = open[index]
        guard let part = part(request.resource) else { return }
        if isSameAgain(head, request) {
            open[index].expected = head.contentLength
            commands.append(.recheck(request.id, request.resource))
            return
        }
        var attempt = attempts[request.resource] ?? Attempts()
        let isWholeFile = head.status == 200
        if isWholeFile {
            countLost(attempt.have, of: request.resource)
            attempt.have = 0
            attempt.total = head.isEncoded ? nil : head.contentLength
        } else {
            if let fault = fault(in: head, to: request, attempt) {
                discardPartial(of: request.resource)
                return dismiss(index, fault, at: now, using: &random)
            }
            attempt.total = head.contentRange?.total ?? attempt.total
        }
        attempt.entityTag = head.isEncoded ? nil : head.strongEntityTag
        attempts[request.resource] = attempt

        let offset = part.range?.offset ?? 0
        let expected = part.range?.length ?? attempt.total
        guard expected ?? 0 <= options.limits.partBytes else {
            return fail(
                .refused("it has more than \(options.limits.partBytes) bytes"), request.resource)
        }
        open[index].expected = expected
        commands.append(
            .receive(
                request.id,
                BodyPlan(
                    resource: request.resource, skip: isWholeFile ? offset : 0,
                    appendAt: attempt.have,
                    take: part.range.map { $0.length - attempt.have },
                    limit: options.limits.partBytes - attempt.have,
                    entityTag: attempt.entityTag)))
    }

    /// What is wrong with a 206, nil when it continues exactly what is on disk.
    private func fault(
        in head: ResponseHead, to request: OpenRequest, _ attempt: Attempts
    ) -> String? {
        guard let start = request.rangeStart else { return "status 206 to a request for the whole" }
        guard let range = head.contentRange else { return "status 206 without Content-Range" }
        guard range.first == start else {
            return "bytes from \(range.first) on came where \(start) was asked for"
        }
        if head.isEncoded {
            return "a range of other bytes than the file's came (Content-Encoding)"
        }
        guard attempt.have > 0 else { return nil }
        // Parts may be put together only under one strong validator (RFC 9110, section 15.3.7.3).
        if head.strongEntityTag != attempt.entityTag {
            let tags = [head.strongEntityTag, attempt.entityTag].map { $0 ?? "none" }
            return "the rest of another version came (\(tags[0]) after \(tags[1]))"
        }
        if let total = range.total, let known = attempt.total, total != known {
            return "the rest of \(total) bytes came where there were \(known)"
        }
        return nil
    }

    /// - Returns: whether they were counted, and no request has less time now than before.
    mutating func received(
        _ id: RequestID, _ count: Int, at now: Duration,
        using random: inout some RandomNumberGenerator
    ) -> Bool {
        progress.bytesReceived += count
        guard let index = place(of: id) else { return true }
        let leavesTime = noteSign(index, bytes: count, at: now)
        let resource = open[index].resource
        guard case .part = resource else {
            open[index].received += count
            return leavesTime
        }
        let have = attempts.add(count, to: resource, at: &open[index].placeInBook)
        countReceived(count, of: resource, at: now)
        guard let expected = open[index].expected, have > expected else { return leavesTime }
        let request = open.remove(at: index)
        commands.append(.abort(request.id))
        discardPartial(of: resource)
        retry(resource, "more than the \(expected) bytes it should have", at: now, using: &random)
        return false
    }

    mutating func ended(
        _ id: RequestID, _ finding: ContainerFinding, at now: Duration,
        using random: inout some RandomNumberGenerator
    ) {
        guard let index = open.firstIndex(where: { $0.id == id }) else { return }
        let request = open.remove(at: index)
        let have = attempts[request.resource]?.have ?? 0
        if let expected = request.expected, have < expected {
            return resumeLater(
                request.resource, "only \(have) of \(expected) bytes came", at: now, using: &random)
        }
        switch finding {
        case .whole(let container):
            if request.expected == nil, asksForRest(of: request.resource) { return }
            playing.storing.insert(request.resource)
            commands.append(
                .store(
                    request.resource,
                    Attestation(
                        length: request.expected == nil ? .undeclared : .declared,
                        container: container)))
        case .broken(let what), .notMedia(let what):
            discardPartial(of: request.resource)
            retry(request.resource, what, at: now, using: &random)
        }
    }

    /// A body without a length ended as a whole one does, which one that broke off between two
    /// packets does too. The server is asked for what follows, once and where a tag vouches that it
    /// is of the same version: it answers that nothing does, or sends it.
    private mutating func asksForRest(of resource: ResourceID) -> Bool {
        guard let attempt = attempts[resource], attempt.have > 0, attempt.entityTag != nil,
            !attempt.hasAskedForRest, part(resource)?.range == nil
        else { return false }
        attempts[resource]?.hasAskedForRest = true
        delayed.append(Delayed(resource: resource, notBefore: .zero))
        return true
    }

    /// The rest of a body without a length was asked for, and the server sends the whole again:
    /// which is what is there, as far as it says.
    private func isSameAgain(_ head: ResponseHead, _ request: OpenRequest) -> Bool {
        guard head.status == 200, !head.isEncoded, request.rangeStart != nil,
            let attempt = attempts[request.resource], attempt.hasAskedForRest
        else { return false }
        return head.strongEntityTag == attempt.entityTag
            && head.contentLength ?? attempt.have == attempt.have
    }

    mutating func partStored(_ resource: ResourceID) {
        guard case .part(let stream, let index) = resource, !stored[stream][index],
            let part = part(resource)
        else { return }
        stored[stream][index] = true
        let bytes = attempts[resource]?.have
        attempts[resource] = nil
        noteStored(resource, bytes: bytes)
        guard !isGuest(stream) else { return sealIfComplete() }
        count(part, ofStream: stream, bytes: bytes)
        if part.kind == .segment {
            let range = MediaTimeRange(start: part.start, end: part.start + part.duration)
            commands.append(.report(.loaded(stream: stream, range)))
        }
        reportProgress()
        if ledger[stream].missing == 0 { reportCompleted(stream) }
        supersedeGuests(of: part, ofStream: stream)
        sealIfComplete()
    }

    mutating func sealIfComplete() {
        guard phase == .parts, hasAllParts, dismissGuests() else { return }
        phase = .sealing
        commands.append(.seal)
    }

    /// The part begins again from its first byte.
    mutating func discardPartial(of resource: ResourceID) {
        guard case .part = resource, let have = attempts[resource]?.have, have > 0 else { return }
        countLost(have, of: resource)
        attempts[resource]?.have = 0
        attempts[resource]?.hasAskedForRest = false
        attempts[resource]?.entityTag = nil
        attempts[resource]?.total = nil
        commands.append(.discardPartial(resource))
    }
}
