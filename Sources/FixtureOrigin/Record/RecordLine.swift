import FoundationEssentials
package import Scenarios

/// An entry of the record as JSON; times in seconds, absent values left out.
package struct RecordLine: Sendable, Hashable, Codable {
    package let sequence: Int
    package let requestedAt: Double
    let headAt: Double?
    let endedAt: Double
    let method: String
    package let path: String
    let range: String?
    package let userAgent: String?
    let status: Int
    package let contentType: String?
    package let location: String?
    package let part: String?
    let attempt: Int
    let bytesPlanned: Int
    let bytesDelivered: Int
    let ending: String
    package let fault: String?
    let retryNotBefore: Double?
    /// Values by the keys of CTA-5004, as they were sent.
    let cmcd: [String: String]?
    /// What the specification does not allow in them.
    let cmcdFaults: [String]?

    package init(_ entry: OriginRecord.Entry) {
        let second = Duration.seconds(1)
        sequence = entry.sequence
        requestedAt = entry.requestedAt / second
        headAt = entry.headAt.map { $0 / second }
        endedAt = entry.endedAt / second
        method = entry.method
        path = entry.path
        range = entry.range
        userAgent = entry.userAgent
        status = entry.status
        contentType = entry.contentType
        location = entry.location
        part = entry.part?.description
        attempt = entry.attempt
        bytesPlanned = entry.bytesPlanned
        bytesDelivered = entry.bytesDelivered
        ending = entry.ending.rawValue
        fault = entry.fault?.description
        retryNotBefore = entry.retryNotBefore.map { $0 / second }
        cmcd = entry.clientData?.values
        cmcdFaults = entry.clientData.flatMap { $0.faults.isEmpty ? nil : $0.faults }
    }
}

extension RecordLine {
    /// UTF-8, with its line break.
    func text() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self)) + [UInt8(ascii: "\n")]
    }
}

extension OriginRecord {
    /// The record as the file of a served origin has it: a line of JSON for each request that has
    /// ended, UTF-8.
    package func lines() throws -> [UInt8] {
        try entries.flatMap { try RecordLine($0).text() }
    }
}
