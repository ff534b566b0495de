internal import LinkConditioner

/// Why the lab could not do what it was asked for. One line for people, and an exit code.
package struct LabError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Kind: Sendable, Hashable {
        /// The words of the command line or of a file are wrong.
        case usage
        /// The run could not be carried out.
        case run
        /// This machine cannot provide the link that was asked for.
        case unavailable
    }

    package var kind: Kind
    /// What was attempted, why it failed, what to do.
    package var message: String

    package init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    package var description: String { message }

    /// As `sysexits.h` and the design have them.
    package var exitCode: Int32 {
        switch kind {
        case .usage: 64
        case .run: 2
        case .unavailable: 69
        }
    }
}

extension LabError {
    /// The kernel's link could not be had here, or failed.
    init(_ error: NetemError) {
        self.init(error.isOfTheMachine ? .unavailable : .run, "\(error)")
    }
}
