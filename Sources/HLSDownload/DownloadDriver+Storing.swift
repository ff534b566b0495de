internal import DownloadCore
internal import NIOCore
internal import NIOPosix

// Making parts durable, and waiting for space to do so.
extension DownloadDriver {
    /// Makes a part durable, together with those that finish while the medium is busy.
    func makeDurable(_ resource: ResourceID, _ attestation: Attestation) async {
        do {
            let written = try await store.writer(of: resource).finish()
            finished.append(store.finishing(resource, attestation, written))
        } catch {
            return handle(.storeFailed(StoreFailure(error)))
        }
        await commitFinished()
    }

    func commitFinished() async {
        guard !isCommitting else { return }
        isCommitting = true
        defer { isCommitting = false }
        while !finished.isEmpty {
            let commit = store.commit(of: finished, machine.progress)
            finished = []
            do {
                try await NIOThreadPool.singleton.runIfActive { try commit.perform() }
            } catch is CancellationError {
                // The download ends. What was not committed is found by the next one, and checked.
                return
            } catch {
                // Kept for when there is space again, if this is about space.
                finished = commit.parts + finished
                return handle(.storeFailed(StoreFailure(error)))
            }
            store.committed(commit)
            for part in commit.parts { handle(.stored(part.resource)) }
        }
    }

    /// Tries whether something can be written, and does what could not be.
    func lookForSpace() async {
        let trial = store.layout.absolute(PackageLayout.trial)
        do {
            try await NIOThreadPool.singleton.runIfActive {
                try DurableFolder.tryForSpace(at: trial)
            }
        } catch is CancellationError {
            return
        } catch {
            return handle(.storeFailed(StoreFailure(error)))
        }
        let commands = heldBack
        heldBack = []
        perform(commands, at: elapsed)
        guard heldBack.isEmpty else { return }
        await commitFinished()
        // Parts that failed again have said so, and are tried again with the next look.
        if finished.isEmpty || isCommitting { handle(.spaceFound) }
    }
}

extension StoreFailure {
    var isDiskFull: Bool {
        if case .diskFull = self { true } else { false }
    }

    init(_ error: any Error) {
        self = error as? StoreFailure ?? .other(path: "the package", reason: "\(error)")
    }
}
