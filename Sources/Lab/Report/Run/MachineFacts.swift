internal import Foundation

/// What a run over sockets was carried out with, for its report; nothing that names a person, a
/// machine or a network.
enum MachineFacts {
    /// - Parameter congestionControl: nil: that of the link model.
    static func rows(congestionControl: String?) -> [RunCircumstances.Fact] {
        var names = utsname()
        let kernel =
            uname(&names) == 0 ? "\(word(&names.sysname)) \(word(&names.release))" : "unknown"
        return [
            ("hlslab", LabVersion.current), ("system", kernel),
            ("architecture", word(&names.machine)),
            ("processors", "\(ProcessInfo.processInfo.activeProcessorCount)"),
            ("congestion control", congestionControl ?? "CUBIC, by the link model"),
        ].map { RunCircumstances.Fact(name: $0, value: $1) }
    }

    private static func word<Field>(_ field: inout Field) -> String {
        withUnsafeBytes(of: &field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
