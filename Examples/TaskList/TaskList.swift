import Foundation
import Quire

/// A list of tasks, which are documents without a model.
struct TaskList {
    let database: Database
    let tasks: DocumentCollection

    struct EmptyTitle: Error {}

    /// Opens the database in a folder and creates it if it doesn't exist.
    init(folder: String) throws {
        var configuration = DatabaseConfiguration()
        configuration.directory = folder
        database = try Database(name: "tasks", config: configuration)
        tasks = try database.createCollection(name: "tasks")
    }

    /// Adds tasks in one transaction.
    ///
    /// If a title is empty, it adds none of them.
    func add(_ titles: [String], due: Date) throws {
        try database.inBatch {
            for title in titles {
                guard !title.isEmpty else { throw EmptyTitle() }
                let task = MutableDocument(id: "task-\(tasks.count + 1)")
                    .setString(title, forKey: "title")
                    .setDate(due, forKey: "due")
                    .setBoolean(false, forKey: "isDone")
                    .setInt(0, forKey: "postponed")
                try tasks.save(document: task)
            }
        }
    }

    /// Changes the due date of a task.
    func postpone(_ id: String, to day: Date) throws {
        guard let task = try tasks.document(id: id)?.toMutable() else { return }
        task.setDate(day, forKey: "due")
        task.setInt(task.int(forKey: "postponed") + 1, forKey: "postponed")
        try tasks.save(document: task)
    }

    /// Marks a task as done and sets its expiration.
    func complete(_ id: String, keepingItFor seconds: TimeInterval) throws {
        guard let task = try tasks.document(id: id)?.toMutable() else { return }
        task.setBoolean(true, forKey: "isDone")
        try database.inBatch {
            try tasks.save(document: task)
            try tasks.setDocumentExpiration(
                id: id, expiration: Date(timeIntervalSinceNow: seconds))
        }
    }

    /// Returns the titles of the tasks that expire within a time.
    func titlesExpiring(within seconds: TimeInterval) throws -> [String] {
        // An expiration is in milliseconds since 1970; a `Date` uses seconds.
        let limit = Date(timeIntervalSinceNow: seconds).timeIntervalSince1970 * 1000
        let rows = try database.query(
            "SELECT title FROM tasks WHERE META().expiration < \(limit) ORDER BY title")
        return rows.compactMap { $0["title"]?.string }
    }

    /// Returns a line for each task, sorted by due date.
    func lines() throws -> [String] {
        let rows = try database.query("SELECT META().id AS id FROM tasks ORDER BY due, title")
        return try rows.compactMap { row in
            try row["id"]?.string.flatMap(tasks.document(id:)).map(line)
        }
    }

    private func line(_ task: Document) -> String {
        let mark = task.boolean(forKey: "isDone") ? "[x]" : "[ ]"
        // As in Couchbase Lite, the accessors return 0, false or nil for a missing key.
        let postponed = task.int(forKey: "postponed")
        let day = task.string(forKey: "due")?.prefix(10) ?? "some day"
        let times = postponed > 0 ? ", postponed \(postponed)x" : ""
        return "\(mark) \(task.string(forKey: "title") ?? "?") (\(day)\(times))"
    }
}
