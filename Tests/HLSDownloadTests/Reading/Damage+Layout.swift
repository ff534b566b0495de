import Foundation
@testable import HLSDownload

// What the layout can suffer.
extension Damage {
    static let layout: [Damage] = [
        Damage(
            name: "no root.xml", finder: .lint, rule: .bootImage, path: "root.xml",
            words: "it is not there"
        ) { try $0.remove("root.xml") },
        Damage(
            name: "a boot image that is not there", finder: .lint, rule: .xml, path: "boot2.xml",
            words: "is not there"
        ) { try $0.replace("root.xml", "boot.xml", "boot2.xml") },
        Damage(
            name: "a boot image of version 2", finder: .lint, rule: .xml, path: "boot.xml",
            words: "its version is '2.0'"
        ) { try $0.replace("boot.xml", "<Version>1.0", "<Version>2.0") },
        Damage(
            name: "a stream left out of boot.xml", finder: .lint, rule: .bootStreams,
            path: "boot.xml", words: "it does not list '2-0'"
        ) {
            try $0.edit("boot.xml") { text in
                guard let start = text.firstRange(of: "    <Stream ID=\"2-0\""),
                    let end = text[start.lowerBound...].firstRange(of: "</Stream>\n")
                else { return }
                text.removeSubrange(start.lowerBound..<end.upperBound)
            }
        },
        Damage(
            name: "XML with an entity", finder: .lint, rule: .xml, path: "boot.xml",
            words: "document types, entities and CDATA are not read"
        ) {
            try $0.replace(
                "boot.xml", "<HLSMoviePackage",
                "<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]>\n<HLSMoviePackage")
        },
        Damage(
            name: "XML with an unknown entity", finder: .lint, rule: .xml, path: "boot.xml",
            words: "&b; stands for no character"
        ) { try $0.replace("boot.xml", "<Version>1.0", "<Version>&b;") },
        Damage(
            name: "XML cut short", finder: .lint, rule: .xml, path: "0-900000/StreamInfoBoot.xml",
            words: "has no end"
        ) { try $0.editBytes("0-900000/StreamInfoBoot.xml") { $0.removeLast(60) } },
        Damage(
            name: "a wrong bandwidth in a folder's name", finder: .lint, rule: .folderName,
            path: "0-800000", words: "its name ends in '800000', and the peak bandwidth"
        ) { package in
            try FileManager.default.moveItem(
                atPath: package.path + "/0-900000", toPath: package.path + "/0-800000")
            for file in ["manifest.json", "boot.xml", "index.m3u8"] {
                try package.edit(file) { $0 = $0.replacing("0-900000", with: "0-800000") }
            }
        },
        Damage(
            name: "a length changed in the XML", finder: .lint, rule: .xmlFacts,
            path: "0-900000/StreamInfoBoot.xml", words: "it describes '0-900000/00000.ts'"
        ) { try $0.replace("0-900000/StreamInfoBoot.xml", "Len=\"7520\"", "Len=\"7521\"") },
        Damage(
            name: "a stream that is no longer complete in the XML", finder: .lint,
            rule: .xmlFacts, path: "0-900000/StreamInfoBoot.xml", words: "incomplete"
        ) { try $0.replace("boot.xml", "<Complete>YES", "<Complete>NO") },
        Damage(
            name: "a file that nothing names", finder: .lint, rule: .orphans,
            path: "0-900000/00009.ts", words: "nothing in the package names it"
        ) { try $0.write("x", "0-900000/00009.ts") },
        Damage(
            name: "a part that was never finished", finder: .lint, rule: .partials,
            path: "0-900000/00009.part", words: "the package is complete"
        ) { try $0.write("x", "0-900000/00009.part") },
        Damage(
            name: "a media file with another ending", finder: .lint, rule: .mediaExtension,
            path: "0-900000/00002.exe", words: "does not end as those of media"
        ) { package in
            try FileManager.default.moveItem(
                atPath: package.path + "/0-900000/00002.ts",
                toPath: package.path + "/0-900000/00002.exe")
            let files = [
                "manifest.json", "0-900000/index.m3u8", "0-900000/StreamInfoBoot.xml",
            ]
            for file in files {
                try package.edit(file) { $0 = $0.replacing("00002.ts", with: "00002.exe") }
            }
        },
    ]

