import Scenarios
import Simulation
import Testing

@Suite struct `A broken rule` {
    private func firstFailure(
        _ planted: PlantedViolation
    ) throws -> (exploration: Exploration, outcome: ExplorationOutcome)? {
        for seed in UInt64(0)..<400 {
            var exploration = Exploration(seed: seed)
            exploration.interruptions += planted.interruptions
            let outcome = try exploration.play(tamper: planted.tamper)
            if outcome.violations.contains(where: { $0.rule == planted.rule }) {
                return (exploration, outcome)
            }
        }
        return nil
    }

    @Test(arguments: PlantedViolation.all)
    func `is seen within a few hundred seeds, and made simple`(_ planted: PlantedViolation) throws {
        let (exploration, _) = try #require(try firstFailure(planted))
        var shrinker = ExplorationShrinker(planted.rule, tamper: planted.tamper)
        let simple = shrinker.shrink(exploration)
        #expect(shrinker.tries < ExplorationShrinker.mostTries)
        let outcome = try simple.play(tamper: planted.tamper)
        #expect(outcome.violations.contains { $0.rule == planted.rule })
        #expect(simple.faults.count + simple.interruptions.count <= 2)
        #expect(simple.asset.variants.count == 1)
        #expect(simple.asset.duration / simple.asset.segmentDuration <= 4)
        // An engine without the bug does nothing wrong there.
        #expect(try simple.play().violations.isEmpty)
    }

    @Test func `has a plant for each of them`() {
        #expect(Set(PlantedViolation.all.map(\.rule)) == Set(Violation.Rule.allCases))
    }

    @Test func `is not looked for where there is none`() {
        let exploration = Exploration(seed: 1)
        var shrinker = ExplorationShrinker(.hole)
        #expect(shrinker.shrink(exploration) == exploration)
        #expect(shrinker.tries > 0)
    }
}
