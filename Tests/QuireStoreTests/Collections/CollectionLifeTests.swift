import DatabaseTestSupport
import Foundation
import Quire
import QuireTestSupport
import Testing

@testable import QuireStore
@testable import QuireModels
@testable import QuireQuery

/// The lifetime of collections that other objects or programs create and delete.
@Suite struct CollectionLifeTests {
    let folder: StoreFolder
    let database: Database
    let other: Database

    struct Refusal: Error {}

    init() throws {
        folder = try StoreFolder()
        database = try folder.open()
        other = try folder.open()
    }

    static let uses: [(String, @Sendable (DocumentCollection) throws -> Void)] = [
        ("record", { _ = try $0.record(id: "x") }),
        ("save", { try $0.save("x", "{}") }),
        ("save as new", { try $0.save("y", "{}", expecting: .absent) }),
        ("delete", { _ = try $0.delete(id: "x", expecting: .any) }),
        ("forEachRecord", { try $0.forEachRecord { _ in } }),
        ("countDocuments", { _ = try $0.countDocuments() }),
        (
            "save in a batch",
            { collection in
                _ = try collection.database.inBatch { try collection.save("x", "{}") }
            }
        ),
        ("all of a repository", { _ = try $0.repository(of: Note.self).all() }),
        ("count of a repository", { _ = try $0.repository(of: Note.self).count() }),
        ("save of a repository", { _ = try $0.repository(of: Note.self).save(Note(text: "")) }),
        ("deleteIndex", { try $0.deleteIndex(forName: "byText") }),
        (
            "createIndex",
            {
                try $0.createIndex(
                    withName: "byText", config: ValueIndexConfiguration(["text"]))
            }
        ),
        ("indexes", { _ = try $0.indexes() }),
        ("index", { _ = try $0.index(withName: "byText") }),
        ("filter", { _ = try $0.repository(of: Note.self).filter { $0.text == "" }.all() }),
    ]

    struct Note: DocumentModel, Equatable {
        @DocumentID var id: String?
        var text: String
    }

    /// Ways to delete a collection `a` that an object still uses.
    static let ends: [(String, @Sendable (Self) throws -> Void)] = [
        ("deleted", { try $0.database.deleteCollection(name: "a") }),
        ("deleted by another object", { try $0.other.deleteCollection(name: "a") }),
        (
            "deleted by another program",
            {
                try $0.folder.sqlite().execute(
                    "DROP TABLE \"kv_.a\"; DROP TABLE \"kv_del_.a\"", purpose: "test")
            }
        ),
        ("database closed", { try $0.database.close() }),
        (
            "database deleted",
            { test in
                try test.other.close()
                try test.database.delete()
            }
        ),
    ]

    @Test(arguments: uses.indices, ends.indices)
    func `a deleted collection cannot be used`(use: Int, end: Int) throws {
        let collection = try database.createCollection(name: "a")
        // Compiles every statement and fills every cache before the collection is deleted.
        try collection.save("x", "{}")
        for (_, use) in Self.uses { try? use(collection) }
        try Self.ends[end].1(self)
        let code = thrownCode { try Self.uses[use].1(collection) }
        #expect(code == .notOpen && collection.count == 0)
    }

    @Test(arguments: uses.indices)
    func `the error names the deleted collection`(use: Int) throws {
        let collection = try database.createCollection(name: "a", scope: "S")
        try other.deleteCollection(name: "a", scope: "S")
        let error = thrownError { try Self.uses[use].1(collection) }
        #expect(error?.message == "The collection S.a of database test no longer exists.")
    }

    @Test(arguments: [0, 1, 2])
    func `a collection that is created again is a new one`(end: Int) throws {
        let collection = try database.createCollection(name: "a")
        for id in ["x", "y", "z"] { try collection.save(id, "{}") }
        _ = try collection.delete(id: "x", expecting: .any)
        try Self.ends[end].1(self)
        try folder.sqlite().execute("DELETE FROM kvmeta WHERE name = '.a'", purpose: "test")
        let created = try other.createCollection(name: "a")
        let sequence = try collection.save("x", #"{"b":1}"#).sequence
        #expect(
            try sequence == 1 && created.count == 1 && collection.count == 1
                && created.json("x") == #"{"b":1}"#)
    }

    @Test func `a collection that is deleted and created in one transaction is a new one`() throws {
        let collection = try database.createCollection(name: "a")
        try collection.save("x", "{}")
        let sequence = try database.inBatch {
            try collection.save("y", "{}")
            try database.deleteCollection(name: "a")
            try database.createCollection(name: "a")
            return try collection.save("z", "{}").sequence
        }
        #expect(
            try sequence == 1 && collection.count == 1
                && folder.rows("SELECT * FROM kvmeta") == [".a|1|0"])
    }

