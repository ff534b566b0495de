import DownloadCore
@testable import HLSDownload
import Testing

@Suite struct `The layout of a package` {
    @Test(arguments: [
        ("00000.ts", true), ("123456.m4s", true), ("00001.part", true), ("init-00000.mp4", true),
        ("00002.aac", true), ("00003.vtt", true), ("index.m3u8", true),
        ("index.m3u8.part", true), ("StreamInfoBoot.xml", true), ("StreamInfoBoot.xml.part", true),
        ("notes.txt", false), ("00000", false), (".ts", false), ("a.ts", false),
        ("00000.ts.bak", false), ("00000.txt", false), ("", false), (".part", false),
    ])
    func `knows the names that it gives in a stream's folder`(name: String, isOurs: Bool) {
        #expect(PackageLayout.isInStreamFolder(name) == isOurs)
    }

    @Test(arguments: [
        ("0-400000", true), ("12-0", true), ("Data", false), ("Keys", false), ("0-", false),
        ("-0", false), ("1-2-3", false), ("0-a", false), ("0", false), ("", false),
    ])
    func `knows the names that it gives to streams' folders`(name: String, isOurs: Bool) {
        #expect(PackageLayout.isStreamFolder(name) == isOurs)
    }

    @Test func `knows every name that a part gets`() {
        let partial = PackageLayout.partialPath(index: 7, in: "0-1")
        let containers: [(PartPlan.Kind, Container)] = [
            (.initSection, .fragmentedMP4), (.segment, .fragmentedMP4), (.segment, .mpegTS),
            (.segment, .packedAudio), (.segment, .webVTT),
        ]
        let paths = containers.map { PackageLayout.path($0, at: 7, in: "0-1", $1) }
        #expect(Set(paths).count == 5)
        for path in paths + [partial] {
            #expect(PackageLayout.isPart(path), "\(path)")
            #expect(PackageLayout.isInStreamFolder(String(path.dropFirst(4))), "\(path)")
        }
    }

    @Test(arguments: [
        "0-1/index.m3u8", "0-1/StreamInfoBoot.xml", "0-1/notes.txt", "0-1", "00000.ts",
        "Data/00000.ts",
        "0-1/a/00000.ts", "0-1/../00000.ts", "/0-1/00000.ts", "",
    ])
    func `takes nothing else for a part`(path: String) {
        #expect(!PackageLayout.isPart(path))
    }
}
