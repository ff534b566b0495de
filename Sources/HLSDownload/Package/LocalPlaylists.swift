internal import DownloadCore

/// The playlists with which any HLS player plays a package from its folder.
enum LocalPlaylists {
    /// A stream as the package has it.
    struct Stream {
        var plan: StreamPlan
        var folder: String
        /// Path of each part relative to the stream's folder, nil for a gap.
        var paths: [String?]
        /// Bytes of all parts.
        var byteCount: Int
        /// Path of each part's key relative to the package, by the key's URL.
        var keyPaths: [String: String] = [:]

        func keyPath(of part: PartPlan) -> String? { part.keyURL.flatMap { keyPaths[$0] } }
    }

    static let name = "index.m3u8"

    /// The media playlist of one stream, for its folder.
    static func media(_ stream: Stream) -> String {
        let plan = stream.plan
        var lines = [
            "#EXTM3U",
            "#EXT-X-VERSION:\(version(of: stream))",
            "#EXT-X-TARGETDURATION:\(plan.targetDuration.components.seconds)",
            "#EXT-X-MEDIA-SEQUENCE:\(firstSegmentNumber(of: plan))",
            "#EXT-X-PLAYLIST-TYPE:VOD",
        ]
        if plan.discontinuitySequence != 0 {
            lines.append("#EXT-X-DISCONTINUITY-SEQUENCE:\(plan.discontinuitySequence)")
        }
        if plan.hasIndependentSegments { lines.append("#EXT-X-INDEPENDENT-SEGMENTS") }
        var map: Int?
        var keys = LocalKeys()
        for (index, part) in plan.parts.enumerated() where part.kind != .initSection {
            let path = stream.paths[index]
            if part.isDiscontinuity { lines.append("#EXT-X-DISCONTINUITY") }
            if let section = part.initSection, section != map, let uri = stream.paths[section] {
                // An init section is in the clear under a key for samples, which is named all the same.
                let isOwn = plan.parts[section].encryption != nil || part.needsKey
                let keyed = isOwn ? plan.parts[section] : part
                lines += keys.lines(for: keyed, stream.keyPath(of: keyed))
                lines.append("#EXT-X-MAP:URI=\"\(uri)\"")
                map = section
            }
            if part.kind != .gap { lines += keys.lines(for: part, stream.keyPath(of: part)) }
            if let date = part.programDateTime {
                lines.append("#EXT-X-PROGRAM-DATE-TIME:\(date)")
            }
            if part.kind == .gap { lines.append("#EXT-X-GAP") }
            lines.append("#EXTINF:\(part.duration.decimalSeconds),")
            lines.append(path ?? "gap-\(part.number)")
        }
        lines.append("#EXT-X-ENDLIST")
        return lines.joined(separator: "\n") + "\n"
    }

    private static func version(of stream: Stream) -> Int {
        let needed = versionInTheClear(of: stream)
        // METHODs and KEYFORMATs came with versions, which the original has declared.
        let isEncrypted = stream.plan.parts.contains { $0.encryption != nil }
        return isEncrypted ? max(needed, stream.plan.version) : needed
    }

    private static func versionInTheClear(of stream: Stream) -> Int {
        if stream.plan.parts.contains(where: { $0.kind == .gap }) { return 8 }
        return stream.plan.parts.contains { $0.kind == .initSection } ? 6 : 3
    }

    private static func firstSegmentNumber(of plan: StreamPlan) -> Int {
        plan.parts.first { $0.kind != .initSection }?.number ?? 0
    }

