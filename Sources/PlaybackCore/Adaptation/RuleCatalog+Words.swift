extension RuleCatalog {
    /// What a rule of ``names`` does, in one line; nil for no rule.
    package static func summary(of name: String) -> String? {
        switch name {
        case "fixed:N": "always level N, counted from 0, the lowest"
        case "lowest": "always the lowest level"
        case "highest": "always the highest level"
        case "throughput":
            "what 0.9 of a moving average of the throughput carries (Sabre)"
        case "bola-basic":
            "BOLA that spreads the whole buffer from the start and abandons nothing (Sabre)"
        case "bola": "BOLA, its level capped by the throughput (Sabre)"
        case "bola-e": "BOLA with a placeholder buffer, for short buffers (Sabre)"
        case "dynamic": "throughput below 10 s of buffer, BOLA above (Sabre)"
        case "dynamic-dash": "throughput and BOLA-E in turns, as dash.js switches (Sabre)"
        case "fast-switching": "dynamic, and queued lower segments are replaced from the left"
        case "fast-switching-right":
            "dynamic, and queued lower segments are replaced from the right"
        case "bba": "by the buffer: 5 s of reservoir, 10 s of cushion (Pensieve)"
        case "bba-puffer": "by the buffer and the sizes of segments (Puffer)"
        case "robust-mpc": "plans five segments ahead with a cautious throughput (Pensieve)"
        case "fast-mpc": "plans five segments ahead with the mean throughput (Pensieve)"
        case "hlsjs": "hls.js 1.7: two averages, switches up at 0.7 of them, emergency switches"
        case "exoplayer": "ExoPlayer (Media3): the median throughput, 0.7 of it"
        case "shaka": "Shaka Player 5: the variant whose range holds the estimate, every 8 s"
        case "dashjs": "dash.js 5: throughput, BOLA, dropped requests and an empty buffer vote"
        case "gstreamer": "GStreamer adaptivedemux2: 0.8 of the last three downloads"
        case "oracle": "knows the link beforehand; only where that is computed"
        case "avplayer-like": "a guess at AVPlayer: Apple publishes nothing"
        default: nil
        }
    }

    /// Names that a playback can be asked for: all but the oracle's.
    package static var playable: [String] { names.filter { $0 != "oracle" } }

    /// Whether a playback can be asked for a rule of this name.
    package static func plays(_ name: String) -> Bool { name != "oracle" && has(name) }
}
