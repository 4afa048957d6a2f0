import DatabaseTestSupport
import Foundation
import Quire
import QuireTestSupport
import Testing

/// Several collections in one database.
@Suite struct ManyCollectionsTests {
    let folder: StoreFolder
    let database: Database

    init() throws {
        folder = try StoreFolder()
        database = try folder.open()
    }

    @Test func `documents with the same ID in several collections are separate`() throws {
        let locations: [(String, String?)] = [
            ("_default", nil), ("a", nil), ("A", nil), ("a", "s"), ("a", "S"), ("A", "s"),
            ("s", "a"),
        ]
        let collections = try locations.map { try database.createCollection(name: $0, scope: $1) }
        for (index, collection) in collections.enumerated() {
            // Each collection has separate sequences.
            for _ in 0...index { try collection.save("x", #"{"n":\#(index)}"#) }
        }
        let found = try collections.map { collection in
            "\(try collection.json("x") ?? "") \(try collection.record(id: "x")?.sequence ?? 0)"
        }
        #expect(found == locations.indices.map { #"{"n":\#($0)} \#($0 + 1)"# })
    }

    @Test func `a document deleted in one collection stays in the others`() throws {
        let a = try database.createCollection(name: "a")
        let b = try database.createCollection(name: "b")
        for collection in [a, b] { try collection.save("x", "{}") }
        _ = try a.delete(id: "x", expecting: .any)
        #expect(try a.record(id: "x") == nil && b.json("x") == "{}" && (a.count, b.count) == (0, 1))
    }

    @Test func `a transaction changes either all of its collections or none`() throws {
        let a = try database.createCollection(name: "a")
        let b = try database.createCollection(name: "b")
        try? database.inBatch {
            for collection in [a, b] { try collection.save("x", "{}") }
            throw CancellationError()
        }
        try database.inBatch {
            for collection in [a, b] { try collection.save("y", "{}") }
        }
        #expect(try folder.rows("SELECT * FROM kvmeta") == [".a|1|0", ".b|1|0"])
    }

    @Test func `sequences and documents outlive the object`() throws {
        try database.createCollection(name: "A", scope: "S").save("x", #"{"a":1}"#)
        try database.close()
        let collection = try folder.open().createCollection(name: "A", scope: "S")
        #expect(try collection.json("x") == #"{"a":1}"# && collection.save("y", "{}").sequence == 2)
    }

    @Test func `200 collections can be created, found, filled and opened again`() throws {
        for number in 0..<200 {
            let scope = number % 3 == 0 ? nil : "scope\(number % 3)"
            try database.createCollection(name: "c\(number)", scope: scope).save("x", "{}")
        }
        try database.close()
        let reopened = try folder.open()
        let collections = try reopened.scopes().flatMap { try $0.collections() }
        try reopened.inBatch {
            for collection in collections where collection.name != "_default" {
                try collection.save("y", "{}")
            }
        }
        #expect(collections.count == 201 && collections.allSatisfy { [0, 2].contains($0.count) })
    }

    /// Returns the duration of opening a database with a number of collections.
    private func openingTime(collections count: Int) throws -> Double {
        let name = "many-\(count)"
        try folder.open(name).close()
        let sqlite = try folder.sqlite(name)
        try sqlite.execute("BEGIN", purpose: "test")
        for number in 0..<count {
            let tables = CollectionTables(number: 0, name: ".s.c\(number)")
            try sqlite.execute(DatabaseSchema.collection(tables), purpose: "test")
        }
        try sqlite.execute("COMMIT", purpose: "test")
        sqlite.close()
        return try (0..<3).map { _ in
            let start = ThreadTime.now
            let database = try folder.open(name)
            let time = ThreadTime.now - start
            try database.close()
            return time
        }.min() ?? 0
    }

    @Test func `opening takes time proportional to the number of collections`() throws {
        let few = try openingTime(collections: 400)
        let many = try openingTime(collections: 3200)
        // SQLite itself takes slightly more than eight times as long.
        #expect(many < few * 32, "\(few) s, \(many) s")
    }

    // MARK: Names

    static let full: [(name: String, scope: String?, fullName: String)] = [
        ("_default", nil, "_default._default"), ("a", nil, "_default.a"),
        ("a", "_default", "_default.a"), ("B", "S", "S.B"),
    ]

    @Test(arguments: full)
    func `a collection has its name and its scope`(
        name: String, scope: String?, fullName: String
    ) throws {
        let collection = try database.createCollection(name: name, scope: scope)
        #expect(
            collection.name == name && collection.fullName == fullName
                && collection.scope.name == scope ?? Database.defaultScopeName
                && collection.scope.database === database)
    }

    @Test func `collections are equal by database and name`() throws {
        let other = try folder.open()
        try database.createCollection(name: "a")
        try database.createCollection(name: "A")
        try database.createCollection(name: "a", scope: "s")
        let all = try [database, other].flatMap { database in
            try (0..<2).flatMap { _ in try database.scopes().flatMap { try $0.collections() } }
        }
        #expect(all.count == 16 && Set(all).count == 8)
    }

    @Test func `a scope exists while it contains a collection`() throws {
        func names() throws -> [String] { try database.scopes().map(\.name) }
        var seen = [try names()]
        try database.createCollection(name: "a", scope: "S")
        try database.createCollection(name: "b", scope: "S")
        try database.createCollection(name: "b", scope: "R")
        seen.append(try names())
        try database.deleteCollection(name: "a", scope: "S")
        seen.append(try names())
        let scope = try database.scope(name: "S")
        try database.deleteCollection(name: "b", scope: "S")
        seen.append(try names())
        #expect(
            seen == [
                ["_default"], ["_default", "R", "S"], ["_default", "R", "S"], ["_default", "R"],
            ])
        #expect(
            try database.scope(name: "S") == nil && scope?.collections() == []
                && scope?.collection(name: "b") == nil)
    }