    /// The multivariant playlist: each stored variant, once for each group of audio renditions. Those
    /// of one group of the original are one group here: a viewer has the choice between them.
    static func multivariant(_ selection: Selection, _ streams: [Stream]) -> String {
        let variants = streams.indices.filter { $0 == 0 || streams[$0].plan.stream.variant != nil }
        var lines = ["#EXTM3U", "#EXT-X-VERSION:6", "#EXT-X-INDEPENDENT-SEGMENTS"]
        if !streams.allSatisfy(\.plan.hasIndependentSegments) { lines.removeLast() }
        var audioGroups: [(original: String?, name: String)] = []
        var hasSubtitles = false
        var hasViews = false
        for (index, stream) in streams.enumerated() where !variants.contains(index) {
            let uri = "\(stream.folder)/\(name)"
            switch stream.plan.stream.kind {
            case .video:
                if !hasViews { lines.append(mainView) }
                hasViews = true
                lines.append(media("VIDEO", group: "views", stream.plan.stream, uri))
            case .audio:
                let original = stream.plan.stream.groupID
                let known = audioGroups.first { $0.original != nil && $0.original == original }
                let group = known?.name ?? "audio-\(index)"
                if known == nil { audioGroups.append((original, group)) }
                lines.append(media("AUDIO", group: group, stream.plan.stream, uri))
            case .subtitles:
                hasSubtitles = true
                lines.append(media("SUBTITLES", group: "subtitles", stream.plan.stream, uri))
            }
        }
        let groups: [String?] = audioGroups.isEmpty ? [nil] : audioGroups.map(\.name)
        for (place, variant) in variants.enumerated() {
            for group in groups {
                var attributes = declared(
                    place == 0 ? selection.variant : streams[variant].plan.stream.variant,
                    else: measuredBitRate(streams, of: variant))
                if let group { attributes.append("AUDIO=\"\(group)\"") }
                if hasSubtitles { attributes.append("SUBTITLES=\"subtitles\"") }
                if hasViews, place == 0 { attributes.append("VIDEO=\"views\"") }
                lines.append("#EXT-X-STREAM-INF:" + attributes.joined(separator: ","))
                lines.append("\(streams[variant].folder)/\(name)")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The picture of the variant itself, beside other views.
    private static let mainView =
        "#EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID=\"views\",NAME=\"main\",DEFAULT=YES,AUTOSELECT=YES"

    private static func media(
        _ type: String, group: String, _ stream: Selection.Stream, _ uri: String
    ) -> String {
        var attributes = ["TYPE=\(type)", "GROUP-ID=\"\(group)\""]
        attributes.append("NAME=\"\(stream.name ?? stream.kind.rawValue)\"")
        if let language = stream.language { attributes.append("LANGUAGE=\"\(language)\"") }
        attributes.append("DEFAULT=\(stream.isDefault ? "YES" : "NO")")
        attributes.append(
            "AUTOSELECT=\(stream.isAutoselect || stream.isDefault ? "YES" : "NO")")
        if let channels = stream.channels { attributes.append("CHANNELS=\"\(channels)\"") }
        attributes.append("URI=\"\(uri)\"")
        return "#EXT-X-MEDIA:" + attributes.joined(separator: ",")
    }

    private static func declared(_ variant: Selection.Variant?, else measured: Int) -> [String] {
        let peak = variant?.peakBitRate ?? 0
        var attributes = ["BANDWIDTH=\(peak > 0 ? peak : measured)"]
        guard let variant else { return attributes }
        if let average = variant.averageBitRate {
            attributes.append("AVERAGE-BANDWIDTH=\(average)")
        }
        if let codecs = variant.codecs { attributes.append("CODECS=\"\(codecs)\"") }
        if let width = variant.width, let height = variant.height {
            attributes.append("RESOLUTION=\(width)x\(height)")
        }
        if let frameRate = variant.frameRate {
            let thousandths = Int((frameRate * 1000).rounded())
            let fraction = String(String(1000 + thousandths % 1000).dropFirst())
            attributes.append("FRAME-RATE=\(thousandths / 1000).\(fraction)")
        }
        if let range = variant.videoRange { attributes.append("VIDEO-RANGE=\(range)") }
        return attributes
    }

    /// Where no bitrate was declared: that of the bytes stored, at least 1, since the tag needs one.
    private static func measuredBitRate(_ streams: [Stream], of variant: Int) -> Int {
        let seconds = streams[variant].plan.duration / .seconds(1)
        let renditions = streams.filter { $0.plan.stream.kind != .video }
        let bits = Double(([streams[variant]] + renditions).reduce(0) { $0 + $1.byteCount } * 8)
        return max(1, seconds > 0 ? Int((bits / seconds).rounded(.up)) : 1)
    }
}

extension Duration {
    /// Seconds in decimals, exact to the microsecond: `4.0`, `3.96`, `1.000001`.
    var decimalSeconds: String {
        let (seconds, attoseconds) = components
        let micros = String(1_000_000 + attoseconds / 1_000_000_000_000).dropFirst()
        let digits = micros.reversed().drop { $0 == "0" }.reversed()
        return "\(seconds).\(digits.isEmpty ? "0" : String(digits))"
    }

    var fractionalSeconds: Double { self / .seconds(1) }
}
