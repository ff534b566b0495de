internal import HLSDownload

/// The limits of the engine with their standard values.
package struct LimitReport: Sendable, Encodable {
    private var schema = "hlslab-limits/1"
    private var limits: [EngineLimit]

    init() {
        limits = EngineLimit.all
    }

    /// One row for each limit; no line break at its end.
    package var text: String {
        let names = limits.map(\.name.count).max() ?? 0
        let values = limits.map(\.amount.count).max() ?? 0
        return limits.map { limit in
            let name = limit.name + String(repeating: " ", count: names - limit.name.count)
            let value = String(repeating: " ", count: values - limit.amount.count) + limit.amount
            return "\(name)  \(value)  \(limit.meaning)"
        }.joined(separator: "\n")
    }
}

extension EngineLimit {
    /// The value with its unit: powers of 1024 where it is one.
    fileprivate var amount: String {
        switch unit {
        case .number: "\(value)"
        case .seconds: "\(value) s"
        case .bytes where value >= 1 << 20 && value % (1 << 20) == 0: "\(value >> 20) MiB"
        case .bytes where value >= 1 << 10 && value % (1 << 10) == 0: "\(value >> 10) KiB"
        case .bytes: "\(value) B"
        }
    }
}
