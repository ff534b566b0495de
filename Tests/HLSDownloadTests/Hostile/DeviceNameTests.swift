import Testing

/// Names that are devices, hidden files or options where a tool takes them for a file's.
@Suite struct `A presentation with names of devices` {
    static let names = [
        "CON", "NUL", "AUX", "COM1", "/dev/null", "/dev/stdout", "-rf", "~", ".bashrc",
        "a\u{202E}b",
        "C:", "..", ".", "name with spaces", "`id`", "$(id)", "a|b",
        String(repeating: "n", count: 500),
    ]

    @Test(arguments: names)
    func `names no file by them`(name: String) async throws {
        let text = """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="\(name)",NAME="\(name)",LANGUAGE="\(name)",\
            DEFAULT=YES,AUTOSELECT=YES,URI="low/index.m3u8?\(name.filter { $0.isLetter && $0.isASCII })"
            #EXT-X-STREAM-INF:BANDWIDTH=400000,STABLE-VARIANT-ID="x",NAME="\(name)",\
            AUDIO="\(name)"
            high/index.m3u8
            """
        let run = try await HostileOrigin.run([HostileOrigin.multivariant(text)])
        #expect(run.failure == "")
        let allowed = /[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)*/
        for path in run.paths {
            #expect(path.wholeMatch(of: allowed) != nil, "\(path)")
            #expect(path.split(separator: "/").allSatisfy { !$0.hasPrefix("-") }, "\(path)")
        }
        #expect(run.paths.count { $0.hasSuffix(".ts") } == 12)
    }
}
