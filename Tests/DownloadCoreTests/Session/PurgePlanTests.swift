import DownloadCore
import Foundation
import Testing

@Suite struct `A purge plan` {
    static let now = Date(timeIntervalSince1970: 1_000_000)

    enum Kind: Sendable { case none, normal, important, expired, expiredImportant, later }

    static func candidate(
        _ package: Int, _ kind: Kind, used: Double = 0, bytes: Int = 100, inUse: Bool = false
    ) -> PurgePlan.Candidate {
        let past = now.addingTimeInterval(-1)
        let policy: AssetDownloadStorageManagementPolicy? =
            switch kind {
            case .none: nil
            case .normal: .init()
            case .important: .init(priority: .important)
            case .expired: .init(expirationDate: past)
            case .expiredImportant: .init(priority: .important, expirationDate: past)
            case .later: .init(expirationDate: now.addingTimeInterval(1))
            }
        return .init(
            package: package, byteCount: bytes,
            lastUse: Date(timeIntervalSince1970: used), policy: policy, isInUse: inUse)
    }

    static let cases: [([PurgePlan.Candidate], Int, [Int], Bool)] = [
        // Expired ones first, whatever their priority and use.
        ([candidate(1, .normal), candidate(2, .expired, used: 9)], 1, [2], true),
        ([candidate(1, .normal), candidate(2, .expiredImportant, used: 9)], 1, [2], true),
        ([candidate(1, .expiredImportant), candidate(2, .expired, used: 9)], 1, [2], true),
        // Then default before important.
        ([candidate(1, .important), candidate(2, .normal, used: 9)], 1, [2], true),
        ([candidate(1, .important), candidate(2, .later, used: 9)], 101, [2, 1], true),
        // Then the one used longest ago, then the older package.
        ([candidate(1, .normal, used: 9), candidate(2, .normal, used: 8)], 1, [2], true),
        ([candidate(2, .normal), candidate(1, .normal)], 1, [1], true),
        // No more than are needed, and nothing for nothing.
        ([candidate(1, .normal), candidate(2, .normal)], 100, [1], true),
        ([candidate(1, .expired)], 0, [], true),
        // Never without a policy, in use, or where there is nothing to gain.
        ([candidate(1, .none), candidate(2, .normal)], 150, [2], false),
        ([candidate(1, .expired, inUse: true)], 1, [], false),
        ([candidate(1, .expired, bytes: 0), candidate(2, .normal)], 50, [2], true),
    ]

    @Test(arguments: cases)
    func `lets packages go in their order`(
        candidates: [PurgePlan.Candidate], wanted: Int, expected: [Int], isEnough: Bool
    ) {
        let plan = PurgePlan(candidates, freeing: wanted, at: Self.now)
        #expect(plan.purged.map(\.package) == expected)
        #expect(plan.isEnough == isEnough)
        #expect(plan.byteCount == plan.purged.reduce(0) { $0 + $1.byteCount })
    }

    @Test func `expires at the instant that is named`() {
        let policy = AssetDownloadStorageManagementPolicy(
            priority: .important, expirationDate: Self.now)
        let expiring = PurgePlan.Candidate(
            package: 2, byteCount: 1, lastUse: Self.now, policy: policy)
        let plan = PurgePlan(
            [Self.candidate(1, .normal), expiring], freeing: 1, at: Self.now)
        #expect(plan.purged.map(\.package) == [2])
    }
}
