internal import Foundation
internal import LinkModel

/// Network conditions of Chrome DevTools and of its protocol (`Network.emulateNetworkConditions`):
/// bytes per second, −1 for no limit, and the least latency of a request, which is a round trip.
enum DevToolsFormat {
    private struct Conditions: Decodable {
        var title: String?
        var name: String?
        var download: Double?
        var downloadThroughput: Double?
        var upload: Double?
        var uploadThroughput: Double?
        var latency: Double?
    }

    /// Every preset of the file, which has one or a list.
    ///
    /// - Throws: ``TraceError``.
    static func read(_ bytes: [UInt8]) throws(TraceError) -> [LinkPreset] {
        let expected = "conditions with download and upload in bytes per second and latency in ms"
        var list: [Conditions] = []
        do {
            let data = Data(bytes)
            let isList = bytes.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "[")
            list =
                isList
                ? try JSONDecoder().decode([Conditions].self, from: data)
                : [try JSONDecoder().decode(Conditions.self, from: data)]
        } catch {
            throw TraceError(JSONFault.sentence(error, expected: expected))
        }
        var presets: [LinkPreset] = []
        for conditions in list {
            let name = conditions.title ?? conditions.name ?? "preset \(presets.count + 1)"
            guard let down = conditions.download ?? conditions.downloadThroughput,
                let up = conditions.upload ?? conditions.uploadThroughput,
                let latency = conditions.latency
            else { throw TraceError("'\(name)' does not have all of \(expected); add them") }
            presets.append(
                LinkPreset(
                    name: name, down: try rate(down, name), up: try rate(up, name),
                    roundTrip: try latencyNanoseconds(latency, name)))
        }
        return presets
    }

    static func write(_ preset: LinkPreset) throws(TraceError) -> String {
        func bytes(_ rate: Int?) -> String {
            rate.map { decimalText($0 * 125, over: 1_000) } ?? "-1"
        }
        let title: String
        do {
            title = String(decoding: try JSONEncoder().encode(preset.name), as: UTF8.self)
        } catch {
            throw TraceError("the name '\(preset.name)' cannot be written as JSON; choose another")
        }
        return """
            {
              "title": \(title),
              "download": \(bytes(preset.down)),
              "upload": \(bytes(preset.up)),
              "latency": \(decimalText(preset.roundTrip, over: 1_000_000))
            }

            """
    }

    private static func rate(_ value: Double, _ name: String) throws(TraceError) -> Int? {
        if value == -1 { return nil }
        guard let rate = SabreFormat.exact(value, 8), (1...RateTrace.maximumBitsPerSecond) ~= rate
        else {
            throw TraceError(
                "'\(name)' has \(value) bytes per second; use more than 0, or -1 for no limit")
        }
        return rate
    }

    private static func latencyNanoseconds(
        _ value: Double, _ name: String
    ) throws(TraceError) -> Int {
        guard let latency = SabreFormat.exact(value, 1e6),
            latency <= 2 * RateTrace.maximumDelay.wholeNanoseconds
        else { throw TraceError("'\(name)' has a latency of \(value) ms; use 0 to 1200000") }
        return latency
    }
}
