/// The laboratory's own version.
package enum LabVersion {
    package static let current = "0.1"
}
