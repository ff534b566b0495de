import Lab
import Testing

@Suite struct `A list of seeds` {
    @Test(arguments: [
        ("7", [7]), ("1...4", [1, 2, 3, 4]), ("1,2,5...7", [1, 2, 5, 6, 7]), ("3...3", [3]),
        ("5,1...5", [5, 1, 2, 3, 4]), ("1, 2", [1, 2]),
        ("18446744073709551614...18446744073709551615", [UInt64.max - 1, UInt64.max]),
    ])
    func `has each seed once, in the order of the text`(text: String, seeds: [UInt64]) throws {
        #expect(try SeedList(commandLine: text).seeds == seeds)
    }

    @Test(arguments: [
        "", ",", "1,", "1..5", "1-5", "1...", "...5", "1...2...3", "-1", "one", "1.5",
    ])
    func `is refused when it is none`(text: String) {
        let error = #expect(throws: LabError.self) { try SeedList(commandLine: text) }
        #expect(error?.kind == .usage)
        #expect(
            error?.message
                == "--seeds is '\(text)'; it has to be seeds and ranges of them, as in 7, 1...1000 "
                + "or 1,2,5...9")
    }

    @Test func `is refused when a range goes down`() {
        let error = #expect(throws: LabError.self) { try SeedList(commandLine: "9...1") }
        #expect(error?.message == "--seeds is '9...1'; a range goes from less to more")
    }

    @Test(arguments: ["1...100001", "0...18446744073709551615", "1...99999,200000...200001"])
    func `is refused when it is too long`(text: String) {
        let error = #expect(throws: LabError.self) { try SeedList(commandLine: text) }
        #expect(error?.message == "--seeds is '\(text)': more than 100000 seeds; name fewer")
    }

    @Test func `may have as many seeds as the limit`() throws {
        #expect(try SeedList(commandLine: "1...100000").seeds.count == SeedList.mostSeeds)
    }
}
