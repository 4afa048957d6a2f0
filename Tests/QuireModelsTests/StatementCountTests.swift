import CSQLite
import DatabaseTestSupport
import Fleece
import Foundation
import Quire
import QuirePlatform
import QuireTestSupport
import Testing

@testable import QuireModels
@testable import QuireModels
@testable import QuireStore

/// The number of SQL statements that a write runs.
@Suite struct StatementCountTests {
    /// A trace that records the beginnings of the statements of one connection.
    final class StatementTrace: Sendable {
        private let texts = Mutex<[String]>([])

        /// Runs a closure and returns the verbs of its statements.
        static func verbs(
            of database: Database, _ body: () throws -> Void
        ) throws -> String {
            let trace = StatementTrace()
            // An in-memory database has one connection.
            let handle = try database.writerAccess.enter {
                try #require($0).connection.sqlite.handle
            }
            sqlite3_trace_v2(
                handle, UInt32(SQLITE_TRACE_STMT),
                { _, context, _, text in
                    guard let context, let text else { return 0 }
                    Unmanaged<StatementTrace>.fromOpaque(context).takeUnretainedValue().note(
                        String(cString: text.assumingMemoryBound(to: CChar.self)))
                    return 0
                }, Unmanaged.passUnretained(trace).toOpaque())
            defer { sqlite3_trace_v2(handle, 0, nil, nil) }
            try body()
            return trace.texts.withLock { $0.joined(separator: " ") }
        }

        private func note(_ text: String) {
            // Statements of triggers are traced as comments.
            guard !text.hasPrefix("--") else { return }
            let verb = text.prefix { $0 != " " }
            let isSequence = text.hasPrefix("INSERT INTO kvmeta")
            texts.withLock { $0.append(isSequence ? "SEQUENCE" : String(verb)) }
        }
    }

