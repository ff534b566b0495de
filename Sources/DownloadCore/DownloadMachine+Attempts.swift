// What the machine remembers of resources while they are under way.
extension DownloadMachine {
    /// What is remembered of a resource from its first request to its end.
    struct Attempts: Sendable {
        var failures = 0
        var failuresWithoutProgress = 0
        var redirects = 0
        /// Where redirects led; nil: the resource's own URL.
        var redirectedTo: String?
        /// Bytes of a part that are on disk, from its first byte on.
        var have = 0
        var best = 0
        /// Strong entity tag of the representation that those bytes belong to.
        var entityTag: String?
        /// Length of that representation, once a response said so.
        var total: Int?
        /// What follows the bytes on disk was asked for, since nobody had said how many there are.
        var hasAskedForRest = false
    }

    /// The attempts at all resources. Who remembers where one stood finds it there again, as a rule,
    /// without its name being hashed: bytes are counted for every packet.
    struct AttemptBook: Sendable {
        private struct Entry {
            let resource: ResourceID
            var attempts: Attempts
        }

        private var entries: [Entry] = []
        private var places: [ResourceID: Int] = [:]

        subscript(resource: ResourceID) -> Attempts? {
            get { places[resource].map { entries[$0].attempts } }
            set {
                guard let newValue else { return remove(resource) }
                entries[place(of: resource, near: nil)].attempts = newValue
            }
        }

        /// Counts bytes of a resource that arrived.
        /// - Parameter place: where it stood; afterwards, where it stands.
        /// - Returns: how many there are.
        mutating func add(_ count: Int, to resource: ResourceID, at place: inout Int) -> Int {
            place = self.place(of: resource, near: place)
            entries[place].attempts.have += count
            return entries[place].attempts.have
        }

        /// Bytes of a resource that are on disk.
        /// - Parameter place: where it may stand.
        func have(of resource: ResourceID, near place: Int?) -> Int {
            if let place, stands(resource, at: place) { return entries[place].attempts.have }
            return places[resource].map { entries[$0].attempts.have } ?? 0
        }

        private func stands(_ resource: ResourceID, at place: Int) -> Bool {
            place < entries.count && entries[place].resource == resource
        }

        /// Where a resource stands; one that is new is put there.
        private mutating func place(of resource: ResourceID, near guess: Int?) -> Int {
            if let guess, stands(resource, at: guess) { return guess }
            if let place = places[resource] { return place }
            entries.append(Entry(resource: resource, attempts: Attempts()))
            places[resource] = entries.count - 1
            return entries.count - 1
        }

        private mutating func remove(_ resource: ResourceID) {
            guard let place = places.removeValue(forKey: resource) else { return }
            let last = entries.removeLast()
            guard place < entries.count else { return }
            entries[place] = last
            places[last.resource] = place
        }
    }
}
