import DownloadCore
import Foundation
import Testing

@Suite struct `A variant qualifier` {
    @Test func `survives the process in every form but the closure`() throws {
        let variant = try `A predicate on variants`.variant()
        let qualifiers: [AssetVariantQualifier] = [
            try .predicate("peakBitRate > 265000 AND presentationHeight <= 720"),
            .predicate { $0.isHDR == true }, .variant(variant), .minimum(.peakBitRate),
            .maximum(.presentationSize, among: VariantPredicate { $0.peakBitRate < 9 }),
            .minimum(.averageBitRate, among: .never),
        ]
        let stored = try JSONEncoder().encode(qualifiers)
        #expect(try JSONDecoder().decode([AssetVariantQualifier].self, from: stored) == qualifiers)
        let opaque = AssetVariantQualifier.closure("odd") { $0.peakBitRate % 2 == 1 }
        #expect(qualifiers.allSatisfy { $0.isRestorable })
        #expect(!opaque.isRestorable)
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(opaque) }
        #expect(opaque == opaque)
        #expect(opaque != .closure("odd") { $0.peakBitRate % 2 == 1 })
    }

    @Test func `is stored as a person would write it`() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        func json(_ qualifier: AssetVariantQualifier) throws -> String {
            String(decoding: try encoder.encode(qualifier), as: UTF8.self)
        }
        #expect(try json(.predicate("1<peakBitRate")) == #"{"predicate":"peakBitRate > 1"}"#)
        #expect(try json(.maximum(.peakBitRate)) == #"{"maximum":"peakBitRate"}"#)
        #expect(
            try json(.minimum(.score, among: VariantPredicate("isHDR=YES")))
                == #"{"among":"isHDR == YES","minimum":"score"}"#)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(
                AssetVariantQualifier.self, from: Data(#"{"predicate":"peekBitRate > 1"}"#.utf8))
        }
    }

    @Test(arguments: [
        ("peakBitRate", NumberKey.peakBitRate), ("averageBitRate", .averageBitRate),
        ("videoAttributes.presentationSize", .presentationSize), ("score", .score),
    ])
    func `takes minimum and maximum of a key path`(path: String, key: NumberKey) throws {
        #expect(try AssetVariantQualifier.minimumValue(inKeyPath: path) == .minimum(key))
        #expect(try AssetVariantQualifier.maximumValue(inKeyPath: path) == .maximum(key))
    }

    @Test(arguments: [
        ("videoRange", "column 1: expected the key of a number, found 'videoRange'"),
        ("peakbitrate", "column 1: unknown key 'peakbitrate'; did you mean 'peakBitRate'?"),
    ])
    func `takes them of numbers only`(path: String, message: String) throws {
        let error = #expect(throws: VariantPredicateError.self) {
            try AssetVariantQualifier.maximumValue(inKeyPath: path)
        }
        #expect(error?.description == message)
    }
}
