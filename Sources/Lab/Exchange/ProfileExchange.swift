/// What an import or an export made, and what people should know of it.
package struct ProfileExchange: Sendable, Hashable {
    /// Contents of the file.
    package var text: String
    /// A further file that has to lie beside it: its name and contents.
    package var companion: Companion?
    /// What was assumed, and what the format cannot hold; a line each.
    package var notes: [String] = []
    /// What looks like a mistake in the source, with the evidence; a line each.
    package var warnings: [String] = []

    package struct Companion: Sendable, Hashable {
        package var name: String
        package var bytes: [UInt8]
    }
}
