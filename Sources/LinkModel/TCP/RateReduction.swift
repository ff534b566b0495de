/// Proportional rate reduction (RFC 6937, with Linux's slow start on progress): how many segments may
/// be sent while the window falls to the threshold. Counts are segments.
struct RateReduction: Sendable {
    /// Window before the reduction (`RecoverFS`).
    private(set) var priorWindow = 0
    private var delivered = 0
    /// Segments sent since the reduction began, copies included.
    var sent = 0

    init() {}

    init(from window: Int) {
        priorWindow = window
    }

    /// The window after an acknowledgement.
    mutating func window(
        delivered count: Int, newlyLost: Int, advanced: Bool, inFlight: Int, threshold: Int
    ) -> Int {
        delivered += count
        let room = threshold - inFlight
        var allowed: Int
        if room < 0 {
            let share = threshold * delivered + priorWindow - 1
            allowed = share / max(priorWindow, 1) - sent
        } else {
            allowed = max(delivered - sent, count)
            if advanced, newlyLost == 0 { allowed += 1 }
            allowed = min(room, allowed)
        }
        // The first copy goes out at once.
        return inFlight + max(allowed, sent == 0 ? 1 : 0)
    }
}
