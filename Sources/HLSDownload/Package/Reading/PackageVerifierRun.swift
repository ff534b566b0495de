internal import DownloadCore
internal import HLSPlaylist

/// One verification: what was found so far.
struct PackageVerifierRun {
    let folder: PackageFolder
    let package: MoviePackage
    private let originals: OriginalPlaylists
    private let reader = PartReader()

    private var findings: [PackageFinding] = []
    private var findingCount = 0
    /// Keys that were read, by path; nil: there is none that fits.
    private var keys: [String: ContentKey?] = [:]
    /// Which part has a file, by path.
    private var owners: [String: String] = [:]
    private var progress: PackageVerifier.Progress

    /// Bytes between two reports of progress.
    private static let reportInterval = 8 << 20
    static let mostKeyBytes = 64

    init(folder: PackageFolder, package: MoviePackage) {
        self.folder = folder
        self.package = package
        originals = OriginalPlaylists(folder: folder, package: package)
        let stored = package.streams.flatMap(\.parts).filter { $0.path != nil }
        let total = stored.reduce(0) { sum, part in
            let (next, overflow) = sum.addingReportingOverflow(part.length ?? 0)
            return overflow ? .max : next
        }
        progress = .init(partCount: 0, partTotal: stored.count, byteCount: 0, byteTotal: total)
    }

    mutating func note(_ finding: PackageFinding) {
        findingCount += 1
        if findings.count < PackageVerifier.mostFindings { findings.append(finding) }
    }

    mutating func perform(
        isCancelled: () -> Bool, onProgress: (PackageVerifier.Progress) -> Void
    ) throws -> PackageVerification {
        checkCertificate()
        let certificateFindings = findingCount
        var streams: [PackageVerification.Stream] = []
        for index in package.streams.indices {
            streams.append(
                try verify(index, isCancelled: isCancelled, onProgress: onProgress))
        }
        onProgress(progress)
        var states = streams.map(\.state)
        if streams.isEmpty { states.append(.incomplete) }
        if certificateFindings > 0 {
            states.append(package.manifest == nil ? .incomplete : .damaged)
        }
        return PackageVerification(
            state: PackageVerification.state(of: states), streams: streams,
            byteCount: progress.byteCount,
            firstHole: PackageHole.first(of: streams.compactMap(\.firstHole)), findings: findings,
            findingCount: findingCount)
    }

    /// What can be said of the manifest without the parts.
    private mutating func checkCertificate() {
        guard let manifest = package.manifest else {
            note(
                PackageFinding(
                    .manifest, path: PackageLayout.manifest,
                    "it is not there: nothing says what the bytes of the parts have to be"))
            return
        }
        let isAllThere =
            !package.streams.isEmpty && package.streams.allSatisfy(\.isDeclaredComplete)
        if manifest.isComplete != isAllThere {
            let says =
                manifest.isComplete ? "complete, and lists parts" : "incomplete, and lists none"
            note(
                PackageFinding(
                    .manifestComplete, path: PackageLayout.manifest,
                    "it says that the package is \(says) that are not there"))
        }
        for finding in originals.variantFindings(manifest) { note(finding) }
    }
}

// MARK: - Streams

extension PackageVerifierRun {
    private mutating func verify(
        _ index: Int, isCancelled: () -> Bool, onProgress: (PackageVerifier.Progress) -> Void
    ) throws -> PackageVerification.Stream {
        let stream = package.streams[index]
        var tally = StreamTally(stream, index)
        let plan = package.manifest == nil ? nil : compare(stream, index, &tally)
        if package.manifest == nil { tally.checkTimes() }
        for place in stream.parts.indices {
            let outcome = try verify(
                stream.parts[place], plan?.parts[place], isCancelled: isCancelled,
                onProgress: onProgress)
            tally.count(place, outcome)
            if case .bad(let finding) = outcome { note(finding) }
        }
        return tally.result
    }

    /// Compares a stream of the manifest with its kept playlist.
    /// - Returns: the plan when the parts are the same.
    private mutating func compare(
        _ stream: MoviePackage.Stream, _ index: Int, _ tally: inout StreamTally
    ) -> StreamPlan? {
        let path = stream.originalPlaylist ?? PackageLayout.manifest
        switch originals.plan(of: stream) {
        case .failure(let fault):
            note(PackageFinding(.original, path: path, fault.message))
            tally.isDamaged = true
            return nil
        case .success(let plan):
            guard let difference = plan.firstDifference(from: stream) else { return plan }
            tally.miss(plan, difference)
            note(
                PackageFinding(
                    .originalParts, path: PackageLayout.manifest,
                    "part \(difference.index + 1) of \(stream.label): \(difference.words)"))
            return nil
        }
    }
}

// MARK: - Parts

