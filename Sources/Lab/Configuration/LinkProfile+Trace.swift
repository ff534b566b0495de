internal import LinkModel

extension LinkProfile {
    /// Reads the file that ``LinkProfile/trace`` names and plays it: the moments of Mahimahi's in
    /// place of the rate of the way down, the periods of the others as the timeline. The profile
    /// then holds all that the file did, and names it no more.
    ///
    /// - Parameter repeats: whether periods begin anew after the last; Mahimahi's always do.
    mutating func loadTrace(
        _ node: ConfigurationNode, repeats: Bool
    ) throws(ConfigurationError) {
        guard let trace else { return }
        let file = Self.folder(of: node.file) + trace.path
        let bytes: [UInt8]
        do throws(ConfigurationError) {
            bytes = try LinkFile.read(file)
        } catch {
            throw node.fault("cannot be used: \(error)")
        }
        do throws(TraceError) {
            switch trace.format {
            case .mahimahi:
                guard repeats else {
                    throw TraceError(
                        "a Mahimahi trace always begins anew; leave out 'repeat: false'")
                }
                down.rate = .trace(try MahimahiFormat.read(bytes))
            case .sabre: play(try SabreFormat.read(bytes), repeats: repeats)
            case .pensieve: play(try PensieveFormat.read(bytes), repeats: repeats)
            case .csv: play(try CSVFormat.read(bytes), repeats: repeats)
            }
        } catch {
            throw ConfigurationError(file: file, line: error.line, message: error.message)
        }
        self.trace = nil
    }

    /// The folder of a file with a slash at its end; nothing for the current one.
    private static func folder(of file: String) -> String {
        guard let slash = file.lastIndex(of: "/") else { return "" }
        return String(file[...slash])
    }
}
