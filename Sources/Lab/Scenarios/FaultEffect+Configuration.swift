internal import Scenarios

extension FaultEffect {
    private typealias Keys = FaultEffectKeys

    /// The one effect that an entry of ``Fault/shape`` has.
    init(_ entry: ConfigurationMapping) throws(ConfigurationError) {
        if let effect = try Self.answer(entry) {
            self = effect
        } else if let effect = try Self.change(entry) {
            self = effect
        } else {
            preconditionFailure("the shape of a fault asks for an effect")
        }
    }

    /// What takes the answer's place; nil for an effect that does not.
    private static func answer(
        _ entry: ConfigurationMapping
    ) throws(ConfigurationError) -> FaultEffect? {
        if let status = try entry.value(of: Keys.status) {
            return .status(status, retryAfter: try RetryAfter(entry))
        }
        if let target = try entry.value(of: Keys.redirect) {
            return .redirect(to: target, status: try entry.value(of: Keys.redirectStatus) ?? 302)
        }
        if let text = try entry.value(of: Keys.body) { return .body(text + "\n") }
        if let flood = try entry.value(of: Keys.flood) {
            return .flood(flood, length: try entry.value(of: Keys.length))
        }
        if let tag = try entry.value(of: Keys.entityTag) { return .entityTag(tag) }
        if try entry.value(of: Keys.empty) != nil { return .empty }
        return try entry.value(of: Keys.wrongType).map { _ in .wrongType }
    }

    /// What happens to the answer; nil for an effect that takes its place.
    private static func change(
        _ entry: ConfigurationMapping
    ) throws(ConfigurationError) -> FaultEffect? {
        if let time = try entry.value(of: Keys.delay) { return .delay(time) }
        if let time = try entry.value(of: Keys.stall) {
            return .stall(afterByte: try entry.required(Keys.after), for: time)
        }
        if let byte = try entry.value(of: Keys.truncate) {
            return try entry.value(of: Keys.withoutLength) == true
                ? .truncateWithoutLength(afterByte: byte) : .truncate(afterByte: byte)
        }
        if let reset = try entry.value(of: Keys.reset) { return reset }
        if let byte = try entry.value(of: Keys.flip) { return .flip(byte: byte) }
        if let length = try entry.value(of: Keys.declare) { return .declare(length: length) }
        if let count = try entry.value(of: Keys.shiftRange) { return .shiftRange(by: count) }
        return try entry.value(of: Keys.ignoreRange).map { _ in .ignoreRange }
    }
}

extension FaultEffect.RetryAfter {
    private typealias Keys = FaultEffectKeys

    /// `retryAfter: 2 s`, or `retryAfterDate: 2 s` with `clockAhead: 1 h`; nil without them.
    fileprivate init?(_ entry: ConfigurationMapping) throws(ConfigurationError) {
        if let seconds = try entry.value(of: Keys.retryAfter) {
            if let other = entry[Keys.retryAfterDate.name] {
                throw other.fault("excludes 'retryAfter': a field has one value")
            }
            self = .seconds(seconds)
        } else if let seconds = try entry.value(of: Keys.retryAfterDate) {
            self = .date(
                secondsFromNow: seconds, clockAhead: try entry.value(of: Keys.clockAhead) ?? 0)
        } else {
            return nil
        }
    }
}
