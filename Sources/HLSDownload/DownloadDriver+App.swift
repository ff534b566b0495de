internal import DownloadCore

// What only the app can load, or knows.
extension DownloadDriver {
    /// A playlist under a scheme of the app's own, as if a server had sent it.
    func load(_ request: FetchRequest, until calledOff: AsyncStream<Never>) async {
        guard let resourceLoader else { return }
        await withTaskGroup { group in
            group.addTask {
                do {
                    try await self.load(request, by: resourceLoader)
                } catch is CancellationError {
                    // Nobody waits for it any more.
                } catch {
                    await self.failed(request.id, error)
                }
            }
            group.addTask { for await _ in calledOff {} }
            await group.next()
            group.cancelAll()
        }
        callOff(request.id)
    }

    private func load(
        _ request: FetchRequest, by loader: any AssetResourceLoader
    ) async throws {
        let limit = options.limits.playlistBytes
        let wish = AssetResourceRequest(
            url: request.url, content: .playlist, largestAnswer: limit)
        switch try await answer(to: wish, by: loader) {
        case .redirect(let target):
            handle(.responded(request.id, ResponseHead(status: 302, location: target)))
        case .bytes(let bytes):
            handle(
                .responded(request.id, ResponseHead(status: 200, contentLength: bytes.count)))
            guard case .playlist(let limit)? = exchanges[request.id]?.decision else { return }
            guard bytes.count <= limit else { throw TransportFailure.tooLong(limit: limit) }
            handle(.endedPlaylist(request.id, bytes: bytes))
        }
    }

    func askApp(_ id: RequestID, _ resource: ResourceID, _ identifier: String) async {
        do {
            let key = try await key(of: identifier)
            arrivedKeys[resource] = key
            handle(.endedKey(id, byteCount: key.byteCount))
            arrivedKeys[resource] = nil
        } catch is CancellationError {
            // The download ends; nobody waits for the key.
        } catch {
            handle(.keyRefused(id, reason: "\(error)"))
        }
    }

    /// A key, from the session that asks the app, else from its loader.
    private func key(of identifier: String) async throws -> ContentKey {
        if let keySession {
            return try await keySession.contentKey(for: .init(identifier: identifier))
        }
        guard let resourceLoader else {
            throw TransportFailure.notLoadedByApp("there is no app to ask")
        }
        let wish = AssetResourceRequest(
            url: identifier, content: .key, largestAnswer: options.limits.keyBytes)
        guard case .bytes(let bytes) = try await answer(to: wish, by: resourceLoader) else {
            throw TransportFailure.notLoadedByApp("a key cannot be sent elsewhere")
        }
        return ContentKey(bytes)
    }

    private func answer(
        to request: AssetResourceRequest, by loader: any AssetResourceLoader
    ) async throws -> AssetResourceAnswer {
        try await withThrowingTaskGroup(of: AssetResourceAnswer?.self) { group in
            group.addTask {
                do {
                    return try await loader.load(request)
                } catch is CancellationError {
                    throw CancellationError()
                } catch {
                    throw TransportFailure.notLoadedByApp("\(error)")
                }
            }
            group.addTask {
                try await Task.sleep(for: loader.responseTime, clock: .continuous)
                return nil
            }
            defer { group.cancelAll() }
            guard let answer = try await group.next() ?? nil else {
                let time = loader.responseTime.inSeconds
                throw TransportFailure.notLoadedByApp("no answer within \(time)")
            }
            return answer
        }
    }
}
