import DatabaseTestSupport
import Foundation
import Quire
import QuireInspection
import Testing

/// Unique indexes in the file, and the check before each save.
@Suite struct UniqueIndexTests {
    struct Guest: DocumentModel, Equatable {
        @DocumentID var id: String?
        var email: String?
        var room = 0
    }

    private let folder: StoreFolder
    private let database: Database
    private let guests: Repository<Guest>

    init() throws {
        folder = try StoreFolder()
        database = try folder.open()
        guests = try database.repository(of: Guest.self)
    }

    private func isDuplicate(_ body: () throws -> Void) -> Bool {
        thrownCode(body) == .duplicateValue
    }

    @Test func `every way to save is checked`() throws {
        try guests.createIndex(on: \.email, options: .unique)
        try guests.save(Guest(id: "a", email: "x"))
        let collection = try database.defaultCollection()
        #expect(isDuplicate { try guests.save(Guest(email: "x")) })
        #expect(isDuplicate { try guests.upsert(Guest(id: "b", email: "x")) })
        #expect(
            isDuplicate {
                let document = MutableDocument(id: "c")
                document.setString("guest", forKey: "type")
                document.setString("x", forKey: "email")
                try collection.save(document: document)
            })
        let second = try guests.save(Guest(id: "d", email: "y"))
        var changed = second
        changed.email = "x"
        #expect(isDuplicate { _ = try guests.save(changed) })
        #expect(isDuplicate { try guests.filter { $0.email == "y" }.update { $0.email = "x" } })
        #expect(try guests.require("d") == second)
        #expect(try guests.count() == 2)
    }

    struct Booking: DocumentModel {
        @DocumentID var id: String?
        var email: String
    }

    @Test(arguments: TestStore.all.filter { $0 != .memory })
    func `documents of other models can have the same values`(kind: TestStore) throws {
        let store = try kind.open()
        let guests = try store.repository(of: Guest.self)
        let bookings = try store.repository(of: Booking.self)
        try bookings.save(Booking(id: "b1", email: "x"))
        try bookings.save(Booking(id: "b2", email: "x"))
        try guests.createIndex(on: \.email, options: .unique)
        try bookings.save(Booking(id: "b3", email: "x"))
        try guests.save(Guest(id: "a", email: "x"))
        #expect(isDuplicate { try guests.save(Guest(id: "b", email: "x")) })
        let definition = try store.store.indexDefinitions().first?.configuration
        #expect((definition as? ValueIndexConfiguration)?.uniqueTypes == ["guest"])
    }

    @Test func `an index that checks all types is replaced`() throws {
        try guests.store.createIndex(
            withName: "guest(email)",
            config: ValueIndexConfiguration(["type", "email"], isUnique: true))
        try guests.createIndex(on: \.email, options: .unique)
        let bookings = try database.repository(of: Booking.self)
        try bookings.save(Booking(id: "b1", email: "x"))
        #expect(!isDuplicate { try bookings.save(Booking(id: "b2", email: "x")) })
    }

    @Test func `a document keeps and returns its own values`() throws {
        try guests.createIndex(on: \.email, options: .unique)
        var guest = try guests.save(Guest(id: "a", email: "x"))
        guest.room = 2
        guest = try guests.save(guest)
        try guests.delete(guest)
        try guests.save(Guest(id: "b", email: "x"))
        #expect(isDuplicate { try guests.upsert(Guest(id: "a", email: "x")) })
        try guests.delete(id: "b")
        try guests.upsert(Guest(id: "a", email: "x"))
        #expect(try guests.all().map(\.id) == ["a"])
    }

    @Test func `a transaction continues after a save that throws an error`() throws {
        try guests.createIndex(on: \.email, options: .unique)
        try database.inBatch {
            try guests.save(Guest(id: "a", email: "x"))
            #expect(isDuplicate { try guests.save(Guest(id: "b", email: "x")) })
            try guests.save(Guest(id: "c", email: "z"))
        }
        #expect(try guests.all().compactMap(\.id).sorted() == ["a", "c"])
    }

    static let values: [any Sendable] = [1, "1", true, 1.5, "é", "'\"$"]

    @Test(arguments: values)
    func `values of each type are compared`(value: any Sendable) throws {
        let collection = try database.defaultCollection()
        try collection.createIndex(
            withName: "byValue", config: ValueIndexConfiguration(["type", "v"], isUnique: true))
        func save(_ id: String, _ value: Any?, type: String = "t") throws {
            let document = MutableDocument(id: id, data: ["type": type])
            document.setValue(value, forKey: "v")
            try collection.save(document: document)
        }
        try save("a", value)
        #expect(isDuplicate { try save("b", value) })
        try save("c", value, type: "other")
        try save("d", "different")
        try save("e", NSNull())
        try save("f", NSNull())
        #expect(collection.count == 5)
    }

    @Test func `the declaration survives reopening and an ordinary index stores it`() throws {
        try guests.createIndex(on: \.email, options: .unique)
        try guests.save(Guest(id: "a", email: "x"))
        try database.close()
        let sql = try folder.rows("SELECT sql FROM sqlite_master WHERE name = 'guest(email)'")
        #expect(sql.count == 1 && !sql[0].contains("UNIQUE"))
        let reopened = try folder.open().repository(of: Guest.self)
        #expect(isDuplicate { try reopened.save(Guest(id: "b", email: "x")) })
        try reopened.createIndex(on: \.email)
        try reopened.save(Guest(id: "b", email: "x"))
        let error = thrownError { try reopened.createIndex(on: \.email, options: .unique) }
        #expect(error?.code == .duplicateValue)
        #expect(
            error?.message.contains("\"a\"") == true && error?.message.contains("\"b\"") == true)
        try reopened.save(Guest(id: "c", email: "x"))
    }

    @Test func `another database object checks a new unique index`() throws {
        let other = try folder.open().repository(of: Guest.self)
        try other.save(Guest(id: "a", email: "x"))
        try guests.createIndex(on: \.email, options: .unique)
        #expect(isDuplicate { try other.save(Guest(id: "b", email: "x")) })
        try guests.deleteIndex(on: \.email)
        try other.save(Guest(id: "b", email: "x"))
    }

    @Test func `a rolled-back unique index is not checked`() throws {
        struct Stop: Error {}
        try guests.save(Guest(id: "a", email: "x"))
        #expect(throws: Stop.self) {
            try database.inBatch {
                try guests.createIndex(on: \.email, options: .unique)
                #expect(isDuplicate { try guests.save(Guest(id: "b", email: "x")) })
                throw Stop()
            }
        }
        try database.inBatch {
            #expect(throws: Stop.self) {
                try database.inBatch {
                    try guests.createIndex(on: \.email, options: .unique)
                    throw Stop()
                }
            }
            try guests.save(Guest(id: "c", email: "x"))
        }
        #expect(try guests.count() == 2)
    }

    @Test func `duplicates of other programs are kept and listed`() throws {
        try guests.createIndex(on: \.email, options: .unique)
        try guests.save([Guest(id: "a", email: "x"), Guest(id: "b", email: "y")])
        try database.close()
        let path = folder.path + "/test.cblite2"
        // Another program that updates the index without reading its declaration.
        let other = try folder.open()
        let hidden = try other.write { transaction in
            let sqlite = transaction.connection.sqlite
            let bytes = try InfoRow.uniqueIndexes.read(on: sqlite)
            try InfoRow.uniqueIndexes.write([], on: sqlite)
            return bytes
        }
        try other.close()
        let writer = try folder.open()
        try writer.repository(of: Guest.self).save(Guest(id: "c", email: "x"))
        try writer.write { transaction in
            try InfoRow.uniqueIndexes.write(
                #require(hidden), on: transaction.connection.sqlite)
        }
        try writer.close()
        var findings: [BundleFinding] = []
        let totals = try BundleCheck.run(path: path) { findings.append($0) }
        #expect(totals.faults == 0)
        #expect(findings.map(\.isFault) == [false])
        #expect(findings.first?.message.contains("\"a\" and \"c\"") == true)
        #expect(try folder.open().repository(of: Guest.self).count() == 3)
    }

    @Test func `a declaration of a missing or replaced index is ignored`() throws {
        try guests.createIndex(on: \.email, options: .unique)
        try guests.save(Guest(id: "a", email: "x"))
        try database.close()
        let sqlite = try folder.sqlite()
        try sqlite.execute(
            "UPDATE indexes SET expression = '=nroom' WHERE name = 'guest(email)'",
            purpose: "replace the index")
        sqlite.close()
        let reopened = try folder.open().repository(of: Guest.self)
        try reopened.save(Guest(id: "b", email: "x"))
        #expect(try reopened.count() == 2)
    }

    @Test func `a unique index requires properties without a condition`() throws {
        let collection = try database.defaultCollection()
        let configurations = [
            ValueIndexConfiguration(["LOWER(email)"], isUnique: true),
            ValueIndexConfiguration(["email"], where: "room = 1", isUnique: true),
        ]
        let codes = configurations.map { config in
            thrownCode { try collection.createIndex(withName: "i", config: config) }
        }
        #expect(codes == [.invalidQuery, .invalidParameter])
    }
}