    @Test func `each save runs a fixed number of statements`() throws {
        let database = try Database(inMemoryNamed: "statements")
        let inns = try database.repository(of: Inn.self)
        let first = try inns.save(Inn(id: "a", name: "A"))
        let known = try inns.save(first)
        try database.defaultCollection().save(
            "unknown",
            """
            {"type":"inn","name":"U","stars":1,"tags":[],"opened_at":"2020-01-01T00:00:00.000Z","fax":1}
            """)
        let unknown = try inns.require("unknown")
        func verbs(_ body: () throws -> Void) throws -> String {
            try StatementTrace.verbs(of: database, body)
        }
        let update = "BEGIN SELECT UPDATE SEQUENCE COMMIT"
        #expect(try verbs { try inns.save(known) } == update, "an update")
        #expect(try verbs { try inns.save(unknown) } == update, "an update with unknown fields")
        #expect(try database.defaultCollection().json("unknown")?.contains("fax") == true)
        #expect(try verbs { try inns.upsert(Inn(id: "a", name: "B")) } == update, "an upsert")
        let conflict = try verbs {
            #expect(throws: QuireError.self) { try inns.save(first) }
        }
        #expect(conflict == "BEGIN SELECT COMMIT", "a conflict")
        let merge = try verbs {
            try inns.save(first, onConflict: .merge { $0.mine })
        }
        #expect(merge == "BEGIN SELECT SELECT UPDATE SEQUENCE COMMIT", "a merge")
        // The first save after updates looks up the document; the following ones insert it without
        // a
        // lookup.
        try inns.save(Inn(name: "C"))
        #expect(
            try verbs { try inns.save(Inn(name: "D")) } == "BEGIN INSERT SEQUENCE COMMIT",
            "an insertion")
        let deletion = try verbs { _ = try inns.store.delete(id: "a", if: .any) }
        #expect(
            deletion == "BEGIN SELECT SAVEPOINT INSERT DELETE RELEASE SEQUENCE COMMIT", "a deletion"
        )
    }

    @Test func `a save that needs nothing of the stored document does not read it`() throws {
        let database = try Database(inMemoryNamed: "statements")
        let collection = try database.defaultCollection()
        func save(_ id: String, if precondition: RevisionPrecondition = .any) throws -> RevisionID {
            try collection.saveBody(id: id, if: precondition) { $0.write(.emptyDictionarySlot) }
        }
        func verbs(_ body: () throws -> Void) throws -> String {
            try StatementTrace.verbs(of: database, body)
        }
        var last = try save("a")
        _ = try save("a")
        last = try save("a")
        let update = "BEGIN UPDATE SEQUENCE COMMIT"
        #expect(try verbs { last = try save("a") } == update)
        #expect(try collection.record(id: "a")?.revisionID == last)
        let checked = try verbs { _ = try save("a", if: .revision(last)) }
        #expect(checked == "BEGIN SELECT UPDATE SEQUENCE COMMIT")
    }

    @Test func `a patch reads and writes the document once`() throws {
        let database = try Database(inMemoryNamed: "statements")
        let inns = try database.repository(of: Inn.self)
        try inns.save(Inn(id: "a", name: "A"))
        let patch = try StatementTrace.verbs(of: database) {
            try inns.patch("a") { $0.set(\.name, to: "B") }
        }
        #expect(patch == "BEGIN SELECT UPDATE SEQUENCE COMMIT")
        let returning = try StatementTrace.verbs(of: database) {
            _ = try inns.patch("a", returning: .model) { $0.set(\.name, to: "B") }
        }
        #expect(returning == patch)
        let selection = try StatementTrace.verbs(of: database) {
            try inns.filter { $0.name == "B" }.patch { $0.set(\.name, to: "C") }
        }
        // Reads the version of the schema and the indexes, then finds the ID, and reads its document.
        #expect(selection == "BEGIN PRAGMA SELECT PRAGMA SELECT SELECT UPDATE SEQUENCE COMMIT")
    }

    /// The pages that a commit writes to the log: of documents, IDs and sequences.
    @Test func `a commit writes a fixed number of pages`() throws {
        let folder = try TemporaryFolder()
        let database = try Database(
            name: "pages", config: DatabaseConfiguration(directory: folder.path))
        let inns = try database.repository(of: Inn.self)
        var inn = try inns.save(Inn(id: "a", name: "A"))
        func pages(_ body: () throws -> Void) throws -> Int {
            let handle = try database.writerAccess.enter {
                try #require($0).connection.sqlite.handle
            }
            func written() -> Int {
                var (count, highest) = (0 as Int32, 0 as Int32)
                sqlite3_db_status(handle, SQLITE_DBSTATUS_CACHE_WRITE, &count, &highest, 0)
                return Int(count)
            }
            let before = written()
            try body()
            return written() - before
        }
        #expect(try pages { try inns.save(Inn(id: "b", name: "B")) } == 3)
        #expect(try pages { inn = try inns.save(inn) } == 2)
        #expect(try pages { try inns.patch("a") { $0.set(\.name, to: "C") } } == 2)
        let batch = try pages {
            try database.inBatch {
                for id in ["c", "d", "e"] { try inns.save(Inn(id: id, name: id)) }
            }
        }
        #expect(batch == 3)
    }

    @Test func `a full-text search reads each index once`() throws {
        let database = try Database(inMemoryNamed: "search statements")
        let inns = try database.repository(of: Inn.self)
        try inns.createFullTextIndex(on: \.name)
        for name in ["sea view", "sea", "view"] { try inns.save(Inn(id: name, name: name)) }
        let search = inns.matching("sea", in: \.name)
        let condition = try StatementTrace.verbs(of: database) { _ = try search.searchConditions() }
        let reads: [(String, () throws -> Void)] = [
            ("documents", { _ = try search.documents() }),
            ("observed documents", { _ = try search.observedDocuments() }),
            ("a projection", { _ = try search.statement.get() }),
        ]
        for (name, read) in reads {
            #expect(try StatementTrace.verbs(of: database, read) == condition, "\(name)")
        }
    }
}
