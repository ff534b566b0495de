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
        guard missingKeys.remove(index) != nil, phase == .keys, missingKeys.isEmpty else { return }
        beginParts()
    }
}
