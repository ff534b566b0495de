internal import DownloadCore
internal import HLSPlaylist
internal import PlaybackCore

extension EngineLimit {
    /// Every limit of the engine with its standard value, in the order in which a download meets
    /// them.
    package static var all: [EngineLimit] {
        network + playlists + downloads + keys + sessions + packages
    }

    private static var network: [EngineLimit] {
        let timeouts = Timeouts()
        let retry = RetryPolicy()
        return [
            .init(
                "DownloadOptions.maximumParallelRequests",
                DownloadOptions.maximumParallelRequests, .number, "requests open at once"),
            .init("Timeouts.connect", timeouts.connect, "until a connection is open"),
            .init("Timeouts.firstByte", timeouts.firstByte, "until a response begins"),
            .init("Timeouts.progress", timeouts.progress, "between two arrivals of a body"),
            .init("RetryPolicy.cap", retry.cap, "pause between two tries"),
            .init(
                "RetryPolicy.failuresWithoutProgress", retry.failuresWithoutProgress, .number,
                "failures in a row of one resource"),
            .init("RetryPolicy.failures", retry.failures, .number, "failures of one resource"),
            .init(
                "RetryPolicy.failuresBeforeFirstResponse", retry.failuresBeforeFirstResponse,
                .number, "failures to reach a server that never answered"),
            .init("CookieJar.maximumCookies", CookieJar.maximumCookies, .number, "cookies"),
            .init(
                "CookieJar.maximumCookiesPerDomain", CookieJar.maximumCookiesPerDomain, .number,
                "cookies of one domain"),
            .init("CookieJar.maximumBytes", CookieJar.maximumBytes, .bytes, "a cookie"),
            .init("CookieJar.longestAge", CookieJar.longestAge, .seconds, "life of a cookie"),
            .init(
                "DownloadDriver.longestDrain", DownloadDriver.longestDrain, .bytes,
                "an answer of no use that is read to keep its connection"),
            .init(
                "DownloadMachine.mostBeside", DownloadMachine.mostBeside, .number,
                "requests of the download's own that begin beside a player's"),
        ]
    }

    private static var playlists: [EngineLimit] {
        let limits = PlaylistLimits()
        return [
            .init("PlaylistLimits.bytes", limits.bytes, .bytes, "a playlist that is parsed"),
            .init("PlaylistLimits.lineLength", limits.lineLength, .bytes, "a line"),
            .init("PlaylistLimits.lines", limits.lines, .number, "lines of a playlist"),
            .init("PlaylistLimits.attributes", limits.attributes, .number, "attributes of a tag"),
            .init("PlaylistLimits.variables", limits.variables, .number, "EXT-X-DEFINE tags"),
            .init("PlaylistLimits.segments", limits.segments, .number, "segments of a playlist"),
            .init(
                "PlaylistLimits.substitutedBytes", limits.substitutedBytes, .bytes,
                "what variables become in a playlist"),
            .init(
                "PlaylistLimits.diagnostics", limits.diagnostics, .number,
                "diagnostics of a playlist"),
            .init("PlaylistLimits.keys", limits.keys, .number, "keys of one segment"),
            .init(
                "PlaylistLimits.bareSegments", limits.bareSegments, .number,
                "segments without EXTINF"),
            .init(
                "PlaylistLimits.entries", limits.entries, .number,
                "variants, renditions and session tags"),
            .init(
                "AssetVariant.maximumLanguages",
                AssetVariant.RenditionAttributes.maximumLanguages, .number, "languages of a variant"
            ),
            .init(
                "VariantPredicate.maximumDepth", VariantPredicate.maximumDepth, .number,
                "conditions inside one another"),
            .init(
                "SelectionRequest.maximumMediaSelections",
                SelectionRequest.maximumMediaSelections, .number, "media selections of a request"),
            .init(
                "SteeringManifest.maximumBytes", SteeringManifest.maximumBytes, .bytes,
                "a steering manifest"),
            .init(
                "SteeringManifest.maximumPathways", SteeringManifest.maximumPathways, .number,
                "pathways and clones"),
        ]
    }

    private static var downloads: [EngineLimit] {
        let limits = DownloadLimits()
        return [
            .init(
                "DownloadLimits.playlistBytes", limits.playlistBytes, .bytes,
                "a playlist that is received, decompressed"),
            .init("DownloadLimits.partBytes", limits.partBytes, .bytes, "a segment"),
            .init("DownloadLimits.keyBytes", limits.keyBytes, .bytes, "an answer with a key"),
            .init("DownloadLimits.keys", limits.keys, .number, "keys of a download"),
            .init("DownloadLimits.segments", limits.segments, .number, "segments of a stream"),
            .init("DownloadLimits.redirects", limits.redirects, .number, "redirects in a row"),
            .init(
                "DownloadLimits.retryAfter", limits.retryAfter, "patience that a server may ask for"
            ),
            .init(
                "DownloadLimits.localAddresses", limits.localAddresses ? 1 : 0, .number,
                "whether what comes from elsewhere may lead to this machine (0: no)"),
        ]
    }

