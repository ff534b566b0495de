import Testing

@Suite struct `The rooms` {
    @Test func `import what the table gives them and nothing else`() {
        House.expectNone(House.sources.flatMap(ImportRule.findings))
    }

    @Test func `are the twelve of the design, and none is empty`() {
        let folders = Set(
            House.files(below: "Sources").filter { !House.text(of: $0).isEmpty }
                .map { String($0.split(separator: "/")[1]) })
        #expect(folders.sorted() == Room.all.map(\.name).sorted())
    }

    @Test func `have the same table in House.md`() {
        let rows = House.text(of: "House.md").split(separator: "\n").filter { $0.hasPrefix("| ") }
            .map { row in row.split(separator: "|").map { $0.filter { $0 != " " } } }
        let table = rows.drop { $0 != ["room", "kind", "mayimport"] }.dropFirst()
            .prefix { $0.count == 3 }
        let written = table.map { row in
            "\(row[0]) \(row[1]) " + row[2].split(separator: ",").sorted().joined(separator: " ")
        }
        let ruled = Room.all.map { room in
            let modules = room.mayImport.isEmpty ? ["nothing"] : room.mayImport.sorted()
            return "\(room.name) \(room.kind.rawValue) \(modules.joined(separator: " "))"
        }
        #expect(written == ruled)
    }
}

@Suite struct `The table of rooms` {
    /// Each pair is a wall of the design that no new row may open.
    static let walls = [
        ("FixtureOrigin", "HLSPlaylist"), ("FixtureOrigin", "HLSDownload"),
        ("FixtureOrigin", "DownloadCore"), ("Scenarios", "HLSPlaylist"),
        ("Scenarios", "DownloadCore"), ("DownloadCore", "Scenarios"), ("DownloadCore", "LinkModel"),
        ("PlaybackCore", "Scenarios"), ("PlaybackCore", "LinkModel"), ("HLSDownload", "Scenarios"),
        ("OfflinePlayback", "Scenarios"), ("OfflinePlayback", "LinkModel"),
        ("HLSDownload", "LinkModel"), ("HLSDownload", "Lab"), ("HLSDownload", "FixtureOrigin"),
        ("HLSDownload", "LinkConditioner"), ("LinkConditioner", "DownloadCore"),
        ("LinkConditioner", "HLSDownload"),
    ]

    @Test(arguments: walls)
    func `keeps the walls of the design`(room: String, module: String) throws {
        #expect(try #require(Room.named(room)).mayImport.contains(module) == false)
    }

    @Test(arguments: Room.all.filter { $0.kind == .pure })
    func `lets pure rooms import only pure ones and Collections`(room: Room) {
        let pure = Room.all.filter { $0.kind == .pure }.map(\.name) + Room.collections
        var others = Set(room.mayImport).subtracting(pure)
        if ["HLSPlaylist", "DownloadCore"].contains(room.name) {
            others.remove("FoundationEssentials")
        }
        #expect(others.isEmpty)
    }

    @Test func `gives libnl to the link conditioner alone`() {
        let users = Room.all.filter { $0.mayImport.contains("CNetlink") }.map(\.name)
        #expect(users == ["LinkConditioner"])
    }
}

@Suite struct `The check of imports` {
    static let planted = [
        ("LinkModel", "import Foundation"),
        ("LinkModel", "package import HLSPlaylist"),
        ("FixtureOrigin", "@testable import HLSDownload"),
        ("HLSDownload", "@preconcurrency internal import Scenarios"),
        ("Scenarios", "import struct DownloadCore.ByteRange"),
        ("Lab", "import CNetlink"),
        ("hlslab", "let a = 1; import DownloadCore"),
        ("Attic", "let a = 1"),
    ]

    @Test(arguments: planted)
    func `finds an import that is not in the table`(room: String, text: String) {
        #expect(ImportRule.findings(in: .planted(in: room, text)).count == 1)
    }

    @Test(arguments: [
        ("LinkModel", "import DequeModule"),
        ("LinkModel", "// import Foundation"),
        ("LinkModel", "/* /* */ import Foundation */"),
        ("LinkModel", "let text = \"import Foundation\""),
        ("LinkModel", "let text = \"\"\"\n    import Foundation\n    \"\"\""),
        ("LinkModel", "case `import` = 1\nlet name = Name.import"),
        ("LinkConditioner", "internal import CNetlink"),
        ("FixtureOrigin", "#if canImport(Glibc)\n    import Glibc\n#endif"),
    ])
    func `lets pass what is in the table or is not code`(room: String, text: String) {
        #expect(ImportRule.findings(in: .planted(in: room, text)) == [])
    }

    @Test func `names the place and the table`() {
        let source = SwiftSource.planted(in: "LinkModel", "// why\nimport Foundation")
        #expect(
            ImportRule.findings(in: source).map(\.description) == [
                "Sources/LinkModel/Planted.swift:2: LinkModel may not import Foundation; see House.md"
            ])
    }
}
