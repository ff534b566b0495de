import DownloadCore
import OfflinePlayback
import PlaybackCore
import Simulation
import Testing

/// An engine with a bug: a rule of an exploration, and what breaks it.
struct PlantedViolation: Sendable, CustomTestStringConvertible {
    var rule: Violation.Rule
    var what: String
    var tamper: WorldTamper
    /// What happens to every download besides what is drawn, for rules that little else touches.
    var interruptions: [Exploration.Interruption] = []

    var testDescription: String { what }

    static let all: [PlantedViolation] =
        [
            .init(
                rule: .early, what: "does not read Retry-After",
                tamper: WorldTamper(event: { event in
                    guard case .responded(let id, var head) = event else { return event }
                    head.retryAfter = nil
                    return .responded(id, head)
                })),
            .init(
                rule: .early, what: "forgets Retry-After when it is killed",
                tamper: WorldTamper(commands: { commands in
                    commands.filter { if case .keepPause = $0 { false } else { true } }
                }),
                interruptions: [.kill(afterCommands: 12)]),
            .init(
                rule: .fetchedTwice, what: "always asks for the whole file",
                tamper: WorldTamper(commands: { commands in
                    commands.map { command in
                        guard case .fetch(var request) = command else { return command }
                        (request.rangeStart, request.ifRange) = (nil, nil)
                        return .fetch(request)
                    }
                })),
            .init(
                rule: .hole, what: "looks at no tag, and takes every body for whole",
                tamper: WorldTamper(event: { event in
                    switch event {
                    case .responded(let id, var head):
                        // Else it would ask for the rest of a body without a length.
                        head.strongEntityTag = nil
                        return .responded(id, head)
                    case .ended(let id, .broken): return .ended(id, container: .whole(.mpegTS))
                    default: return event
                    }
                })),
            .init(
                rule: .mixture, what: "goes on without looking at the entity tag",
                tamper: WorldTamper(
                    event: { event in
                        guard case .responded(let id, var head) = event else { return event }
                        if head.strongEntityTag != nil { head.strongEntityTag = "\"same\"" }
                        head.contentRange?.total = nil
                        return .responded(id, head)
                    },
                    commands: { commands in
                        commands.map { command in
                            guard case .fetch(var request) = command else { return command }
                            (request.ifRange, request.ifNoneMatch) = (nil, nil)
                            return .fetch(request)
                        }
                    }),
                interruptions: [
                    .suspend(at: .milliseconds(900), for: .milliseconds(300)),
                    .newVersion(at: .seconds(1)),
                ]),
            .init(
                rule: .progress, what: "counts backwards",
                tamper: WorldTamper(commands: { commands in
                    commands.map { command in
                        guard case .report(.progress(var progress)) = command else {
                            return command
                        }
                        progress.fraction = 1 - progress.fraction
                        return .report(.progress(progress))
                    }
                })),
            .init(
                rule: .connections, what: "asks for everything twice at once",
                tamper: WorldTamper(commands: { commands in
                    commands.flatMap { command -> [DownloadCommand] in
                        guard case .fetch(var request) = command else { return [command] }
                        request.id = RequestID(request.id.number + 1_000_000)
                        return [command, .fetch(request)]
                    }
                })),
            .init(
                rule: .ends, what: "never wakes up",
                tamper: WorldTamper(commands: { commands in
                    commands.filter {
                        if case .wake = $0 { false } else { true }
                    }
                })),
        ] + ofPlayers

    private static let ofPlayers: [PlantedViolation] = [
        .init(
            rule: .unstoredRead, what: "reads what it should fetch",
            tamper: WorldTamper(playerCommands: { commands in
                commands.map { command in
                    guard case .fetch(let request) = command else { return command }
                    return .read(request)
                }
            })),
        .init(
            rule: .unplayed, what: "plays on when it has ended",
            tamper: WorldTamper(playback: { history in
                var history = history
                if history.state == .ended { history.state = .playing }
                return history
            })),
        .init(
            rule: .account, what: "counts a byte too many for its player",
            tamper: WorldTamper(playback: { history in
                var history = history
                history.account.fetchedForPlayer += 1
                return history
            })),
        .init(
            rule: .stall, what: "says that it stalled once",
            tamper: WorldTamper(playback: { history in
                var history = history
                history.played.stalls.append(
                    .init(start: .seconds(1), mediaTime: .seconds(1), duration: .seconds(1)))
                return history
            })),
        .init(
            rule: .bandwidth, what: "stalls longer the sooner it began",
            tamper: WorldTamper(playback: { history in
                var history = history
                let startup = (history.played.startup ?? .zero) / .milliseconds(1)
                history.played.stalls.append(
                    .init(
                        start: .seconds(1), mediaTime: .seconds(1),
                        duration: .seconds(1 / (1 + startup))))
                return history
            })),
        .init(
            rule: .bound, what: "forgets its start and its stalls",
            tamper: WorldTamper(playback: { history in
                var history = history
                history.played.startup = .zero
                history.played.stalls = []
                return history
            })),
    ]
}
