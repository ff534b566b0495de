internal import DownloadCore
internal import FoundationEssentials

// MARK: - Renewal

extension ContentKeySession {
    /// Renews a stored key before it expires: the app carries a request to its server, and the new
    /// key replaces the old one, with both expiries anew. A playback that holds the old one goes on
    /// and counts as the first of the new one.
    /// - Throws: ``ContentKeyError``, also when the key has expired: then a new one is needed.
    public func renewPersistableContentKey(_ identifier: String) async throws {
        let stored = try storedKey(identifier)
        if let refusal = stored.state.refusal(at: now()) {
            throw ContentKeyError(refusal, of: identifier)
        }
        guard stored.grant != nil else { throw ContentKeyError.noRequestData }
        let renewal = PersistableContentKeyRequest(
            request: request(
                ContentKeySpecifier(identifier: identifier), .renewal(of: stored)))
        emit(.renewalRequested(identifier: identifier))
        let resolution = try await answer(to: renewal.request) { session, delegate in
            await delegate.contentKeySession(session, didProvideRenewing: renewal)
        }
        switch resolution {
        case .stored(var key):
            // The state that was sealed is a fresh one, and nothing refuses that.
            if isPlaying(identifier) { _ = try? key.state.beginPlayback(at: now()) }
            try store(key)
            await tell(key)
        case .failed(let error):
            emit(.failed(identifier: identifier, error))
            throw error
        case .streamingKey, .persistableWanted: throw ContentKeyError.answerOfAnotherSystem
        }
    }

    private func storedKey(_ identifier: String) throws(ContentKeyError) -> StoredKey {
        guard let vault else { throw .noVault }
        do throws(KeyVaultError) {
            if let key = try vault.key(identifier) { return key }
        } catch {
            throw .vault(error)
        }
        throw .notStored(identifier: identifier)
    }
}

// MARK: - Invalidation

extension ContentKeySession {
    /// Erases a stored key, and proves that to its server. Playbacks that hold it go on.
    /// - Parameters:
    ///   - certificate: of the server that leased the key.
    ///   - challenge: 32 bytes from that server, for this invalidation alone.
    /// - Returns: what the app sends to the server; its answer is for ``confirmInvalidation(_:)``.
    ///   Until then the proof stays in the vault, and the next invalidation repeats it.
    /// - Throws: ``ContentKeyError``.
    public func invalidatePersistableContentKey(
        _ identifier: String, forApp certificate: [UInt8], challenge: [UInt8]
    ) throws -> [UInt8] {
        let certificate = try KeyServerCertificate(certificate)
        let stored = try storedKey(identifier)
        let grants = [stored.grant].compactMap(\.self) + stored.unconfirmed
        guard grants.contains(where: { $0.server == certificate.fingerprint }) else {
            throw ContentKeyError.leasedByAnotherServer(identifier: identifier)
        }
        return try invalidate([stored], certificate, challenge)
    }

    /// Erases all stored keys of a server, and proves that to it, together with what it has not
    /// confirmed before. One proof has up to 1024 leases; call it again for more.
    /// - Returns: as ``invalidatePersistableContentKey(_:forApp:challenge:)``.
    /// - Throws: ``ContentKeyError``.
    public func invalidateAllPersistableContentKeys(
        forApp certificate: [UInt8], challenge: [UInt8]
    ) throws -> [UInt8] {
        let certificate = try KeyServerCertificate(certificate)
        guard let vault else { throw ContentKeyError.noVault }
        let keys: [StoredKey]
        do throws(KeyVaultError) {
            keys = try vault.keys()
        } catch {
            throw ContentKeyError.vault(error)
        }
        let own = keys.filter { key in
            ([key.grant].compactMap(\.self) + key.unconfirmed).contains {
                $0.server == certificate.fingerprint
            }
        }
        return try invalidate(own, certificate, challenge)
    }

    private func invalidate(
        _ keys: [StoredKey], _ certificate: KeyServerCertificate, _ challenge: [UInt8]
    ) throws(ContentKeyError) -> [UInt8] {
        guard let vault else { throw .noVault }
        // Checked before anything is erased.
        guard challenge.count == KeyExchange.challengeLength else { throw .badChallenge }
        let time = now()
        var grants: [StoredKey.Grant] = []
        var erased: [String] = []
        do throws(KeyVaultError) {
            for key in keys {
                // Another process may have deleted it: then there is nothing to erase or to prove.
                guard
                    let (left, wasValid) = try vault.updateIfPresent(
                        key.identifier,
                        { key in
                            let wasValid = key.grant?.server == certificate.fingerprint
                            if wasValid { key.invalidate(at: time) }
                            return (key.unconfirmed, wasValid)
                        })
                else { continue }
                grants += left.filter { $0.server == certificate.fingerprint }
                if wasValid { erased.append(key.identifier) }
            }
        } catch {
            throw .vault(error)
        }
        if !erased.isEmpty { emit(.invalidated(identifiers: erased)) }
        grants = Array(grants.prefix(KeyExchange.mostLeases))
        let exchange = try KeyExchange(
            .invalidation(of: grants, challenge: challenge), certificate: certificate)
        invalidations.append(Invalidation(exchange: exchange, grants: grants))
        invalidations.removeFirst(max(0, invalidations.count - Self.openInvalidations))
        return exchange.requestData
    }

    /// Takes the server's answer to an invalidation: it knows that the keys are gone, and the vault
    /// forgets their proofs.
    /// - Returns: how many leases the server has confirmed.
    /// - Throws: ``ContentKeyError``.
    @discardableResult
    public func confirmInvalidation(_ answer: [UInt8]) throws -> Int {
        guard let vault else { throw ContentKeyError.noVault }
        guard let place = invalidations.firstIndex(where: { $0.exchange.isMeant(by: answer) })
        else { throw ContentKeyError.answerToAnotherRequest }
        guard case .invalidated(let count) = try invalidations[place].exchange.open(answer),
            count == invalidations[place].grants.count
        else { throw ContentKeyError.notAnAnswer }
        let confirmed = Set(invalidations.remove(at: place).grants)
        do throws(KeyVaultError) {
            for key in try vault.keys() where !confirmed.isDisjoint(with: key.unconfirmed) {
                _ = try vault.updateIfPresent(key.identifier) { key in
                    key.unconfirmed.removeAll { confirmed.contains($0) }
                }
                try vault.remove(key.identifier) {
                    $0.unconfirmed.isEmpty && $0.state.phase == .invalidated
                }
            }
        } catch {
            throw ContentKeyError.vault(error)
        }
        emit(.invalidationConfirmed(leaseCount: count))
        return count
    }
}
