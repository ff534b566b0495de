import DownloadCore
import Testing

@Suite struct `A container check` {
    static func finding(_ chunks: [UInt8]...) -> ContainerFinding {
        var check = ContainerCheck()
        for chunk in chunks { chunk.withUnsafeBytes { check.consume($0) } }
        return check.finish()
    }

    static func packets(_ count: Int) -> [UInt8] {
        (0..<count).flatMap { [0x47] + [UInt8](repeating: UInt8($0 & 0xFF), count: 187) }
    }

    static func box(_ type: String, _ payload: Int, size: UInt32? = nil) -> [UInt8] {
        let size = size ?? UInt32(payload + 8)
        let head = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) }
        return head + Array(type.utf8) + [UInt8](repeating: 0, count: payload)
    }

    static func longBox(_ type: String, _ payload: Int, size: UInt64? = nil) -> [UInt8] {
        let size = size ?? UInt64(payload + 16)
        let long = stride(from: 56, through: 0, by: -8).map {
            UInt8(truncatingIfNeeded: size >> $0)
        }
        return [0, 0, 0, 1] + Array(type.utf8) + long + [UInt8](repeating: 0, count: payload)
    }

    static let whole: [(name: String, bytes: [UInt8], container: Container)] = [
        ("one packet", packets(1), .mpegTS),
        ("packets", packets(5), .mpegTS),
        ("boxes", box("styp", 16) + box("moof", 40) + box("mdat", 33), .fragmentedMP4),
        ("an empty box", box("free", 0), .fragmentedMP4),
        ("a box with a 64-bit size", box("moof", 3) + longBox("mdat", 20), .fragmentedMP4),
        ("an empty box with a 64-bit size", box("moof", 3) + longBox("mdat", 0), .fragmentedMP4),
        ("a last box without an end", box("moof", 9) + box("mdat", 21, size: 0), .fragmentedMP4),
        ("an init section", box("ftyp", 20) + box("moov", 50), .fragmentedMP4),
        ("packed audio with a time stamp", Array("ID3".utf8) + [4, 0, 0, 1, 2, 3], .packedAudio),
        ("ADTS", [0xFF, 0xF1, 0x50, 0x80], .packedAudio),
        ("MP3", [0xFF, 0xFB, 0x90, 0x00], .packedAudio),
        ("AC-3", [0x0B, 0x77, 1, 2], .packedAudio),
        ("WebVTT", Array("WEBVTT\n\n00:00.000 --> 00:01.000\nx\n".utf8), .webVTT),
        ("WebVTT with a mark", [0xEF, 0xBB, 0xBF] + Array("WEBVTT\n".utf8), .webVTT),
    ]

    static let broken: [(name: String, bytes: [UInt8])] = [
        ("half a packet", Array(packets(3).dropLast(50))),
        ("a packet and a byte", packets(1) + [0x47]),
        ("a packet without its sync byte", packets(1) + [UInt8](repeating: 0, count: 188)),
        ("a box cut short", box("moof", 8) + box("mdat", 10).dropLast()),
        ("a header cut short", box("moof", 8) + [0, 0, 0]),
        ("a long header cut short", box("moof", 8) + longBox("mdat", 0).dropLast()),
        ("a box of size 7", box("moof", 8) + box("mdat", 0, size: 7)),
        ("a long box of size 15", box("moof", 8) + longBox("mdat", 0, size: 15)),
        ("a box of size 2^63", box("moof", 8) + longBox("mdat", 0, size: 1 << 63)),
        ("a box to the largest number", box("moof", 8) + longBox("mdat", 0, size: (1 << 63) - 1)),
        ("zeros behind a box", box("moof", 8) + [UInt8](repeating: 0, count: 40)),
    ]

    static let foreign: [(name: String, bytes: [UInt8])] = [
        ("nothing", []),
        ("a page", Array("<!DOCTYPE html><html></html>".utf8)),
        ("a page after spaces", Array(" \r\n\t<html></html>".utf8)),
        ("a page with a mark", [0xEF, 0xBB, 0xBF] + Array("<html></html>".utf8)),
        ("a page in UTF-16", [0xFF, 0xFE, 0x3C, 0, 0x68, 0, 0x74, 0, 0x6D, 0, 0x6C, 0]),
        ("a playlist", Array("#EXTM3U\n#EXT-X-ENDLIST\n".utf8)),
        ("words", Array("status 404\n".utf8)),
        ("JSON", Array(#"{"error": "no"}"#.utf8)),
        ("zeros", [UInt8](repeating: 0, count: 400)),
    ]

    @Test(arguments: whole.indices)
    func `finds whole what is whole, however it arrives in two pieces`(index: Int) {
        let (name, bytes, container) = Self.whole[index]
        for cut in 0...bytes.count {
            let finding = Self.finding(Array(bytes[..<cut]), Array(bytes[cut...]))
            #expect(finding == .whole(container), "\(name), cut at \(cut)")
        }
    }

    @Test(arguments: broken.indices)
    func `finds the same damage however it arrives in two pieces`(index: Int) {
        let (name, bytes) = Self.broken[index]
        let all = Self.finding(bytes)
        guard case .broken = all else {
            Issue.record("\(name) was found \(all)")
            return
        }
        for cut in 0...bytes.count {
            #expect(
                Self.finding(Array(bytes[..<cut]), Array(bytes[cut...])) == all, "cut at \(cut)")
        }
    }

    @Test(arguments: foreign.indices)
    func `finds no media in what is none, however it arrives in two pieces`(index: Int) {
        let (name, bytes) = Self.foreign[index]
        let all = Self.finding(bytes)
        guard case .notMedia = all else {
            Issue.record("\(name) was found \(all)")
            return
        }
        for cut in 0...bytes.count {
            #expect(
                Self.finding(Array(bytes[..<cut]), Array(bytes[cut...])) == all, "cut at \(cut)")
        }
    }

    @Test func `takes bytes one by one as it takes them at once`() {
        for (name, bytes, container) in Self.whole {
            var check = ContainerCheck()
            for byte in bytes { [byte].withUnsafeBytes { check.consume($0) } }
            #expect(check.finish() == .whole(container), "\(name)")
        }
    }
}
