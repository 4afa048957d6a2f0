import DatabaseTestSupport
import Foundation
import Quire
import QuireTestSupport
import Testing

@testable import QuireStore

@Suite(
    .enabled(
        if: SQLiteConnection.fileNumber(atPath: NSTemporaryDirectory()) != nil,
        "the file system does not record when files are created")
)
struct FileOriginTests {
    private let folder: StoreFolder

    init() throws {
        folder = try StoreFolder()
    }

    private func save(_ id: String, in database: Database) throws {
        try database.defaultCollection().save(id, #"{"n":1}"#)
    }

    private func identifiers(_ name: String) throws -> [String] {
        try folder.rows(
            "SELECT hex(body) FROM kv_info WHERE key IN ('publicUUID', 'privateUUID') ORDER BY key",
            name)
    }

    private func path(_ name: String) -> String { folder.path + "/\(name).cblite2" }

    @Test func `a copied file gets new identifiers when it is opened`() throws {
        try save("a", in: folder.open())
        let before = try identifiers("test")
        try FileManager.default.copyItem(atPath: path("test"), toPath: path("copy"))
        #expect(try identifiers("copy") == before)
        try save("b", in: folder.open("copy"))
        #expect(try Set(identifiers("copy")).isDisjoint(with: before))
    }

    @Test func `the edits of a copied file keep their author`() throws {
        let database = try folder.open()
        try save("a", in: database)
        try save("b", in: database)
        let b = try #require(try database.defaultCollection().document(id: "b"))
        try database.defaultCollection().delete(document: b)
        let author = try ReplicationStore(database).source
        func texts(_ database: Database) throws -> [String] {
            try database.defaultCollection().replicationChanges(of: ["a", "b"], remote: nil)
                .map(\.version)
        }
        let before = try texts(database)
        try database.close()
        try FileManager.default.copyItem(atPath: path("test"), toPath: path("copy"))
        let copy = try folder.open("copy")
        try save("c", in: copy)
        #expect(
            try texts(copy) == before
                && before.allSatisfy { $0.hasSuffix("@\(author.text)") }
                && ReplicationStore(copy).source != author)
    }

    @Test func `a database that is moved or opened again keeps its identifiers`() throws {
        try save("a", in: folder.open())
        let before = try identifiers("test")
        try save("b", in: folder.open())
        try FileManager.default.moveItem(atPath: path("test"), toPath: path("moved"))
        try save("c", in: folder.open("moved"))
        #expect(try identifiers("moved") == before)
    }

    @Test func `a file without a number keeps its identifiers and gets a number`() throws {
        try save("a", in: folder.open())
        try folder.sqlite().execute(
            "DELETE FROM kv_info WHERE key = 'quire.fileOrigin'", purpose: "test")
        let before = try identifiers("test")
        try save("b", in: folder.open())
        let count = try folder.rows(
            "SELECT count(*) FROM kv_info WHERE key = 'quire.fileOrigin' AND length(body) = 8")
        #expect(try identifiers("test") == before && count == ["1"])
    }

    @Test func `a copied file that is only read keeps its identifiers`() throws {
        try save("a", in: folder.open())
        let before = try identifiers("test")
        try FileManager.default.copyItem(atPath: path("test"), toPath: path("copy"))
        let copy = try Database(reading: "copy", config: folder.configuration)
        #expect(
            try copy.defaultCollection().json("a") == #"{"n":1}"# && identifiers("copy") == before)
    }

    @Test func `a damaged row of a copied file does not prevent its use`() throws {
        let database = try folder.open()
        for id in ["a", "b", "c"] { try save(id, in: database) }
        try database.close()
        try folder.sqlite().execute(
            "UPDATE kv_default SET version = x'00ff', extra = x'0000000011' WHERE key = 'b'",
            purpose: "test")
        try FileManager.default.copyItem(atPath: path("test"), toPath: path("copy"))
        let copy = try folder.open("copy")
        try save("d", in: copy)
        let named = try folder.rows(
            "SELECT key FROM kv_default WHERE length(version) > 16 ORDER BY key", "copy")
        #expect(named == ["a", "c"])
    }
}
