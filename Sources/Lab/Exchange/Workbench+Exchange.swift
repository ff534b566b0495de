internal import FoundationEssentials
internal import LinkModel

extension Workbench {
    /// Reads a file that another program wrote as a profile.
    ///
    /// - Parameters:
    ///   - format: one of ``LinkFormat``'s words; nil to look at the content.
    ///   - name: of the new profile; nil for the file's.
    ///   - section: which of several links in the file.
    /// - Throws: ``LabError``.
    package func importProfile(
        file: String, format: String?, name: String?, section: String?
    ) throws(LabError) -> ProfileExchange {
        do throws(ConfigurationError) {
            let bytes = try LinkFile.read(file)
            guard let format = try format.map(Self.linkFormat) ?? LinkFormat.guess(bytes) else {
                throw ConfigurationError(
                    file: file,
                    message: "the content looks like no known format; say which with --format")
            }
            var work = ProfileImport(
                file: file, bytes: bytes, format: format, id: try Self.id(name ?? file),
                section: section, known: try profileLoader.list())
            return try work.run().exchange
        } catch {
            throw LabError(.usage, "\(error)")
        }
    }

    /// Writes a profile in another program's format.
    ///
    /// - Parameter format: one of ``LinkFormat``'s words.
    /// - Throws: ``LabError``.
    package func exportProfile(_ name: String, format: String) throws(LabError) -> ProfileExchange {
        do throws(ConfigurationError) {
            let format = try Self.linkFormat(format)
            return try ProfileExport(profile: try profileLoader.load(name), format: format).run()
        } catch {
            throw LabError(.usage, "\(error)")
        }
    }

    /// Writes what an exchange made, and its companion beside it.
    ///
    /// - Throws: ``LabError`` when a file cannot be written.
    package func write(_ exchange: ProfileExchange, to path: String) throws(LabError) {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        var files = [(path, Array(exchange.text.utf8))]
        if let companion = exchange.companion {
            files.append((folder + companion.name, companion.bytes))
        }
        for (path, bytes) in files {
            guard FileManager.default.createFile(atPath: path, contents: Data(bytes)) else {
                throw LabError(.run, "cannot write \(path); choose another file with --out")
            }
        }
    }

    private static func linkFormat(_ text: String) throws(ConfigurationError) -> LinkFormat {
        if let format = LinkFormat(rawValue: text) { return format }
        let names = LinkFormat.allCases.map(\.rawValue)
        throw ConfigurationError(
            message: "unknown format '\(text)'\(NearestName.hint(for: text, in: names)); "
                + "formats are \(names.joined(separator: ", "))")
    }

    /// The last part of a path without its ending: small letters, digits and dashes.
    private static func id(_ path: String) throws(ConfigurationError) -> String {
        let last = path.split(separator: "/").last ?? ""
        let stem = last.split(separator: ".").first ?? last
        let id = String(
            stem.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
        guard id.contains(where: \.isLetter) || id.contains(where: \.isNumber) else {
            throw ConfigurationError(
                message: "'\(path)' gives no name for a profile; say one with --name")
        }
        return id
    }
}
