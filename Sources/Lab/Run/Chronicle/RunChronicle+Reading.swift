internal import Foundation

extension RunChronicle {
    /// A longer timeline is told of up to here, in bytes.
    static let mostTimelineBytes = 1 << 30
    private static let pieceBytes = 1 << 20

    /// Reads a timeline, of a run that was killed up to its last whole line.
    /// - Parameters:
    ///   - offset: where the run's own lines begin, in bytes.
    ///   - places: what the timeline does not say of the streams' parts.
    /// - Throws: ``LabError`` when it cannot be read, or has a line that is none.
    init(
        readingFrom path: String, from offset: Int, places: TrackPlaces
    ) throws(LabError) {
        self.init(places: places)
        let file: FileHandle
        var rest: [UInt8] = []
        var number = 0
        do {
            file = try FileHandle(forReadingFrom: URL(filePath: path))
            try file.seek(toOffset: UInt64(max(0, offset)))
            var read = 0
            while read < Self.mostTimelineBytes,
                let piece = try file.read(upToCount: Self.pieceBytes), !piece.isEmpty
            {
                read += piece.count
                rest += piece
                try takeLines(of: &rest, &number, path)
            }
            try file.close()
        } catch let error as LabError {
            throw error
        } catch {
            throw LabError(.usage, "cannot read \(path): \(RunFolder.reason(error))")
        }
    }

    /// Takes whole lines from the front of the bytes; what is left begins the next one.
    private mutating func takeLines(
        of bytes: inout [UInt8], _ number: inout Int, _ path: String
    ) throws(LabError) {
        var start = 0
        while let end = bytes[start...].firstIndex(of: 0x0A) {
            number += 1
            guard let line = TimelineLine(bytes[start..<end]) else {
                throw LabError(.usage, "\(path): line \(number) of the run is no step of it")
            }
            take(line)
            start = end + 1
        }
        bytes.removeFirst(start)
        guard bytes.count <= TimelineLine.mostBytes else {
            throw LabError(.usage, "\(path): line \(number + 1) of the run is too long")
        }
    }
}
