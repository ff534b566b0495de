@testable import Lab
import LinkModel
import Testing

@Suite struct `An export` {
    @Test(arguments: [LinkFormat.mahimahi, .sabre, .pensieve, .csv])
    func `is refused where the format needs a rate`(format: LinkFormat) throws {
        let profile = LinkProfile(
            id: "free", name: "Free", down: LinkDirection(rate: .unlimited),
            up: LinkDirection(rate: .unlimited))
        let error = #expect(throws: ConfigurationError.self) {
            try ProfileExport(profile: profile, format: format).run()
        }
        #expect(
            error?.description
                == "cannot export 'free' as \(format.rawValue): a rate of the way down is "
                + "'unlimited', and the format needs bits per second; export another profile or "
                + "another format")
    }

    @Test func `says all that is lost`() throws {
        let leo = try #require(try known().first { $0.id == "sat-leo" })
        let notes = try ProfileExport(profile: leo, format: .pensieve).run().notes
        #expect(
            notes == [
                "pensieve does not hold the way up (12.6 Mbit/s)",
                "pensieve does not hold the delay (20 ms down, 20 ms up)",
                "pensieve does not hold loss (0.5 %)", "pensieve does not hold jitter",
                "pensieve does not hold description, source",
            ])
        let edge = try #require(try known().first { $0.id == "nlc-edge" })
        #expect(
            try ProfileExport(profile: edge, format: .webpagetest).run().notes == [
                "webpagetest does not hold a delay for each way (400 ms down, 440 ms up): the round "
                    + "trip is kept",
                "webpagetest does not hold description, source, aliases",
            ])
        #expect(try ProfileExport(profile: edge, format: .yaml).run().notes.isEmpty)
    }
}