    @Test func `scopes are equal by database and name`() throws {
        let other = try folder.open()
        #expect(
            try database.defaultScope() == database.scope(name: "_default")
                && database.defaultScope() == database.defaultCollection().scope
                && database.defaultScope() != other.defaultScope())
    }

    @Test func `a scope contains only its own collections`() throws {
        for (name, scope) in [("b", "S"), ("a", "S"), ("c", "R"), ("Z", nil), ("a", nil)] {
            try database.createCollection(name: name, scope: scope)
        }
        let scope = try #require(try database.scope(name: "S"))
        #expect(
            try scope.collections().map(\.fullName) == ["S.a", "S.b"]
                && scope.collection(name: "c") == nil
                && scope.collection(name: "a") == database.collection(name: "a", scope: "S")
                && database.defaultScope().collections().map(\.name) == ["_default", "Z", "a"]
                && database.collections(scope: nil).count == 3)
    }

    static let uses: [@Sendable (Database, Scope) throws -> Void] = [
        { database, _ in _ = try database.defaultScope() },
        { database, _ in _ = try database.scopes() },
        { database, _ in _ = try database.scope(name: "S") },
        { database, _ in _ = try database.scope(name: "_default") },
        { database, _ in _ = try database.collections() },
        { database, _ in _ = try database.collection(name: "a") },
        { database, _ in _ = try database.collection(name: "_default") },
        { database, _ in try database.createCollection(name: "a") },
        { database, _ in try database.deleteCollection(name: "a") },
        { _, scope in _ = try scope.collections() },
        { _, scope in _ = try scope.collection(name: "a") },
    ]

    @Test(arguments: uses.indices)
    func `a closed database has no collections`(index: Int) throws {
        let scope = try database.createCollection(name: "a", scope: "S").scope
        try database.close()
        #expect(thrownCode { try Self.uses[index](database, scope) } == .notOpen)
    }
}