extension PackageVerifierRun {
    private mutating func verify(
        _ part: MoviePackage.Part, _ plan: PartPlan?, isCancelled: () -> Bool,
        onProgress: (PackageVerifier.Progress) -> Void
    ) throws -> StreamTally.Outcome {
        guard part.kind != .gap else { return .gap }
        guard let path = part.path else { return .absent }
        if owners.updateValue(part.uri, forKey: path) != nil {
            return .bad(
                PackageFinding(.oneFileEach, path: path, "it is the file of two parts"))
        }
        let check: PartCheck?
        switch self.check(for: part, plan) {
        case .bad(let finding): return .bad(finding)
        case .check(let found): check = found
        }
        let reading: PartReader.Reading
        do {
            let file = try folder.open(path)
            if let length = part.length, file.size != length {
                return .bad(
                    PackageFinding(
                        .partLength, path: path,
                        "it has \(file.size) bytes, and \(length) are written down"))
            }
            var unreported = 0
            reading = try reader.read(file, check) { count in
                progress.byteCount += count
                unreported += count
                if unreported >= Self.reportInterval {
                    unreported = 0
                    onProgress(progress)
                }
                return !isCancelled()
            }
        } catch let fault as PackageFileFault {
            let isThere = fault != .missing
            return .bad(
                PackageFinding(
                    fault == .link ? .safeNames : isThere ? .readable : .partThere, path: path,
                    "it \(fault)"))
        }
        progress.partCount += 1
        onProgress(progress)
        return judge(reading, of: part, at: path, isEncrypted: plan?.needsKey == true)
    }

    private func judge(
        _ reading: PartReader.Reading, of part: MoviePackage.Part, at path: String,
        isEncrypted: Bool
    ) -> StreamTally.Outcome {
        if let length = part.length, reading.length != length {
            return .bad(
                PackageFinding(
                    .partLength, path: path,
                    "it has \(reading.length) bytes, and \(length) are written down"))
        }
        if let sha256 = part.sha256, reading.sha256 != sha256 {
            return .bad(
                PackageFinding(
                    .partDigest, path: path,
                    "its SHA-256 begins with \(reading.sha256.prefix(12)), and "
                        + "\(sha256.prefix(12)) is written down"))
        }
        var container: Container?
        switch reading.finding {
        case .broken(let reason), .notMedia(let reason):
            let length = part.sha256 == nil ? "length" : "digest"
            return .bad(
                PackageFinding(
                    isEncrypted ? .partDecrypts : .partContainer, path: path,
                    "it has the right \(length) and is no whole media: \(reason)"))
        case .whole(let found): container = found
        case nil: break
        }
        guard package.manifest != nil else { return .good(reading.length) }
        guard let attestation = part.attestation, !attestation.isEmpty else {
            return .bad(
                PackageFinding(.attestation, path: path, "nothing says what vouched for it"))
        }
        if let container, !attestation.contains("(\(container.rawValue))") {
            return .bad(
                PackageFinding(
                    .partContainer, path: path,
                    "it is \(container.rawValue), and '\(attestation)' is written down"))
        }
        return .good(reading.length)
    }

    private enum CheckOutcome {
        case check(PartCheck?)
        case bad(PackageFinding)
    }

    /// How a part's bytes are to be looked at. Without a plan nothing is known of its vector.
    private mutating func check(for part: MoviePackage.Part, _ plan: PartPlan?) -> CheckOutcome {
        guard let plan, plan.needsKey, let encryption = plan.encryption else {
            // What is encrypted as a whole and cannot be opened is no container.
            let method = part.encryption.map(Key.Method.init)
            let isSealed = method == .aes128 || method == .aes256GCM
            return .check(isSealed ? nil : .clear(ContainerCheck()))
        }
        guard let path = part.key else {
            return .bad(
                PackageFinding(
                    .key, path: part.path ?? "", "it is encrypted and no key of it is written down")
            )
        }
        guard let key = key(at: path) else {
            return .bad(
                PackageFinding(
                    .key, path: path,
                    "it is no key of \(encryption.keyLength) bytes, and "
                        + "\(part.path ?? "") needs it"))
        }
        do throws(SegmentDecryptionError) {
            return .check(try PartCheck(encryption, key: key))
        } catch {
            return .bad(PackageFinding(.key, path: path, "\(error)"))
        }
    }

    private mutating func key(at path: String) -> ContentKey? {
        if let known = keys[path] { return known }
        var key: ContentKey?
        do throws(PackageFileFault) {
            let bytes = try folder.bytes(of: path, limit: Self.mostKeyBytes)
            if !bytes.isEmpty { key = ContentKey(bytes) }
        } catch {
            // The parts that need it say that it is not there.
        }
        keys[path] = .some(key)
        return key
    }
}
