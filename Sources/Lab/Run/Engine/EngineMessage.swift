internal import DownloadCore

/// What the process of an engine is told, one line each.
enum EngineOrder: Sendable, Codable {
    /// First of all, and once.
    case prepare(EngineJob)
    case run(sending: [HeaderField])
    case wish(EngineWish)
}

/// What the process of an engine tells, one line each.
enum EngineMessage: Sendable, Codable {
    case isReady
    case report(EngineReport)
    case ended(EngineEnd)
    /// It cannot do what it was told; in words.
    case failed(String)
}
