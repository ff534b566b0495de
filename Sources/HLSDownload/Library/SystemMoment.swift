internal import Glibc

/// A point of time that another process can tell the distance to: exactly on the same start of the
/// system, whatever was made of its clock meanwhile; by the clock on another.
struct SystemMoment: Sendable, Hashable {
    /// Names the running system.
    var bootID: String
    /// Since the system started, the time that it slept included.
    var sinceBoot: Duration
    /// Since 1970 by the system's clock.
    var since1970: Duration

    static func now(bootID: String) -> SystemMoment {
        SystemMoment(
            bootID: bootID, sinceBoot: reading(CLOCK_BOOTTIME), since1970: reading(CLOCK_REALTIME))
    }

    /// Time since an earlier moment; never negative.
    func elapsed(since earlier: SystemMoment) -> Duration {
        let elapsed =
            bootID == earlier.bootID
            ? sinceBoot - earlier.sinceBoot : since1970 - earlier.since1970
        return max(elapsed, .zero)
    }

    private static func reading(_ clock: clockid_t) -> Duration {
        var time = timespec()
        clock_gettime(clock, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
