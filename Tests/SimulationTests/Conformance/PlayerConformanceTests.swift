import Simulation
import Testing

@Suite struct `What other players estimate and decide` {
    @Test func `is said after each transfer as hls.js, Shaka and ExoPlayer say it`() throws {
        let players = try ConformanceData.loaded.get().players
        #expect(players.sequences.count == 3)
        for sequence in players.sequences {
            let check = players.check(sequence)
            #expect(check.differences == [], "\(check.name)")
        }
    }

    @Test func `is said of the time to the first byte as hls.js says it`() throws {
        #expect(try ConformanceData.loaded.get().players.checkTimesToFirstByte().differences == [])
    }

    @Test func `is decided as hls.js decides`() throws {
        let players = try ConformanceData.loaded.get().players
        #expect(players.decisions.count == 252)
        for number in players.decisions.indices {
            let check = players.checkDecision(number)
            #expect(check.differences == [], "\(check.name)")
        }
    }
}
