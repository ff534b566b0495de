import LinkModel
import PlaybackCore
import Simulation
import Testing

@Suite struct `Sabre's sessions` {
    @Test func `are all carried`() throws {
        #expect(try ConformanceData.loaded.get().sabre.cases.count == 48)
    }

    @Test(arguments: SabreData.arguments)
    func `come out digit for digit, level for level`(arguments: String) throws {
        let data = try SabreData.loaded.get()
        #expect(data.conformance.check(try data.session(arguments)).differences == [])
    }
}

/// Sessions of UMass-LIDS/sabre (BSD-2-Clause), with the network and the movie they were played on.
struct SabreData: Sendable {
    let conformance: SabreConformance
    let movie: SabreConformance.Movie
    let periods: [FluidLink.Period]

    static let loaded = Result { try SabreData() }
    static let arguments = (try? loaded.get().conformance.cases.map(\.arguments)) ?? []

    private init() throws {
        conformance = try ConformanceData.loaded.get().sabre
        let first = try #require(conformance.cases.first)
        movie = try #require(conformance.movie(of: first))
        periods = try #require(conformance.network(of: first))
    }

    func session(_ arguments: String) throws -> SabreConformance.Case {
        try #require(conformance.cases.first { $0.arguments == arguments })
    }

    /// The first segments of the movie.
    func ladder(segments: Int) -> Ladder { conformance.ladder(movie, segments: segments) }

    /// What is best on this network, with the first segment at the lowest level.
    func oracle(_ ladder: Ladder) -> Oracle.Result {
        var settings = Oracle.Settings()
        settings.firstLevel = 0
        return FluidTimetable(periods).oracle(ladder, settings)
    }
}
