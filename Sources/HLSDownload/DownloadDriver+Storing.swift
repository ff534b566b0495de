internal import DownloadCore
internal import NIOCore
internal import NIOPosix

// Making parts durable, and waiting for space to do so.
extension DownloadDriver {
    /// Makes parts durable that have finished, together with those that do while the medium is busy.
    func commitSoon() {
        guard !isCommitting, !finished.isEmpty else { return }
        isCommitting = true
        queue.yield(.commit)
    }

    func commitFinished() async {
        defer { isCommitting = false }
        while !finished.isEmpty {
            let commit = store.commit(of: finished, machine.progress)
            finished = []
            commitBegan = elapsed
            defer { commitBegan = nil }
            let rows: [DownloadJournal.StoredPart]
            do {
                rows = try await NIOThreadPool.singleton.runIfActive { try commit.perform() }
            } catch is CancellationError {
                // The download ends.
                finished = commit.parts + finished
                return
            } catch {
                // Kept for when there is space again, if this is about space.
                finished = commit.parts + finished
                return handle(.storeFailed(StoreFailure(error)))
            }
            store.committed(commit, rows)
            for part in commit.parts { handle(.stored(part.resource)) }
        }
    }

    /// Whether a part that is whole may wait in memory to be made durable: not while there is no space,
    /// and not while the medium is slow. A kill would cost what waits.
    func mayKeepInMemory(_ writer: PartWriter) -> Bool {
        guard store.mayKeepInMemory(writer), heldBack.isEmpty else { return false }
        guard let commitBegan else { return finished.isEmpty || isCommitting }
        return elapsed - commitBegan <= PartWriter.gatheringTime
    }

    /// Makes durable what has finished, at the end of a run that does not complete: nobody waits for
    /// the thread then.
    func commitRest() {
        guard !finished.isEmpty else { return }
        let commit = store.commit(of: finished, machine.progress)
        finished = []
        do throws(StoreFailure) {
            store.committed(commit, try commit.perform())
        } catch {
            // The next run finds what is there, and checks it.
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
        if !isCommitting {
            isCommitting = true
            await commitFinished()
        }
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
