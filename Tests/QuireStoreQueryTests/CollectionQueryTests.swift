import DatabaseTestSupport
import Foundation
import Quire
import Testing

/// Queries and repositories of named collections.
@Suite struct CollectionQueryTests {
    let folder: StoreFolder
    let database: Database

    struct Note: DocumentModel, Equatable {
        @DocumentID var id: String?
        var text: String
    }

    init() throws {
        folder = try StoreFolder()
        database = try folder.open("base")
        for (name, scope) in [("_default", nil), ("Notes", nil), ("notes", nil), ("Notes", "S")] {
            let collection = try database.createCollection(name: name, scope: scope)
            try collection.save("x", #"{"n":"\#(collection.fullName)"}"#)
        }
    }

    @Test(arguments: [
        ("_", "_default._default"), ("_default", "_default._default"),
        ("_default._default", "_default._default"), ("base", "_default._default"),
        ("Notes", "_default.Notes"), ("notes", "_default.notes"),
        ("_default.Notes", "_default.Notes"), ("S.Notes", "S.Notes"), ("S.Notes AS d", "S.Notes"),
    ])
    func `FROM names a collection`(source: String, name: String) throws {
        let rows = try database.createQuery(
            QuerySource(verbatim: "SELECT n AS found FROM \(source)")
        ).execute()
        #expect(rows.map { $0.toJSON() } == [#"{"found":"\#(name)"}"#])
    }

    @Test(arguments: [
        "NOTES", "S.notes", "s.Notes", "_default._", "S._default", "base.Notes", "`a b`", "__",
        "S.base", "_default.base",
    ])
    func `a missing collection is reported when the query is created`(source: String) {
        let error = thrownError {
            _ = try database.createQuery(QuerySource(verbatim: "SELECT n FROM \(source)"))
        }
        #expect(
            error?.code == .invalidQuery
                && error?.message.contains(source.filter { $0 != "`" }) == true)
    }

    @Test func `a collection named like the database takes precedence over the default one`() throws
    {
        try database.createCollection(name: "base").save("y", "{}")
        let rows = try database.createQuery("SELECT META().id FROM base").execute()
        #expect(rows.map { $0.toJSON() } == [#"{"id":"y"}"#])
    }

    @Test func `a query of a whole document has the collection's name as its column name`() throws {
        let rows = try database.createQuery("SELECT * FROM S.Notes").execute()
        #expect(rows.map { $0.toJSON() } == [#"{"Notes":{"n":"S.Notes"}}"#])
    }

    @Test func `a query of a collection that was deleted is an error that names it`() throws {
        let query = try database.createQuery("SELECT n FROM S.Notes")
        _ = try query.execute()
        try folder.open("base").deleteCollection(name: "Notes", scope: "S")
        let error = thrownError { _ = try query.execute() }
        #expect(error?.code == .notOpen && error?.message.contains("S.Notes") == true)
    }

    @Test func `a query can read a collection created in its transaction`() throws {
        let rows = try database.inBatch {
            try database.createCollection(name: "new").save("x", #"{"n":1}"#)
            return try database.createQuery("SELECT n FROM new").execute().map { $0.toJSON() }
        }
        #expect(rows == [#"{"n":1}"#])
    }

    @Test func `a repository of a collection uses only that collection`() throws {
        let collection = try database.createCollection(name: "a", scope: "S")
        let notes = collection.repository(of: Note.self)
        try database.repository(of: Note.self).save(Note(id: "z", text: "elsewhere"))
        for (id, text) in [("1", "one"), ("2", "two"), ("3", "three")] {
            try notes.save(Note(id: id, text: text))
        }
        try notes.delete(id: "3")
        #expect(try notes.filter { $0.text > "one" }.all().map(\.text) == ["two"])
        #expect(try notes.all().map(\.text) == ["one", "two"] && notes.count() == 2)
        #expect(try notes.find("z") == nil && notes.find("1")?.text == "one")
    }

    @Test
    func `only the default collection can have deleted documents in the live table`() throws {
        let schema = try folder.sqlite("base")
        try schema.execute(
            """
            UPDATE kv_info SET body = x'0000000000000001'
            WHERE key = 'maxRowidWithDeletedInDefault';
            UPDATE kv_default SET flags = 1
            """, purpose: "test")
        let reopened = try folder.open("base")
        let counts = try ["_", "Notes"].map {
            try reopened.createQuery(QuerySource(verbatim: "SELECT n FROM \($0)")).execute()
                .allResults().count
        }
        #expect(
            try counts == [0, 1] && reopened.defaultCollection().count == 0
                && reopened.collection(name: "Notes")?.count == 1)
    }
}
