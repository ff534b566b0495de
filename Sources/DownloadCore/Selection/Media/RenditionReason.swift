/// Why a rendition is part of a download.
public enum RenditionReason: Sendable, Hashable, Codable {
    /// The option was asked for.
    case askedFor
    /// It fits the criteria; the language found, if a language was wanted.
    case criteria(language: String?)
    /// A preferred language of the viewer and what was found for it.
    case language(wanted: String, found: String)
    case isDefault
    case isAutoselect
    /// No rendition is DEFAULT or AUTOSELECT.
    case first
    /// AUTOSELECT, and in the language of the audio.
    case audioLanguage(String)
    /// The most channels that the language is offered in, in addition to stereo.
    case mostChannels(Int)
    /// Forced subtitles in the language of the audio.
    case forced(String)
    /// In the language of another rendition, which is marked, and fitter than that one.
    indirect case languageOf(String, RenditionReason)
    /// What was asked for is not there; what was done instead.
    indirect case instead(of: String, RenditionReason)
}

extension RenditionReason: CustomStringConvertible {
    public var description: String {
        switch self {
        case .askedFor: "asked for"
        case .criteria(let language?): "\(language) is asked for"
        case .criteria(nil): "fits the criteria"
        case .language(let wanted, let found) where wanted == found: "\(wanted) is preferred"
        case .language(let wanted, let found): "\(found) is the nearest to \(wanted)"
        case .isDefault: "DEFAULT=YES"
        case .isAutoselect: "AUTOSELECT=YES"
        case .first: "first in the playlist"
        case .audioLanguage(let language):
            "AUTOSELECT=YES in the language of the audio, \(language)"
        case .mostChannels(let count): "most channels, \(count)"
        case .forced(let language): "forced subtitles in the language of the audio, \(language)"
        case .languageOf(let name, let reason): "in the language of '\(name)', \(reason)"
        case .instead(let asked, let reason): "\(reason), since there is no \(asked)"
        }
    }
}