    private static var keys: [EngineLimit] {
        [
            .init(
                "SegmentDecryptor.defaultLimit", SegmentDecryptor.defaultLimit, .bytes,
                "a segment that is decrypted as a whole"),
            .init(
                "ContentKeySession.mostAttempts", ContentKeySession.mostAttempts, .number,
                "tries of one key request"),
            .init(
                "ContentKeyEventHub.mostWaiting", ContentKeyEventHub.mostWaiting, .number,
                "events that wait for an app"),
            .init(
                "KeyServerApp.longestAnswer", KeyServerApp.longestAnswer, .bytes,
                "an answer of a key server"),
            .init(
                "KeyExchange.longestContentIdentifier", KeyExchange.longestContentIdentifier,
                .bytes, "a content identifier"),
            .init("KeyExchange.mostLeases", KeyExchange.mostLeases, .number, "leases of an answer"),
            .init(
                "KeyVault.longestIdentifier", KeyVault.longestIdentifier, .bytes,
                "an identifier in a vault"),
            .init("KeyVault.largestEntry", KeyVault.largestEntry, .bytes, "an entry of a vault"),
            .init(
                "StoredKey.mostUnconfirmed", StoredKey.mostUnconfirmed, .number,
                "uses of a key that no server has confirmed"),
        ]
    }

    private static var sessions: [EngineLimit] {
        [
            .init(
                "AssetDownloadSessionConfiguration.mostConcurrentTasks",
                AssetDownloadSessionConfiguration.mostConcurrentTasks, .number,
                "tasks that run at once"),
            .init(
                "AssetDownloadEventHub.mostWaiting", AssetDownloadEventHub.mostWaiting, .number,
                "events that wait for an app"),
            .init(
                "AssetDownloadEventHub.longestBacklog", AssetDownloadEventHub.longestBacklog,
                .number, "events kept before an app listens"),
            .init(
                "SessionLayout.longestIdentifier", SessionLayout.longestIdentifier, .number,
                "letters of a session's identifier"),
        ]
    }

    private static var packages: [EngineLimit] {
        [
            .init(
                "PartBlock.size", PartBlock.size, .bytes,
                "what is gathered of a fast part before it is written"),
            .init(
                "SparePartBlocks.mostSmall", SparePartBlocks.mostSmall, .number,
                "blocks of 64 KiB that are kept to be filled again"),
            .init(
                "SparePartBlocks.mostLarge", SparePartBlocks.mostLarge, .number,
                "whole blocks that are kept to be filled again"),
            .init(
                "PackageStore.mostBytesInMemory", PackageStore.mostBytesInMemory, .bytes,
                "small parts that are whole and not written yet"),
            .init(
                "PartNotes.byteLimit", PartNotes.byteLimit, .bytes,
                "notes of begun parts before the journal takes them over"),
            .init("PackagePath.longest", PackagePath.longest, .bytes, "a path in a package"),
            .init(
                "PackagePath.deepest", PackagePath.deepest, .number, "folders inside one another"),
            .init(
                "PackageFolder.mostEntries", PackageFolder.mostEntries, .number,
                "files of a package"),
            .init(
                "PackageDescription.mostBytes", PackageDescription.mostBytes, .bytes,
                "an XML file of a package"),
            .init(
                "PackageDescription.mostStreams", PackageDescription.mostStreams, .number,
                "streams of a package"),
            .init(
                "PackageDescription.mostSegments", PackageDescription.mostSegments, .number,
                "segments in an XML file"),
            .init("XMLScanner.deepest", XMLScanner.deepest, .number, "elements inside one another"),
            .init(
                "XMLScanner.mostAttributes", XMLScanner.mostAttributes, .number,
                "attributes of an element"),
            .init("XMLScanner.longestText", XMLScanner.longestText, .bytes, "a text in XML"),
            .init(
                "MoviePackage.mostManifestBytes", MoviePackage.mostManifestBytes, .bytes,
                "manifest.json"),
            .init("MoviePackage.mostParts", MoviePackage.mostParts, .number, "parts of a package"),
            .init(
                "MoviePackage.mostSeconds", Int(PackageManifest.Part.mostSeconds), .seconds,
                "a part"),
            .init(
                "PackageLint.mostBytes", PackageLintRun.mostBytes, .bytes,
                "a playlist of a package"),
            .init(
                "PackageLint.mostFindings", PackageLint.mostFindings, .number,
                "findings about the form of a package"),
            .init(
                "PackageVerifier.mostFindings", PackageVerifier.mostFindings, .number,
                "findings about the bytes of a package"),
            .init(
                "PackageVerifier.mostGaps", PackageVerifier.mostGaps, .number,
                "gaps that are listed"),
            .init(
                "PackageVerifierRun.mostKeyBytes", PackageVerifierRun.mostKeyBytes, .bytes,
                "a key in a package"),
            .init(
                "ClientData.mostCharacters", ClientDataOptions.mostCharacters, .number,
                "characters of an identifier that servers are told"),
            .init("ExtendedLog.mostBytes", ExtendedLog.mostBytes, .bytes, "a log that is read"),
            .init(
                "ExtendedLog.mostLineBytes", ExtendedLog.mostLineBytes, .bytes, "a line of a log"),
            .init("ExtendedLog.mostFields", ExtendedLog.mostFields, .number, "fields of a log"),
            .init("ExtendedLog.mostRecords", ExtendedLog.mostRecords, .number, "records of a log"),
        ]
    }
}