    static let playlists: [Damage] = [
        Damage(
            name: "a segment dropped from the playlist", finder: .lint, rule: .playlistParts,
            path: "0-900000/index.m3u8", words: "segment 3 is '00003.ts' and not"
        ) { try $0.replace("0-900000/index.m3u8", "#EXTINF:4.0,\n00002.ts\n", "") },
        Damage(
            name: "a playlist that names a server", finder: .lint, rule: .playlistFiles,
            path: "0-900000/index.m3u8", words: "it names 'http://evil/2.ts'"
        ) { try $0.replace("0-900000/index.m3u8", "00002.ts", "http://evil/2.ts") },
        Damage(
            name: "a playlist that leads out of the package", finder: .lint, rule: .playlistFiles,
            path: "0-900000/index.m3u8", words: "it names '../../secret.ts'"
        ) { try $0.replace("0-900000/index.m3u8", "00002.ts", "../../secret.ts") },
        Damage(
            name: "a playlist that names what is not there", finder: .lint, rule: .playlistFiles,
            path: "0-900000/index.m3u8", words: "it names '00007.ts', and that is not there"
        ) { try $0.replace("0-900000/index.m3u8", "00002.ts", "00007.ts") },
        Damage(
            name: "a duration changed in the playlist", finder: .lint, rule: .playlistDurations,
            path: "0-900000/index.m3u8", words: "segment 1 lasts 3.5 s, in the manifest 4 s"
        ) { try $0.replace("0-900000/index.m3u8", "#EXTINF:4.0", "#EXTINF:3.5") },
        Damage(
            name: "a segment longer than the target duration", finder: .lint,
            rule: .playlistDurations, path: "0-900000/index.m3u8", words: "targetduration.exceeded"
        ) { try $0.replace("0-900000/index.m3u8", "DURATION:4", "DURATION:3") },
        Damage(
            name: "a playlist without an end", finder: .lint, rule: .playlist,
            path: "0-900000/index.m3u8", words: "it has no EXT-X-ENDLIST"
        ) { try $0.replace("0-900000/index.m3u8", "#EXT-X-ENDLIST", "") },
        Damage(
            name: "a page in the place of a playlist", finder: .lint, rule: .playlist,
            path: "1-0/index.m3u8", words: "line 1"
        ) { try $0.write("<html>", "1-0/index.m3u8") },
        Damage(
            name: "a stream left out of the index", finder: .lint, rule: .index,
            path: "index.m3u8", words: "it does not name '3-0/index.m3u8'"
        ) { package in
            try package.edit("index.m3u8") { text in
                let lines = text.split(separator: "\n").filter { !$0.contains("TYPE=SUBTITLES") }
                text = lines.joined(separator: "\n").replacing(",SUBTITLES=\"subtitles\"", with: "")
            }
        },
        Damage(
            name: "no index", finder: .lint, rule: .playlist, path: "index.m3u8",
            words: "is not there"
        ) { try $0.remove("index.m3u8") },
    ]

    static let names: [Damage] = [
        Damage(
            name: "a path that leads upward", finder: .lint, rule: .safeNames,
            path: "manifest.json", words: "it leads upward"
        ) { try $0.editManifest { $0.streams[0].parts[2].path = "0-900000/../../etc/passwd" } },
        Damage(
            name: "an absolute path", finder: .lint, rule: .safeNames, path: "manifest.json",
            words: "it is absolute"
        ) { try $0.editManifest { $0.streams[0].parts[2].path = "/etc/passwd" } },
        Damage(
            name: "a key outside", finder: .lint, rule: .safeNames, path: "manifest.json",
            words: "it leads upward"
        ) { try $0.editManifest { $0.streams[0].parts[2].key = "../key" } },
        Damage(
            name: "a folder outside in boot.xml", finder: .lint, rule: .safeNames,
            path: "boot.xml", words: "it leads upward"
        ) { try $0.replace("boot.xml", "Path=\"1-0\"", "Path=\"../1-0\"") },
        Damage(
            name: "a segment outside in the XML", finder: .lint, rule: .safeNames,
            path: "0-900000/StreamInfoBoot.xml", words: "it leads upward"
        ) { try $0.replace("0-900000/StreamInfoBoot.xml", "PATH=\"", "PATH=\"../") },
        Damage(
            name: "a link that leads out", finder: .verify, rule: .safeNames,
            path: "0-900000/00002.ts", words: "it is a link", hole: "segment 3"
        ) { try $0.link("0-900000/00002.ts", to: "/etc/hostname") },
        Damage(
            name: "a folder that is a link", finder: .verify, rule: .safeNames,
            path: "0-900000/00000.ts", words: "it is a link", hole: "segment 1"
        ) { package in
            let outside = package.folder.path + "/outside"
            try FileManager.default.moveItem(
                atPath: package.path + "/0-900000", toPath: outside)
            try FileManager.default.createSymbolicLink(
                atPath: package.path + "/0-900000", withDestinationPath: outside)
            // Else what the XML says of it would be found first.
            try package.remove("boot.xml")
            try package.remove("root.xml")
        },
        Damage(
            name: "an empty manifest", finder: .lint, rule: .manifestContent,
            path: "manifest.json", words: "it is no JSON"
        ) { try $0.write("", "manifest.json") },
        Damage(
            name: "a manifest of the future", finder: .lint, rule: .manifestContent,
            path: "manifest.json", words: "its format is 'hlslab-package/2'"
        ) { try $0.editManifest { $0.format = "hlslab-package/2" } },
        Damage(
            name: "a negative length", finder: .lint, rule: .manifestContent,
            path: "manifest.json", words: "segment 2 of '0-900000' has a negative number"
        ) { try $0.editManifest { $0.streams[0].parts[2].length = -1 } },
        Damage(
            name: "a manifest that is a link", finder: .lint, rule: .manifestContent,
            path: "manifest.json", words: "it is a link"
        ) { try $0.link("manifest.json", to: "/etc/hostname") },
    ]
}
