import Foundation

/// What the machine says a stretch of work costs.
enum Cost {
    /// CPU time of the calling thread: what other tests and programs do does not count.
    static func seconds(of work: () -> Void) -> Double {
        let start = threadTime()
        work()
        return threadTime() - start
    }

    private static func threadTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Resident memory of the process; nil where there is no /proc.
    static var residentBytes: Int? {
        // Not Linux: the tests that need it say so and are skipped.
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
            let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { return nil }
        return pages * sysconf(Int32(_SC_PAGESIZE))
    }

    /// The most memory that the process ever had.
    static var peakBytes: Int {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_maxrss * 1_024
    }
}
