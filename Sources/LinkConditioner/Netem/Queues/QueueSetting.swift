/// One setting of a queue, as text: what was asked for and what the kernel has are compared so, and
/// a run's record has it.
package struct QueueSetting: Sendable, Hashable, Codable {
    package var name: String
    package var value: String

    init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    init(_ name: String, _ value: some BinaryInteger, _ unit: String? = nil) {
        self.init(name, unit.map { "\(value) \($0)" } ?? "\(value)")
    }
}
