/// What an interface was before it was shaped, and what was made for that: enough to put everything
/// back, also for another process, after a kill.
///
/// Kept as a text of lines, `name value`, in a file for each interface.
struct InterfaceState: Sendable, Hashable {
    /// A queue that somebody had set up, as the kernel told it.
    struct OriginalQueue: Sendable, Hashable {
        var handle: UInt32
        var kind: String
        /// The value of `TCA_OPTIONS`.
        var options: [UInt8]
    }

    var interface: String
    var index: Int32
    var profile: String
    /// The device for what arrives.
    var redirector: String
    /// Nil when the interface had its kernel's default.
    var queue: OriginalQueue?
    var segmentsPerPacket: UInt32
    /// Most bytes to which arriving packets are merged; nil where the kernel does not tell.
    var mergedBytes: UInt32?

    private static let title = "hlslab interface 1"

    var text: String {
        var lines = [
            Self.title, "interface \(interface)", "index \(index)", "profile \(profile)",
            "redirector \(redirector)", "segments \(segmentsPerPacket)",
        ]
        if let mergedBytes { lines.append("merged \(mergedBytes)") }
        if let queue {
            lines.append("handle \(queue.handle)")
            lines.append("kind \(queue.kind)")
            lines.append("options \(queue.options.map(Self.hexadecimal).joined())")
        }
        return lines.joined(separator: "\n") + "\nend\n"
    }

    /// Nil for a text that is not whole or not of this form.
    init?(text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.first == Self.title[...], lines.dropLast().last == "end" else { return nil }
        var values: [Substring: Substring] = [:]
        for line in lines {
            guard let space = line.firstIndex(of: " ") else { continue }
            values[line[..<space]] = line[line.index(after: space)...]
        }
        guard let interface = values["interface"],
            let index = values["index"].flatMap({ Int32($0) }),
            let redirector = values["redirector"],
            let segments = values["segments"].flatMap({ UInt32($0) })
        else { return nil }
        self.interface = String(interface)
        self.index = index
        self.redirector = String(redirector)
        profile = String(values["profile"] ?? "")
        segmentsPerPacket = segments
        mergedBytes = values["merged"].flatMap { UInt32($0) }
        guard let kind = values["kind"] else { return }
        guard let handle = values["handle"].flatMap({ UInt32($0) }),
            let options = Self.bytes(values["options"] ?? "")
        else { return nil }
        queue = OriginalQueue(handle: handle, kind: String(kind), options: options)
    }

    init(
        interface: NetworkInterface, profile: String, redirector: String, queue: OriginalQueue?
    ) {
        self.interface = interface.name
        index = interface.index
        self.profile = profile
        self.redirector = redirector
        self.queue = queue
        segmentsPerPacket = interface.segmentsPerPacket
        mergedBytes = interface.mergedBytes
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16)
        return digits.count == 1 ? "0" + digits : digits
    }

    private static func bytes(_ text: Substring) -> [UInt8]? {
        let digits = text.compactMap(\.hexDigitValue)
        guard digits.count == text.count, digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map {
            UInt8(digits[$0] << 4 | digits[$0 + 1])
        }
    }
}
