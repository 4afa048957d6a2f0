import CSQLite
import DatabaseTestSupport
import Quire
import QuirePlatform
import Testing

@testable import QuireStore

/// The number of times that SQLite compiles the statements of a query.
@Suite struct QueryPreparationTests {
    /// A counter of references to the column `body` of the default collection in compiled
    /// statements.
    final class BodyCount: Sendable {
        private let count = Atomic<Int>(0)

        /// The number since the last call.
        func take() -> Int { count.exchange(0, ordering: .relaxed) }

        static func run(_ database: Database, _ body: (BodyCount) throws -> Void) throws {
            let counter = BodyCount()
            // An in-memory database has one connection.
            let handle = try database.writerAccess.enter {
                try #require($0).connection.sqlite.handle
            }
            sqlite3_set_authorizer(
                handle,
                { context, action, table, column, _, _ in
                    guard action == SQLITE_READ, let context, let table, let column,
                        String(cString: table) == "kv_default", String(cString: column) == "body"
                    else { return SQLITE_OK }
                    Unmanaged<BodyCount>.fromOpaque(context).takeUnretainedValue()
                        .count.add(1, ordering: .relaxed)
                    return SQLITE_OK
                }, Unmanaged.passUnretained(counter).toOpaque())
            defer { sqlite3_set_authorizer(handle, nil, nil) }
            try body(counter)
        }
    }

    struct Lodge: DocumentModel {
        static let documentType = "inn"
        @DocumentID var id: String?
        var name: String
        var stars: Int
    }

    let database: Database

    init() throws {
        database = try Database(inMemoryNamed: "prepared")
        for number in 0..<20 {
            try database.defaultCollection().save(
                "d\(number)", #"{"type":"inn","name":"N","stars":\#(number)}"#)
        }
    }

    @Test(arguments: [false, true])
    func `a statement is compiled once`(isIndexed: Bool) throws {
        if isIndexed { try database.defaultCollection().createValueIndex("byStars", "stars") }
        let text = "SELECT name FROM _ WHERE stars > 3"
        try BodyCount.run(database) { (counter) throws in
            let first = try database.createQuery(QuerySource(verbatim: text))
            #expect(try first.execute().allResults().count == 16)
            // The query reads a property and evaluates a condition. With an index, it has two
            // properties, the search for documents has one, and reading them has one.
            #expect(counter.take() == (isIndexed ? 4 : 2))
            #expect(try first.execute().allResults().count == 16)
            let second = try database.createQuery(QuerySource(verbatim: text))
            #expect(try second.execute().allResults().count == 16)
            #expect(counter.take() == 0, "the next runs")
        }
    }

    @Test(arguments: [false, true])
    func `a typed selection is compiled once`(isIndexed: Bool) throws {
        if isIndexed { try database.defaultCollection().createValueIndex("byStars", "stars") }
        let inns = try database.repository(of: Lodge.self)
        try BodyCount.run(database) { (counter) throws in
            for stars in [3, 5, 7] {
                let selected = inns.filter { $0.stars > stars }
                #expect(try selected.count() == 19 - stars)
                #expect(try selected.all().count == 19 - stars)
                #expect(try selected.select(\.name).all().count == 19 - stars)
                #expect(stars == 3 || counter.take() == 0)
                _ = counter.take()
            }
        }
    }

    @Test func `a query that was a full scan uses a new index`() throws {
        let query = try database.createQuery("SELECT name FROM _ WHERE stars > 3 OR stars = 1")
        let before = try query.execute().map { $0.toJSON() }
        try database.defaultCollection().createValueIndex("byStars", "stars")
        #expect(try query.execute().map { $0.toJSON() } == before)
        #expect(try query.explain().contains("byStars"))
    }

    @Test func `rows found by an index are in document order, for any number of rows`() throws {
        let collection = try database.defaultCollection()
        try collection.createValueIndex("byStars", "stars")
        for (condition, stars) in [
            ("stars > 17", [18, 19]), ("stars > 18", [19]), ("stars > 19", []),
            ("stars IN (9, 3, 5)", [3, 5, 9]), ("stars = 9 OR stars = 3", [3, 9]),
        ] {
            let query = try database.createQuery(
                QuerySource(verbatim: "SELECT name, stars FROM _ WHERE \(condition)"))
            #expect(
                try query.execute().map { $0.int(forKey: "stars") } == stars, "\(condition)")
        }
    }
}
