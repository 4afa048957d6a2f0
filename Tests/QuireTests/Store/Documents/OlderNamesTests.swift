import Dispatch
import Foundation
import Testing

@testable import Quire

/// The calls by the names of the first versions, on the default collection.
@Suite struct OlderNamesTests {
    let folder: StoreFolder
    let database: Database

    init() throws {
        folder = try StoreFolder()
        database = try folder.open()
    }

    @Test func `documents are saved, read, deleted and purged`() throws {
        let document = MutableDocument(withID: "a", data: ["n": 1])
        try database.saveDocument(document)
        #expect(database.document(withID: "a") == document && database.count == 1)
        #expect(database["a"].exists && database["a"]["n"].int == 1)
        #expect(database["a"].document == document && !database["b"]["n"].exists)
        #expect(try database.defaultCollection()["a"]["n"].int == 1)
        try database.deleteDocument(document)
        #expect(database.document(withID: "a") == nil)
        try database.purgeDocument(document)
        #expect(thrownCode { try database.purgeDocument(withID: "a") } == .notFound)
        try database.saveDocument(MutableDocument(withData: ["n": 2]))
        #expect(database.count == 1)
    }

    @Test func `conflicts are resolved as the collection's are`() throws {
        let first = MutableDocument(withID: "a", data: ["n": 1])
        try database.saveDocument(first)
        let second = MutableDocument(withID: "a", data: ["n": 2])
        #expect(try !database.saveDocument(second, concurrencyControl: .failOnConflict))
        #expect(try database.saveDocument(second) { _, stored in stored?.int(forKey: "n") == 1 })
        #expect(try !database.deleteDocument(first, concurrencyControl: .failOnConflict))
        #expect(try database.deleteDocument(first, concurrencyControl: .lastWriteWins))
    }

    @Test func `expirations are set, read and cleared`() throws {
        let date = Date(timeIntervalSince1970: 4_102_444_800)
        try database.saveDocument(MutableDocument(withID: "a"))
        try database.setDocumentExpiration(withID: "a", expiration: date)
        #expect(database.getDocumentExpiration(withID: "a") == date)
        try database.setDocumentExpiration(withID: "a", expiration: nil)
        #expect(database.getDocumentExpiration(withID: "a") == nil)
        #expect(database.getDocumentExpiration(withID: "b") == nil)
        #expect(
            thrownCode { try database.setDocumentExpiration(withID: "b", expiration: date) }
                == .notFound)
    }

    @Test func `a listener whose token is let go hears of changes`() throws {
        let recorder = ChangeRecorder()
        let queue = DispatchQueue(label: "test")
        database.addDocumentChangeListener(withID: "user.john", queue: queue) { change in
            let name = change.database.document(withID: change.documentID)?.string(forKey: "name")
            recorder.note([change.documentID, name ?? "none"])
        }
        database.addChangeListener(withQueue: queue) { recorder.note($0.documentIDs) }
        try database.inBatch {
            try database.saveDocument(MutableDocument(id: "user.john", data: ["name": "John"]))
            try database.saveDocument(MutableDocument(id: "user.jane"))
        }
        let events = Set(recorder.wait(for: 2))
        #expect(events == [["user.john", "John"], ["user.john", "user.jane"]])
    }

    @Test func `a closed database has no documents, and says so in the log`() throws {
        try database.saveDocument(MutableDocument(withID: "a"))
        try database.close()
        let warnings = warnings {
            #expect(database.document(withID: "a") == nil && !database["a"].exists)
            #expect(database.getDocumentExpiration(withID: "a") == nil && database.count == 0)
        }
        #expect(warnings.count == 3 && warnings.allSatisfy { $0.contains("closed") })
        #expect(thrownCode { try database.saveDocument(MutableDocument()) } == .notOpen)
        database.addChangeListener { _ in }.remove()
        database.addDocumentChangeListener(withID: "a") { _ in }.remove()
    }
}
