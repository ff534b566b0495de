import LinkModel
import Testing

@Suite struct `A connectivity file of WebPageTest` {
    private static let text = """
        ; comments are skipped
        [Cable]
        label="Cable (5/1 Mbps 28ms RTT)"
        bwIn=5000000
        bwOut=1000000
        latency=28
        plr=0
        timeout=30

        [Lossy]
        bwIn=0
        bwOut=400000
        latency=401
        plr=1.5
        """

    @Test func `has a link in each section, half of the round trip each way`() throws {
        let presets = try ConnectivityFormat.read(Array(Self.text.utf8))
        #expect(
            presets == [
                LinkPreset(
                    name: "Cable (5/1 Mbps 28ms RTT)", down: 5_000_000, up: 1_000_000,
                    downDelay: 14_000_000, upDelay: 14_000_000),
                LinkPreset(
                    name: "Lossy", down: nil, up: 400_000, downDelay: 200_500_000,
                    upDelay: 200_500_000, downLoss: Probability(partsPerBillion: 15_000_000),
                    upLoss: Probability(partsPerBillion: 15_000_000)),
            ])
    }

    @Test func `is written as it is read`() throws {
        let preset = try ConnectivityFormat.read(Array(Self.text.utf8))[0]
        let text = ConnectivityFormat.write(preset, section: "Cable")
        #expect(try ConnectivityFormat.read(Array(text.utf8)) == [preset])
    }

    static let broken: [(String, Int, String)] = [
        ("bwIn=1\n", 1, "'bwIn=1' is neither a section in brackets nor 'key=value' in one"),
        ("[a]\nbwIn=1\nbwOut=1\n", 1, "section 'a' has no 'latency'; add it"),
        (
            "\n[a]\nbwIn=-1\nbwOut=1\nlatency=1\n", 2,
            "section 'a' has bwIn=-1, which is no number in its range"
        ),
    ]

    @Test(arguments: broken)
    func `is refused with its line`(text: String, line: Int, message: String) {
        let error = #expect(throws: TraceError.self) {
            try ConnectivityFormat.read(Array(text.utf8))
        }
        #expect(error == TraceError(line: line, message))
    }
}
