internal import Scenarios

// Bytes of parts on their way to the disk. As a rule one packet's go on where the last one's ended, and
// nobody looks at the disk between the two: they are put there together.
extension World {
    /// Bytes of a part have arrived.
    mutating func write(_ range: Range<Int>, of answer: SimulatedAnswer, on index: Int) {
        if connections[index].writing?.extend(to: range) == true { return }
        guard let key = connections[index].key else { return }
        put(index)
        let rest = disk.bytesUntilSync(of: key)
        guard answer.isFromFile, !isWatched, range.count < rest else {
            disk.append(answer.piece(range), to: key)
            return
        }
        connections[index].writing = .init(range: range, most: rest - 1)
        if !unwritten.contains(index) { unwritten.append(index) }
    }

    /// Puts everything on the disk that has arrived. Called before anything is done but counting.
    mutating func writeOut() {
        guard !unwritten.isEmpty else { return }
        for index in unwritten { put(index) }
        unwritten.removeAll(keepingCapacity: true)
    }

    private mutating func put(_ index: Int) {
        guard let writing = connections[index].writing, let key = connections[index].key,
            let answer = connections[index].answer
        else { return }
        connections[index].writing = nil
        disk.append(answer.piece(writing.range), to: key)
    }
}
