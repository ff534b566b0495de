internal import HLSPlaylist

// Keys come before the first part: without them nothing could vouch for what arrives.
extension DownloadMachine {
    mutating func beginKeys() {
        let all = KeyPlan.all(of: selectedPlans)
        guard all.count <= options.limits.keys else {
            return fail(
                .refused("it has more than \(options.limits.keys) keys"), .multivariantPlaylist)
        }
        keys = all
        missingKeys = Set(
            keys.indices.filter {
                // An app's key is the app's to keep: it is asked each time.
                keys[$0].isFromApp || snapshot?.keys.contains(keys[$0].identity) != true
            })
        guard !missingKeys.isEmpty else { return beginParts() }
        phase = .keys
        for index in keys.indices where missingKeys.contains(index) { ready.append(.key(index)) }
    }

    mutating func acceptKey(_ index: Int) {
        commands.append(.receiveKey(open[index].id, limit: options.limits.keyBytes))
    }

    mutating func endedKey(
        _ id: RequestID, _ count: Int, at now: Duration,
        using random: inout some RandomNumberGenerator
    ) {
        guard let index = open.firstIndex(where: { $0.id == id }),
            case .key(let key) = open[index].resource
        else { return }
        let request = open.remove(at: index)
        if !request.isForApp { progress.bytesReceived += max(0, count - request.received) }
        guard count == keys[key].byteCount else {
            if keys[key].isFromApp {
                let needed = keys[key].byteCount
                return fail(.key("it has \(count) bytes and needs \(needed)"), request.resource)
            }
            return retry(
                request.resource, "the key has \(count) bytes and needs \(keys[key].byteCount)",
                at: now, using: &random)
        }
        attempts[request.resource] = nil
        commands.append(.storeKey(request.resource))
    }

    /// The app has no key; what it could try again, it did.
    mutating func keyRefused(_ id: RequestID, _ reason: String) {
        guard let index = open.firstIndex(where: { $0.id == id }) else { return }
        fail(.key(reason), open.remove(at: index).resource)
    }

    mutating func keyStored(_ index: Int) {
        droppedKeys.remove(index)
        guard missingKeys.remove(index) != nil else { return }
        beginPartsIfKeysAreThere()
    }

    private mutating func beginPartsIfKeysAreThere() {
        guard phase == .keys, missingKeys.isEmpty else { return }
        beginParts()
    }
}

// Keys of streams that go elsewhere.
extension DownloadMachine {
    /// A key cannot be had: the streams that need it go elsewhere, where it is another one.
    /// - Returns: whether the download goes on.
    mutating func doWithout(_ key: Int, after failure: DownloadFailure) -> Bool {
        let streams = streams(needing: key)
        failedKeys[keys[key].url] = failure
        for stream in streams {
            // What is stored plays with this key and no other.
            let isIndispensable = plans[stream]?.parts.indices.contains {
                plans[stream]?.parts[$0].keyURL == keys[key].url
                    && isStored(part: $0, ofStream: stream)
            }
            guard isIndispensable == false, leave(stream, after: failure, isOfPart: true) else {
                return false
            }
        }
        dropKeys()
        beginPartsIfKeysAreThere()
        return true
    }

    /// Streams that cannot do without a key where they are now.
    func streams(needing key: Int) -> [Int] {
        plans.indices.filter { stream in
            plans[stream]?.parts.contains { $0.keyURL == keys[key].url } == true
                && !isLeaving(stream)
        }
    }

    /// Waits no more for keys that no stream needs, but those that go elsewhere.
    mutating func dropKeys() {
        guard !missingKeys.isEmpty else { return }
        var needed: Set<String> = []
        for (stream, plan) in plans.enumerated() {
            let isLeaving = isLeaving(stream)
            for (index, part) in (plan?.parts ?? []).enumerated() {
                guard let url = part.keyURL else { continue }
                if !isLeaving || isStored(part: index, ofStream: stream) { needed.insert(url) }
            }
        }
        let dropped = missingKeys.filter { !needed.contains(keys[$0].url) }
        guard !dropped.isEmpty else { return }
        let isDropped = { (resource: ResourceID) in
            if case .key(let key) = resource { dropped.contains(key) } else { false }
        }
        end(where: isDropped)
        ready.removeAll(where: isDropped)
        delayed.removeAll { isDropped($0.resource) }
        for key in dropped { attempts[.key(key)] = nil }
        missingKeys.subtract(dropped)
        droppedKeys.formUnion(dropped)
    }

    /// Why a plan cannot be followed: it needs a key that cannot be had.
    func failedKey(in plan: StreamPlan) -> DownloadFailure? {
        guard !failedKeys.isEmpty else { return nil }
        return plan.parts.lazy.compactMap { part in
            part.keyURL.flatMap { failedKeys[$0] }
        }.first
    }

    mutating func noteNewKeys(of plan: StreamPlan) {
        let known = Dictionary(
            zip(keys.map(\.url), keys.indices), uniquingKeysWith: { first, _ in first })
        var identities = Set(keys.map(\.identity))
        for var key in KeyPlan.all(of: [plan]) {
            if let place = known[key.url] {
                if droppedKeys.remove(place) != nil { demand(place) }
                continue
            }
            if !identities.insert(key.identity).inserted { key.identity = key.url }
            guard keys.count < options.limits.keys else {
                return fail(
                    .refused("it has more than \(options.limits.keys) keys"), .multivariantPlaylist)
            }
            keys.append(key)
            guard snapshot?.keys.contains(key.identity) != true else { continue }
            demand(keys.count - 1)
        }
    }

    private mutating func demand(_ key: Int) {
        missingKeys.insert(key)
        ready.append(.key(key))
    }
}
