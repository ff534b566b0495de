internal import DownloadCore
internal import Scenarios

extension DownloadOptions {
    /// What a scenario asks the engine for.
    init(_ scenario: Scenario) {
        self.init(
            quality: Quality(scenario.quality), parallelRequests: scenario.parallelRequests)
    }
}

extension Quality {
    /// The engine's words for what the lab's scenario asks for.
    init(_ option: RequestedQuality.Option) {
        switch option {
        case .best: self = .best
        case .fast: self = .fast
        case .minimumBitrate(let bits): self = .minimumBitrate(bits)
        }
    }
}
