internal import DownloadCore
internal import Foundation
internal import GRDB

// The rows of the tasks.
extension SessionLibrary {
    /// What a task is made with.
    struct NewTask: Sendable {
        var kind: AssetDownloadTask.Kind
        var isOfStoredAsset: Bool
        var request: DownloadCore.SelectionRequest
        var options: AssetDownloadTaskOptions?
    }

    /// Tasks that are not over, in the order in which they were made.
    func pendingTasks() throws(AssetDownloadError) -> [TaskRecord] {
        try read { database in
            let cursor = try Row.fetchCursor(
                database, sql: "SELECT * FROM task WHERE state <> 'completed' ORDER BY id")
            var tasks: [TaskRecord] = []
            while let row = try cursor.next() { tasks.append(try Self.task(row)) }
            return tasks
        }
    }

    private static func task(_ row: Row) throws -> TaskRecord {
        guard let kind = AssetDownloadTask.Kind(rawValue: row["kind"]),
            let state = AssetDownloadTask.State(rawValue: row["state"])
        else { throw Damage(reason: "the task \(row["id"] as Int) is of no known kind or state") }
        let stored = row["request"] as String?
        let url: String = row["url"]
        var task = TaskRecord(
            id: row["id"], package: row["package"], kind: kind,
            isOfStoredAsset: row["isOfStoredAsset"],
            request: try stored.map {
                try StoredJSON.value($0, as: DownloadCore.SelectionRequest.self)
            }
                ?? DownloadCore.SelectionRequest(AssetDownloadConfiguration(assetURL: url)),
            options: try value(row["options"]), isRestorable: stored != nil, url: url)
        task.description = row["description"]
        task.state = state
        task.priority = row["priority"]
        task.resumeOrder = row["resumeOrder"]
        task.progress = try StoredJSON.value(row["progress"], as: AssetDownloadProgress.self)
        task.summary = try StoredJSON.value(row["summary"], as: AssetDownloadSummary.self)
        task.completedSelections = try StoredJSON.value(row["completedSelections"], as: [Int].self)
        task.error = try value(row["error"])
        task.savedFraction = task.progress.fractionCompleted
        return task
    }

    private static func value<Value: Decodable>(_ text: String?) throws -> Value? {
        try text.map { try StoredJSON.value($0, as: Value.self) }
    }

    /// Writes a new task, and its package when that is new.
    func insert(
        _ task: NewTask, in package: PackageRecord, isNewPackage: Bool
    ) throws(AssetDownloadError) -> TaskRecord {
        let isRestorable = task.request.configuration.isRestorable
        return try write { database in
            if isNewPackage { try Self.insert(package, database) }
            let statement = try database.cachedStatement(
                sql: """
                    INSERT INTO task (
                        package, kind, isOfStoredAsset, url, request, options, state, priority,
                        resumeOrder, progress, summary, completedSelections
                    ) VALUES (?, ?, ?, ?, ?, ?, ?, 0.5, 0, ?, ?, '[]')
                    """)
            try statement.execute(
                arguments: [
                    package.number, task.kind.rawValue, task.isOfStoredAsset, package.url,
                    isRestorable ? try StoredJSON.text(task.request) : nil,
                    try task.options.map(StoredJSON.text),
                    AssetDownloadTask.State.suspended.rawValue,
                    try StoredJSON.text(AssetDownloadProgress()),
                    try StoredJSON.text(AssetDownloadSummary()),
                ])
            return TaskRecord(
                id: Int(database.lastInsertedRowID), package: package.number, kind: task.kind,
                isOfStoredAsset: task.isOfStoredAsset, request: task.request,
                options: task.options, isRestorable: isRestorable, url: package.url)
        }
    }

    /// Writes what changes of a task, but for its resolved selection.
    func save(_ task: TaskRecord) throws(AssetDownloadError) {
        try write { database in
            let statement = try database.cachedStatement(
                sql: """
                    UPDATE task SET url = ?, description = ?, state = ?, priority = ?, resumeOrder = ?,
                    progress = ?, summary = ?, completedSelections = ?, error = ? WHERE id = ?
                    """)
            try statement.execute(
                arguments: [
                    task.url, task.description, task.state.rawValue, task.priority,
                    task.resumeOrder,
                    try StoredJSON.text(task.progress), try StoredJSON.text(task.summary),
                    try StoredJSON.text(task.completedSelections),
                    try task.error.map(StoredJSON.text), task.id,
                ])
        }
    }

    func save(_ selection: ResolvedSelection, of task: Int) throws(AssetDownloadError) {
        try write {
            try $0.execute(
                sql: "UPDATE task SET resolvedSelection = ? WHERE id = ?",
                arguments: [try StoredJSON.text(selection), task])
        }
    }

    /// Nil while nothing was resolved.
    func resolvedSelection(of task: Int) throws(AssetDownloadError) -> ResolvedSelection? {
        try read { database in
            let text = try String.fetchOne(
                database, sql: "SELECT resolvedSelection FROM task WHERE id = ?", arguments: [task])
            return try Self.value(text)
        }
    }
}
