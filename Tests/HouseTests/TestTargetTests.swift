import Testing

@Suite struct `Each room with code` {
    @Test(arguments: Room.all.filter { $0.kind != .headers })
    func `has a test target that is declared and holds tests`(room: Room) {
        let folder = "\(room.name)Tests"
        let tests = House.files(below: "Tests/\(folder)").filter { $0.hasSuffix(".swift") }
        #expect(
            tests.contains { House.text(of: $0).contains("@Test") }, "Tests/\(folder) has no test")
        let package = House.text(of: "Package.swift").filter { !$0.isWhitespace }
        #expect(
            package.contains("tests(of:\"\(room.name)\"") || package.contains("\"\(folder)\""),
            "Package.swift declares no \(folder), so nothing runs them")
    }
}
