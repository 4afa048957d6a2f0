import Foundation
import Quire

/// A list of tasks, each a document with properties by name: no model, no schema.
struct TaskList {
    let database: Database
    let tasks: DocumentCollection

    struct EmptyTitle: Error {}

    /// Opens the list that is kept in a folder, and makes it the first time.
    init(folder: String) throws {
        var configuration = DatabaseConfiguration()
        configuration.directory = folder
        database = try Database(name: "tasks", config: configuration)
        tasks = try database.createCollection(name: "tasks")
    }

    /// Adds tasks in one transaction: all of them, or if one is wrong none.
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

    /// Gives a task another day.
    func postpone(_ id: String, to day: Date) throws {
        guard let task = try tasks.document(id: id)?.toMutable() else { return }
        task.setDate(day, forKey: "due")
        task.setInt(task.int(forKey: "postponed") + 1, forKey: "postponed")
        try tasks.save(document: task)
    }

    /// Ticks a task off; its document goes by itself after a while.
    func complete(_ id: String, keepingItFor seconds: TimeInterval) throws {
        guard let task = try tasks.document(id: id)?.toMutable() else { return }
        task.setBoolean(true, forKey: "isDone")
        try database.inBatch {
            try tasks.save(document: task)
            try tasks.setDocumentExpiration(
                id: id, expiration: Date(timeIntervalSinceNow: seconds))
        }
    }

    /// The titles of the tasks that go within a time.
    func titlesExpiring(within seconds: TimeInterval) throws -> [String] {
        let query = try database.createQuery(
            "SELECT title FROM tasks WHERE META().expiration < $limit ORDER BY title")
        // An expiration is in milliseconds since 1970, a `Date` counts seconds.
        let limit = Date(timeIntervalSinceNow: seconds).timeIntervalSince1970 * 1000
        query.parameters = ["limit": .double(limit)]
        return try query.execute().compactMap { $0["title"]?.string }
    }

    /// A line for each task, the first due first.
    func lines() throws -> [String] {
        let query = try database.createQuery(
            "SELECT META().id AS id FROM tasks ORDER BY due, title")
        return try query.execute().compactMap { row in
            try row["id"]?.string.flatMap(tasks.document(id:)).map(line)
        }
    }

    private func line(_ task: Document) -> String {
        let mark = task.boolean(forKey: "isDone") ? "[x]" : "[ ]"
        // The accessors convert as Couchbase Lite's do: what is not there is 0, false or nil.
        let postponed = task.int(forKey: "postponed")
        let day = task.string(forKey: "due")?.prefix(10) ?? "some day"
        let times = postponed > 0 ? ", postponed \(postponed)x" : ""
        return "\(mark) \(task.string(forKey: "title") ?? "?") (\(day)\(times))"
    }
}
