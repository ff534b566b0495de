internal import DownloadCore
internal import Foundation
internal import HLSDownload
internal import HLSPlaylist

/// Checks playlists against the specification, and the media playlists of a presentation against
/// each other.
package struct PlaylistLinter: Sendable {
    /// Media playlists of one multivariant playlist that are read.
    static let maximumMembers = 500
    /// What is read of one file or of standard input: the parser's own limit, and a byte more, so
    /// that it is the parser who says what is too long.
    static let maximumBytes = PlaylistLimits.standardBytes + 1
    /// Bytes of a line that people are shown.
    static let excerptLength = 100

    private let checksAuthoring: Bool

    /// - Parameter checksAuthoring: whether Apple's authoring rules are checked too, as warnings.
    package init(checksAuthoring: Bool) {
        self.checksAuthoring = checksAuthoring
    }

    /// Lints each of `words`, a path, a URL or `-`, and hands over each report as it is ready.
    package func lint(
        _ words: [String], _ report: (LintReport) throws -> Void
    ) async rethrows -> LintTotal {
        let fetcher = PlaylistFetcher()
        var total = LintTotal()
        do {
            for word in words {
                let found = await lint(PlaylistSource(word), named: word, fetcher)
                try report(found)
                total.count(found)
            }
        } catch {
            await fetcher.shutDown()
            throw error
        }
        await fetcher.shutDown()
        return total
    }

    private func lint(
        _ source: PlaylistSource, named name: String, _ fetcher: PlaylistFetcher
    ) async -> LintReport {
        do throws(PlaylistText.Failure) {
            let text = try await PlaylistText(source, fetcher)
            var (report, playlist) = check(text, named: name, importable: nil)
            if case .multivariant(let multivariant)? = playlist {
                await checkMembers(of: multivariant, at: text.address, into: &report, fetcher)
            }
            return report
        } catch {
            var report = LintReport(file: name)
            report.failure = "cannot read '\(name)': \(error.reason)"
            return report
        }
    }

    /// Parses, writes and parses again.
    private func check(
        _ text: PlaylistText, named name: String, importable: [Definition]?
    ) -> (LintReport, Playlist?) {
        var report = LintReport(file: name, isFromNetwork: text.isFromNetwork)
        let context = ParsingContext(
            url: text.address, importable: importable, checksAuthoring: checksAuthoring)
        do throws(PlaylistError) {
            let playlist = try Playlist(parsing: text.bytes, context: context)
            report.tolerantAccepts = true
            switch playlist {
            case .media: report.kind = .media
            case .multivariant: report.kind = .multivariant
            }
            report.items = playlist.diagnostics.map { LintReport.Item($0, text) }
                .sorted { ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0) }
            report.strictAccepts = Self.accepts(text.bytes, .strict, context)
            report.roundTripEqual = Self.isEqualWhenWritten(playlist, context)
            return (report, playlist)
        } catch {
            report.items = [LintReport.Item(error, text)]
            return (report, nil)
        }
    }

    private static func accepts(
        _ bytes: [UInt8], _ mode: ParsingMode, _ context: ParsingContext
    ) -> Bool {
        // Why it is refused is known already: the tolerant parser reports it first.
        (try? Playlist(parsing: bytes, mode: mode, context: context)) != nil
    }

    private static func isEqualWhenWritten(_ playlist: Playlist, _ context: ParsingContext) -> Bool
    {
        // What is written and then refused is not equal.
        (try? Playlist(parsing: playlist.written(), context: context)) == playlist
    }
}

// MARK: - A presentation

extension PlaylistLinter {
    private func checkMembers(
        of playlist: MultivariantPlaylist, at address: String?, into report: inout LintReport,
        _ fetcher: PlaylistFetcher
    ) async {
        var members: [Presentation.Member] = []
        for (number, (role, uri)) in Presentation.addresses(of: playlist).enumerated() {
            do throws(PlaylistText.Failure) {
                guard number < Self.maximumMembers else {
                    throw .init(reason: "only \(Self.maximumMembers) media playlists are read")
                }
                let text = try await PlaylistText(member: uri, of: address, fetcher)
                let (found, read) = check(
                    text, named: uri, importable: playlist.definitions)
                report.members.append(found)
                guard case .media(let media)? = read else { continue }
                members.append(.init(role: role, uri: uri, playlist: media))
            } catch {
                report.unchecked.append(.init(uri: uri, reason: error.reason))
            }
        }
        report.items += Presentation(members: members).findings().map(LintReport.Item.init)
    }
}

extension LintReport.Item {
    init(_ diagnostic: Diagnostic, _ text: PlaylistText) {
        self.init(
            severity: diagnostic.severity.rawValue, line: diagnostic.line,
            column: diagnostic.column, rule: diagnostic.rule.rawValue,
            section: diagnostic.section, message: diagnostic.message,
            excerpt: text.excerpt(ofLine: diagnostic.line))
    }

    init(_ error: PlaylistError, _ text: PlaylistText) {
        self.init(
            severity: Diagnostic.Severity.error.rawValue, line: error.line, column: error.column,
            rule: error.rule.rawValue, section: error.section, message: error.message,
            excerpt: text.excerpt(ofLine: error.line))
    }

    init(_ finding: Presentation.Finding) {
        self.init(
            severity: Diagnostic.Severity.error.rawValue, rule: finding.rule.rawValue,
            section: finding.section, message: "'\(finding.uri)': \(finding.message)")
    }
}
