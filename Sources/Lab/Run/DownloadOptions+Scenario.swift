internal import DownloadCore
internal import Scenarios

extension DownloadOptions {
    /// What a scenario asks the engine for.
    /// - Parameter keySystems: forms of keys for which there is an app; nil: there is none.
    init(_ scenario: Scenario, keySystems: [KeySystem]? = nil) {
        self.init(
            quality: Quality(scenario.quality), parallelRequests: scenario.parallelRequests,
            keySystems: keySystems)
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
