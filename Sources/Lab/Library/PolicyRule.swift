internal import DownloadCore
internal import Foundation
internal import HLSDownload

/// The words of `hlslab library policy`, read.
struct PolicyRule: Sendable, Hashable {
    private enum Expiry: Hashable {
        case never
        case at(Date)
    }

    private var priority: AssetDownloadStorageManagementPolicy.Priority?
    private var expiry: Expiry?
    private var removes: Bool

    init(_ change: PackageLibrary.PolicyChange) throws(LabError) {
        removes = change.removes
        if removes, change.priority != nil || change.expires != nil {
            throw LabError(.usage, "--none stands alone: a package without a policy never goes")
        }
        if let text = change.priority {
            guard let priority = AssetDownloadStorageManagementPolicy.Priority(rawValue: text)
            else {
                throw LabError(.usage, "--priority is '\(text)'; it is 'default' or 'important'")
            }
            self.priority = priority
        }
        if let text = change.expires { expiry = try Self.expiry(text) }
    }

    /// The policy that comes of an earlier one; nil: the package is never purged.
    func applied(
        to earlier: AssetDownloadStorageManagementPolicy?
    ) -> AssetDownloadStorageManagementPolicy? {
        if removes { return nil }
        guard priority != nil || expiry != nil else { return earlier }
        var policy = earlier ?? AssetDownloadStorageManagementPolicy()
        if let priority { policy.priority = priority }
        switch expiry {
        case .never: policy.expirationDate = nil
        case .at(let date): policy.expirationDate = date
        case nil: break
        }
        return policy
    }

    /// A day means its begin, in UTC.
    private static func expiry(_ text: String) throws(LabError) -> Expiry {
        if text == "never" { return .never }
        let day = Date.ISO8601FormatStyle().year().month().day()
        // What neither form reads is told below.
        if let date = try? Date(text, strategy: .iso8601) { return .at(date) }
        if let date = try? Date(text, strategy: day) { return .at(date) }
        throw LabError(
            .usage,
            "--expires is '\(text)'; write a day (2027-01-31), a time (2027-01-31T18:00:00Z) or "
                + "'never'")
    }
}
