internal import DownloadCore
internal import Foundation
internal import Scenarios

/// What a person wants of `hlslab download` besides the URL, in words of the command line.
package struct DownloadWishes: Sendable {
    package var quality = "best"
    /// Languages of audio and of subtitles that are wanted, by BCP 47; empty: as the playlist says.
    package var audio: [String] = []
    package var subtitles: [String] = []
    package var parallel = 4
    /// Most that may be received, as `2 Mbit/s`; nil: no bound.
    package var limit: String?
    /// `Name: value` each.
    package var headers: [String] = []
    /// PEM file of roots that are trusted besides those of the system.
    package var trustedRoots: String?
    /// `automatic` or `1.1`.
    package var http = "automatic"
    /// What comes from elsewhere may lead to addresses of this machine and its link.
    package var localAddresses = false
    package var seed: UInt64 = 1
    /// How servers are told what is known of each request: `query` or `headers`; nil: not at all.
    package var cmcd: String?
    /// URL of a test key server.
    package var keyServer: String?

    package init() {}

    /// What they mean for the engine.
    /// - Parameter quality: the quality, as it was read.
    func options(_ quality: RequestedQuality.Option) throws(LabError) -> DownloadOptions {
        var options = DownloadOptions(quality: Quality(quality), parallelRequests: parallel)
        options.request = request(quality)
        options.bandwidthLimit = try bitsPerSecond()
        options.headers = try fields()
        options.trustedRoots = trustedRoots
        options.limits.localAddresses = localAddresses
        if let cmcd {
            options.clientData = ClientDataOptions(
                form: ClientData.Form(try ReportedClientData.Form(commandLine: cmcd)),
                sessionID: UUID().uuidString.lowercased())
        }
        switch http {
        case "automatic": options.httpVersion = .automatic
        case "1.1": options.httpVersion = .http1Only
        default:
            throw LabError(
                .usage, "--http is '\(http)'; it is 'automatic' (HTTP/2 where it is had) or '1.1'")
        }
        return options
    }

    /// Nil where nothing is wanted but a quality.
    private func request(_ quality: RequestedQuality.Option) -> SelectionRequest? {
        guard !audio.isEmpty || !subtitles.isEmpty else { return nil }
        return SelectionRequest(configuration(quality))
    }

    /// What they mean for a task of a session.
    func configuration(_ quality: RequestedQuality.Option) -> AssetDownloadConfiguration {
        var options = AssetDownloadTaskOptions()
        switch quality {
        case .best: break
        case .fast:
            options.minimumRequiredMediaBitrate = 1
            options.prefersMultichannel = false
        case .minimumBitrate(let bits): options.minimumRequiredMediaBitrate = bits
        }
        var configuration = AssetDownloadConfiguration(options: options)
        // One selection for each language; where one of the kinds has fewer, its first goes along.
        let selections = (0..<max(audio.count, subtitles.count)).map { place in
            MediaSelection(
                audible: Self.choice(audio, place), legible: Self.choice(subtitles, place))
        }
        configuration.primary.mediaSelections = selections
        return configuration
    }

    private static func choice(_ languages: [String], _ place: Int) -> MediaSelection.Choice {
        guard let first = languages.first else { return .automatic }
        return .criteria(.init(languages: [place < languages.count ? languages[place] : first]))
    }

    private func bitsPerSecond() throws(LabError) -> Int? {
        guard let limit else { return nil }
        do throws(UnitTable.Fault) {
            let rate = try UnitTable.rate.parse(limit)
            guard rate > 0 else {
                throw UnitTable.Fault(reason: "is 0; leave it away for no limit")
            }
            return rate
        } catch {
            throw LabError(.usage, "--limit \(error.reason)")
        }
    }

    private func fields() throws(LabError) -> [HeaderField] {
        var fields: [HeaderField] = []
        for text in headers {
            guard let colon = text.firstIndex(of: ":") else {
                throw LabError(.usage, "--header is '\(text)'; write it as 'Name: value'")
            }
            let value = text[text.index(after: colon)...].drop { $0 == " " }
            do throws(HeaderField.Fault) {
                fields.append(
                    try HeaderField(name: String(text[..<colon]), value: String(value)))
            } catch {
                throw LabError(.usage, "--header \(error)")
            }
        }
        return fields
    }
}
