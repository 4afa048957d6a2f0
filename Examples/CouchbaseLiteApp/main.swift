// A task app that uses only the API of Couchbase Lite for Swift.

import CouchbaseLiteSwift

/// A person to whom tasks are assigned.
final class Person: Codable {
    @DocumentID var id: String?
    var name: String
    var joined: Date

    init(id: String, name: String, joined: Date) {
        self.id = id
        self.name = name
        self.joined = joined
    }
}

/// The tasks and people of the app.
final class TaskStore {
    let database: Database
    let tasks: Collection
    let people: Collection

    init(directory: String) throws {
        var config = DatabaseConfiguration()
        config.directory = directory
        database = try Database(name: "tasks", config: config)
        tasks = try database.createCollection(name: "tasks", scope: "app")
        people = try database.createCollection(name: "people", scope: "app")
        try tasks.createIndex(
            IndexBuilder.valueIndex(
                items: ValueIndexItem.property("owner"), ValueIndexItem.property("priority")),
            name: "byOwner")
        try tasks.createIndex(
            withName: "words", config: FullTextIndexConfiguration(["title"], language: "en"))
    }

    /// Adds tasks in one transaction.
    func add(_ entries: [(id: String, title: String, owner: String, priority: Int)]) throws {
        try database.inBatch {
            for entry in entries {
                let document = MutableDocument(id: entry.id)
                    .setString(entry.title, forKey: "title")
                    .setString(entry.owner, forKey: "owner")
                    .setInt(entry.priority, forKey: "priority")
                    .setBoolean(false, forKey: "done")
                    .setArray(MutableArrayObject(data: ["new"]), forKey: "tags")
                try tasks.save(document: document)
            }
        }
    }

    /// Returns a task that exists.
    func task(_ id: String) throws -> Document {
        guard let task = try tasks.document(id: id) else {
            throw NSError(domain: CBLError.domain, code: CBLError.notFound)
        }
        return task
    }

    /// Marks a task as done.
    ///
    /// If another change of the task was saved in the meantime, the two changes are merged.
    func finish(_ task: MutableDocument) throws -> Bool {
        task.setBoolean(true, forKey: "done")
        return try tasks.save(document: task) { mine, theirs in
            guard let theirs else { return false }
            mine.setData(theirs.toDictionary()).setBoolean(true, forKey: "done")
            return true
        }
    }

    /// Returns a query for the open tasks of an owner.
    func openTasks(of owner: String) -> Query {
        QueryBuilder
            .select(
                SelectResult.expression(Meta.id), SelectResult.property("title"),
                SelectResult.property("priority")
            )
            .from(DataSource.collection(tasks))
            .where(
                Expression.property("owner").equalTo(Expression.string(owner))
                    .and(Expression.property("done").equalTo(Expression.boolean(false)))
            )
            .orderBy(Ordering.property("priority").descending())
    }

    /// Prints the number of open tasks of an owner before and after a change.
    func watchTasks(of owner: String, during change: () throws -> Void) throws {
        let notified = DispatchSemaphore(value: 0)
        let token = openTasks(of: owner).addChangeListener(
            withQueue: DispatchQueue(label: "changes")
        ) { change in
            print("open tasks of \(owner):", change.results?.allResults().count ?? 0)
            notified.signal()
        }
        notified.wait()
        try change()
        notified.wait()
        token.remove()
    }
}

let directory = NSTemporaryDirectory() + "CouchbaseLiteApp-\(UUID().uuidString)"
let store = try TaskStore(directory: directory)
try store.add([
    ("task-1", "Water the plants", "ada", 1), ("task-2", "Plan the garden", "ada", 3),
    ("task-3", "Paint the fence", "lin", 2),
])
print("\(store.tasks.count) tasks in \(store.tasks.fullName)")

// Queries with the query builder and in SQL++.
for row in try store.openTasks(of: "ada").execute() {
    print(row.string(forKey: "id") ?? "", row["title"].string ?? "", row.int(at: 2))
}
print("uses the index:", try store.openTasks(of: "ada").explain().contains("byOwner"))
let count = try store.database.createQuery(
    "SELECT owner, COUNT(*) AS n FROM app.tasks GROUP BY owner ORDER BY owner")
for row in try count.execute() { print(row.toJSON()) }
let words = Expression.fullTextIndex("words")
let search = QueryBuilder.select(SelectResult.property("title"))
    .from(DataSource.collection(store.tasks))
    .where(FullTextFunction.match(words, query: "plants OR plan"))
    .orderBy(Ordering.property("title"))
print(try search.execute().allResults().compactMap { $0.string(forKey: "title") })
let people =
    QueryBuilder
    .select(
        SelectResult.expression(Expression.property("name").from("p")),
        SelectResult.expression(Function.count(Expression.property("title").from("t"))).as("tasks")
    )
    .from(DataSource.collection(store.people).as("p"))
    .join(
        Join.leftJoin(DataSource.collection(store.tasks).as("t"))
            .on(Meta.id.from("p").equalTo(Expression.property("owner").from("t")))
    )
    .groupBy(Expression.property("name").from("p"))

// Models as Codable classes.
let ada = Person(id: "ada", name: "Ada", joined: Date(timeIntervalSince1970: 0))
try store.people.save(from: ada)
ada.name = "Ada L."
print("saved:", try store.people.save(from: ada, concurrencyControl: .failOnConflict))
print(try store.people.document(id: "ada")?.toJSON() ?? "none")
for row in try people.execute() { print(row.toJSON()) }

// A conflict.
let first = try store.task("task-2").toMutable()
let second = try store.task("task-2").toMutable()
try store.tasks.save(document: first.setInt(5, forKey: "priority"))
second.setString("lost", forKey: "title")
print("failed:", try !store.tasks.save(document: second, concurrencyControl: .failOnConflict))
print("merged:", try store.finish(second))
let merged = try store.task("task-2")
print(merged["priority"].int, merged["done"].boolean, merged["title"].string ?? "")

// A live query.
try store.watchTasks(of: "lin") {
    try store.tasks.delete(document: store.task("task-3"))
}

// Errors are NSError objects with Couchbase Lite's codes.
do {
    try store.database.inBatch {
        try store.tasks.purge(id: "task-1")
        try store.tasks.purge(id: "none")
    }
} catch let error as NSError where error.code == CBLError.unexpectedError {
    print("rolled back:", try store.tasks.document(id: "task-1") != nil)
}
do {
    try store.database.createCollection(name: "no spaces")
} catch let error as NSError {
    print(error.domain, error.code == CBLError.invalidParameter)
}
try store.database.delete()