    // MARK: Transactions

    @Test func `a creation is rolled back with its transaction and leaves no trace`() throws {
        let schema = "SELECT name FROM sqlite_master UNION ALL SELECT name FROM kvmeta"
        let before = try folder.rows(schema)
        var lost: DocumentCollection?
        _ = try? database.inBatch {
            let collection = try database.createCollection(name: "a")
            for (_, use) in Self.uses { try? use(collection) }
            lost = collection
            throw Refusal()
        }
        let collection = try #require(lost)
        let code = thrownCode { try collection.save("x", "{}") }
        let isGone = try folder.rows(schema) == before && database.collection(name: "a") == nil
        try database.createCollection(name: "a")
        #expect(try code == .notOpen && isGone && collection.save("x", "{}").sequence == 1)
    }

    @Test func `a creation is rolled back with its nested transaction`() throws {
        let sequence = try database.inBatch {
            _ = try? database.inBatch {
                let collection = try database.createCollection(name: "a")
                try collection.save("x", "{}")
                try collection.save("y", "{}")
                throw Refusal()
            }
            #expect(try database.collection(name: "a") == nil)
            return try database.createCollection(name: "a").save("x", "{}").sequence
        }
        #expect(try sequence == 1 && folder.rows("SELECT * FROM kvmeta") == [".a|1|0"])
    }

    @Test func `a deletion is rolled back with its transaction`() throws {
        let collection = try database.createCollection(name: "a")
        try collection.save("x", "{}")
        _ = try? database.inBatch {
            try collection.save("y", "{}")
            try database.deleteCollection(name: "a")
            throw Refusal()
        }
        try collection.save("z", "{}")
        #expect(try folder.rows("SELECT key, sequence FROM \"kv_.a\"") == ["x|1", "z|2"])
    }

    @Test func `a deletion is rolled back with its nested transaction, but not an earlier save`()
        throws
    {
        let collection = try database.createCollection(name: "a")
        try database.inBatch {
            try collection.save("x", "{}")
            _ = try? database.inBatch {
                try database.deleteCollection(name: "a")
                throw Refusal()
            }
            try collection.save("y", "{}")
        }
        #expect(
            try folder.rows("SELECT key, sequence FROM \"kv_.a\"") == ["x|1", "y|2"]
                && folder.rows("SELECT * FROM kvmeta") == [".a|2|0"])
    }

    @Test
    func `until the commit, only the transaction's thread sees created and deleted collections`()
        throws
    {
        try database.createCollection(name: "old").save("x", "{}")
        let (database, other) = (database, other)
        func names(_ database: Database) throws -> [String] {
            try database.collections().map(\.name)
        }
        let seen = try database.inBatch {
            try database.createCollection(name: "new")
            try database.deleteCollection(name: "old")
            return [
                try names(database),
                try onOtherThread { try database.collections().map(\.name) },
                try names(other),
            ]
        }
        #expect(
            try seen == [["_default", "new"], ["_default", "old"], ["_default", "old"]]
                && names(other) == ["_default", "new"])
    }

    @Test func `a collection can be deleted while its documents are enumerated`() throws {
        let collection = try database.createCollection(name: "a")
        for number in 0..<100 { try collection.save("\(number)", "{}") }
        var count = 0
        try collection.forEachRecord { _ in
            if count == 0 { try database.deleteCollection(name: "a") }
            count += 1
        }
        #expect(count == 100 && collection.count == 0)
    }

    @Test func `a body whose closure deletes the collection is not saved`() throws {
        let collection = try database.createCollection(name: "a")
        let code = thrownCode {
            try collection.save(id: "x", expecting: .any) { writer in
                try database.deleteCollection(name: "a")
                writer.beginDictionary()
                writer.endDictionary()
            }
        }
        #expect(code == .notOpen && collection.count == 0)
    }

    @Test func `a collection created by another program is visible immediately`() throws {
        let before = try database.collection(name: "X")
        try folder.sqlite().execute(
            "CREATE TABLE \"kv_.\\X\" \(NewDatabaseTests.columns)", purpose: "test")
        #expect(try before == nil && database.collection(name: "X")?.count == 0)
    }

    @Test func `threads can create and delete collections concurrently`() throws {
        let (database, other) = (database, other)
        let threads = (0..<8).map { number in
            OtherThread {
                let database = number % 2 == 0 ? database : other
                for round in 0..<10 {
                    let name = "c\(number)-\(round)"
                    try database.createCollection(name: "shared")
                    let collection = try database.createCollection(name: name)
                    try collection.save("x", "{}")
                    if round % 2 == 0 { try database.deleteCollection(name: name) }
                }
            }
        }
        for thread in threads { try thread.wait() }
        #expect(try database.collections().count == 2 + 8 * 5)
    }
}
