internal import Foundation
internal import LinkModel

/// Profiles of Apple's Network Link Conditioner as its property lists hold them: a dictionary of
/// profiles by name, or one profile. Bandwidths in kbit/s, in Mbit/s where the unit is 1, 0 for no
/// limit; delays in ms one way; losses in per cent.
enum NLCFormat {
    private struct Profile: Codable {
        var DownlinkBandwidth: Double
        var DownlinkBandwidthUnit: Int?
        var DownlinkDelay: Double
        var DownlinkPacketLossRatio: Double?
        var UplinkBandwidth: Double
        var UplinkBandwidthUnit: Int?
        var UplinkDelay: Double
        var UplinkPacketLossRatio: Double?
        var DNSDelayValue: Double?
        var ExcludeLoopback: Bool?
        var ProtocolFamily: Int?
        var RunOnInterface: String?
    }

    private struct Preferences: Codable {
        var Profiles: [String: Profile]
    }

    /// Every profile of the file, by name.
    ///
    /// - Throws: ``TraceError``.
    static func read(_ bytes: [UInt8]) throws(TraceError) -> [LinkPreset] {
        let (data, decoder) = (Data(bytes), PropertyListDecoder())
        let profiles: [String: Profile]
        do {
            // Preferences wrap what the preset list has bare; what fits neither may be one profile.
            if let wrapped = try? decoder.decode(Preferences.self, from: data) {
                profiles = wrapped.Profiles
            } else if let bare = try? decoder.decode([String: Profile].self, from: data) {
                // The same in a file without preferences: see above.
                profiles = bare
            } else {
                profiles = ["imported": try decoder.decode(Profile.self, from: data)]
            }
        } catch {
            throw TraceError(
                JSONFault.sentence(
                    error, expected: "a property list of profiles with DownlinkBandwidth and so on")
            )
        }
        var presets: [LinkPreset] = []
        for (name, profile) in profiles.sorted(by: { $0.key < $1.key }) {
            presets.append(try preset(name, profile))
        }
        return presets
    }

    static func write(_ preset: LinkPreset) throws(TraceError) -> String {
        func kilobits(_ rate: Int?) -> Double { Double(rate ?? 0) / 1e3 }
        func percent(_ loss: Probability) -> Double { Double(loss.partsPerBillion) / 1e7 }
        let profile = Profile(
            DownlinkBandwidth: kilobits(preset.down), DownlinkBandwidthUnit: 0,
            DownlinkDelay: Double(preset.downDelay) / 1e6,
            DownlinkPacketLossRatio: percent(preset.downLoss),
            UplinkBandwidth: kilobits(preset.up), UplinkBandwidthUnit: 0,
            UplinkDelay: Double(preset.upDelay) / 1e6,
            UplinkPacketLossRatio: percent(preset.upLoss),
            DNSDelayValue: preset.dnsDelay.map { Double($0.wholeNanoseconds) / 1e6 } ?? 0,
            ExcludeLoopback: true, ProtocolFamily: 0, RunOnInterface: "All")
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .xml
        do {
            let data = try encoder.encode(Preferences(Profiles: [preset.name: profile]))
            return String(decoding: data, as: UTF8.self)
        } catch {
            throw TraceError("the profile cannot be written as a property list: \(error)")
        }
    }

    private static func preset(_ name: String, _ profile: Profile) throws(TraceError) -> LinkPreset
    {
        func number(_ value: Double, _ scale: Double, _ limit: Int) throws(TraceError) -> Int {
            guard let found = SabreFormat.exact(value, scale), found <= limit else {
                throw TraceError("'\(name)' has the number \(value), which is out of range")
            }
            return found
        }
        func rate(_ value: Double, _ unit: Int?) throws(TraceError) -> Int? {
            let scale = unit == 1 ? 1e6 : 1e3
            let found = try number(value, scale, RateTrace.maximumBitsPerSecond)
            return found == 0 ? nil : found
        }
        func loss(_ value: Double?) throws(TraceError) -> Probability {
            Probability(partsPerBillion: try number(value ?? 0, 1e7, 1_000_000_000))
        }
        let longest = RateTrace.maximumDelay.wholeNanoseconds
        let dns = try number(profile.DNSDelayValue ?? 0, 1e6, longest)
        return LinkPreset(
            name: name, down: try rate(profile.DownlinkBandwidth, profile.DownlinkBandwidthUnit),
            up: try rate(profile.UplinkBandwidth, profile.UplinkBandwidthUnit),
            downDelay: try number(profile.DownlinkDelay, 1e6, longest),
            upDelay: try number(profile.UplinkDelay, 1e6, longest),
            downLoss: try loss(profile.DownlinkPacketLossRatio),
            upLoss: try loss(profile.UplinkPacketLossRatio),
            dnsDelay: dns == 0 ? nil : .nanoseconds(dns))
    }
}
