internal import DownloadCore
internal import GRDB

// Servers that asked to be left alone for a while.
extension DownloadJournal {
    /// Notes what a server asked for, unless it asked for something that lasts longer; durable itself
    /// when it returns.
    func keep(_ pause: ServerPause, from moment: SystemMoment) throws(StoreFailure) {
        try writeDurably { database in
            let row = try Row.fetchOne(
                database, sql: "SELECT * FROM pause WHERE host = ?", arguments: [pause.host])
            if let row, Self.timeLeft(row, at: moment) >= pause.time { return }
            try database.execute(
                sql: """
                    INSERT OR REPLACE INTO pause (host, time, bootID, sinceBoot, since1970)
                    VALUES (?, ?, ?, ?, ?)
                    """,
                arguments: [
                    pause.host, pause.time.nanoseconds, moment.bootID,
                    moment.sinceBoot.nanoseconds, moment.since1970.nanoseconds,
                ])
        }
    }

    /// What is left of the pauses at a moment.
    func pauses(at moment: SystemMoment) throws(StoreFailure) -> [ServerPause] {
        try read { database in
            try Row.fetchAll(database, sql: "SELECT * FROM pause ORDER BY host").map { row in
                ServerPause(host: row["host"], time: Self.timeLeft(row, at: moment))
            }
        }.filter { $0.time > .zero }
    }

    /// No more than the server asked for, wherever a clock was set.
    private static func timeLeft(_ row: Row, at moment: SystemMoment) -> Duration {
        let began = SystemMoment(
            bootID: row["bootID"], sinceBoot: .nanoseconds(row["sinceBoot"] as Int64),
            since1970: .nanoseconds(row["since1970"] as Int64))
        return .nanoseconds(row["time"] as Int64) - moment.elapsed(since: began)
    }
}
