internal import HLSPlaylist

// What things are called: on the wire, on disk, by people.
extension DownloadMachine {
    /// The plan of a part; nil for what is none.
    package func part(_ resource: ResourceID) -> PartPlan? {
        guard case .part(let stream, let index) = resource else { return nil }
        return plans[stream]?.parts[index]
    }

    func partKey(_ resource: ResourceID) -> DownloadSnapshot.PartKey? {
        guard case .part(let stream, let index) = resource, let plan = plans[stream] else {
            return nil
        }
        return DownloadSnapshot.PartKey(stream: plan.stream.identity, index: index)
    }

    func currentURL(of resource: ResourceID) -> String {
        attempts[resource]?.redirectedTo ?? ownURL(of: resource)
    }

    /// The resource's URL before any redirect. Unresolvable references stay as they are written, and
    /// are refused when they are requested.
    private func ownURL(of resource: ResourceID) -> String {
        switch resource {
        case .multivariantPlaylist: url
        case .steeringManifest: steeringURL
        case .mediaPlaylist(let stream): streamURLs[stream]
        case .key(let index): keys[index].url
        case .part(let stream, let index):
            plans[stream].flatMap { plan in
                PlaylistURL.resolve(plan.parts[index].uri, against: plan.playlistURL)
            } ?? ""
        }
    }

    /// The resource as a person names it: segments count from 1.
    func subject(_ resource: ResourceID) -> String {
        switch resource {
        case .multivariantPlaylist: return "the playlist"
        case .steeringManifest: return "the steering manifest"
        case .mediaPlaylist(let stream):
            return "the media playlist \(self.stream(at: stream)?.uri ?? "")"
        case .key(let index):
            return keys.count == 1 ? "the key" : "key \(index + 1) of \(keys.count)"
        case .part(let stream, let index):
            guard let plan = plans[stream] else { return "a part" }
            let parts = plan.parts[...index]
            switch plan.parts[index].kind {
            case .initSection:
                let place = parts.count { $0.kind == .initSection }
                return "init section \(place) of \(plan.stream.uri)"
            case .segment, .gap:
                let place = parts.count { $0.kind != .initSection }
                return "segment \(place) of \(plan.stream.uri)"
            }
        }
    }
}
