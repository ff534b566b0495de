internal import Scenarios

/// A client from elsewhere, and how it is asked for a presentation.
struct ClientCommand: Sendable, Hashable {
    /// As the command line names it: one that is known, or a template.
    let text: String
    private let words: [String]

    /// Clients that are known by name: what they are asked for the best and for the fast quality.
    /// ffmpeg's HLS demuxer makes one program of each variant, in the order of the playlist, and takes
    /// the best by itself (ffmpeg 5 to 7, libavformat/hls.c); yt-dlp's format selection is in its
    /// README, "FORMAT SELECTION".
    private static let known = [
        "ffmpeg": "ffmpeg -nostdin -v error -y -i {url} -map {quality} -c copy -f mpegts {out}",
        "yt-dlp":
            "yt-dlp -q --no-update --no-cache-dir --fixup never -f {quality} -o {out} {url}",
    ]

    private static let mostWords = 256

    /// - Parameter text: a known name, or words with `{url}` and `{out}` in them; quotes hold words
    ///   together, and no shell is asked.
    /// - Throws: ``LabError`` of kind usage.
    init(commandLine text: String) throws(LabError) {
        self.text = text
        let words = Self.split(Self.known[text] ?? text)
        guard let program = words.first, words.count <= Self.mostWords,
            text != program || Self.known[text] != nil || words.count > 1
        else {
            throw LabError(
                .usage,
                "--client is '\(text)'; it is \(Self.known.keys.sorted().joined(separator: ", ")), or "
                    + "a command with {url} and {out}\(NearestName.hint(for: text, in: Self.known.keys.sorted()))"
            )
        }
        for place in ["{url}", "{out}"] where !words.contains(where: { $0.contains(place) }) {
            throw LabError(
                .usage,
                "--client '\(text)' has no \(place); write it as in --client 'curl -o {out} {url}'")
        }
        self.words = words
    }

    /// Whether it can be asked for one quality or another.
    var choosesQuality: Bool { words.contains { $0.contains("{quality}") } }

    /// The program's name or path.
    var program: String { words[0] }

    /// What it is called with.
    /// - Parameters:
    ///   - out: file that it is to write.
    /// - Throws: ``LabError`` of kind usage when a known client cannot be asked for the quality.
    func arguments(
        url: String, out: String, quality: RequestedQuality.Option, in catalog: AssetCatalog
    ) throws(LabError) -> [String] {
        let asked = try word(for: quality, in: catalog)
        return words.dropFirst().map {
            $0.replacing("{url}", with: url).replacing("{out}", with: out)
                .replacing("{quality}", with: asked)
        }
    }

    private func word(
        for quality: RequestedQuality.Option, in catalog: AssetCatalog
    ) throws(LabError) -> String {
        switch (text, quality) {
        case ("yt-dlp", .best): return "bv*+ba/b"
        case ("yt-dlp", .fast): return "wv*+wa/w"
        case ("ffmpeg", .best), ("ffmpeg", .fast):
            let stream = RequestedQuality(quality, in: catalog)?.variant.stream
            let place = catalog.variants.firstIndex { $0.stream == stream }
            return "0:p:\(place ?? 0)"
        case ("yt-dlp", _), ("ffmpeg", _):
            throw LabError(
                .usage, "\(text) is asked for best or fast, not for '\(quality.text)'")
        default: return quality.text
        }
    }

    private static func split(_ text: String) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        for character in text {
            if let open = quote {
                if character == open { quote = nil } else { word?.append(character) }
            } else if character == "'" || character == "\"" {
                quote = character
                word = word ?? ""
            } else if character.isWhitespace {
                if let whole = word { words.append(whole) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        if let whole = word { words.append(whole) }
        return words
    }
}
