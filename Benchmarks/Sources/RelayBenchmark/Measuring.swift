import Foundation

let payloadShare = 1448.0 / 1514.0
let clock = ContinuousClock()

func seconds(since start: ContinuousClock.Instant) -> Double {
    let (whole, atto) = (clock.now - start).components
    return Double(whole) + Double(atto) * 1e-18
}

func quantile(_ sorted: [Double], _ share: Double) -> Double {
    sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
}

/// Bytes that arrive in `window` seconds after `warmUp` seconds of a long answer.
func arrivals(_ socket: Socket, after warmUp: Double, within window: Double) -> Double {
    var buffer = [UInt8](repeating: 0, count: 256 << 10)
    let start = clock.now
    var first = 0.0
    var last = 0.0
    var counted = 0
    while true {
        let count = buffer.withUnsafeMutableBytes { socket.receive(into: $0) }
        let now = seconds(since: start)
        guard count > 0, now < warmUp + window else { break }
        if now >= warmUp {
            // The interval begins behind the bytes that open it.
            if first == 0 { first = now } else { counted += count }
            last = now
        }
    }
    return Double(counted) / max(last - first, 1e-9)
}

/// Values that several threads add to.
final class Mutexed<Value: Sendable>: @unchecked Sendable {
    // Guarded by `lock`.
    private var stored: [Value]
    private let lock = NSLock()

    init(_ values: [Value]) { stored = values }

    func append(_ value: Value) { lock.withLock { stored.append(value) } }

    var values: [Value] { lock.withLock { stored } }
}
