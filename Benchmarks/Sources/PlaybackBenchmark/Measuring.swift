import Glibc

/// Time of a clock of the system, in seconds.
private func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Processor seconds that a piece of work takes, which others on the machine do not lengthen.
func processorSeconds(_ work: () throws -> Void) rethrows -> Double {
    let start = seconds(CLOCK_PROCESS_CPUTIME_ID)
    try work()
    return seconds(CLOCK_PROCESS_CPUTIME_ID) - start
}

/// Seconds on the wall that a piece of work takes.
func wallSeconds(_ work: () throws -> Void) rethrows -> Double {
    let start = seconds(CLOCK_MONOTONIC)
    try work()
    return seconds(CLOCK_MONOTONIC) - start
}

/// Three runs of a measurement.
struct Runs {
    var values: [Double]

    init(_ measure: () throws -> Double) rethrows {
        values = []
        for _ in 1...3 { values.append(try measure()) }
    }

    var median: Double { values.sorted()[1] }
    var greatest: Double { values.max() ?? 0 }
    var least: Double { values.min() ?? 0 }
}

extension Double {
    /// So many decimals.
    func rounded(to places: Int) -> Double {
        var factor = 1.0
        for _ in 0..<places { factor *= 10 }
        return (self * factor).rounded() / factor
    }
}
