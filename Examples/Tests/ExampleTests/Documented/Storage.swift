import Foundation
import Quire
import QuireTesting
import Testing

/// The examples in the documentation of stores and their results.
@Suite struct DocumentedStorage {
    private struct Hotel: DocumentModel {
        @DocumentID var id: String?
        var name: String
        var roomRate = 121.0
    }

    private let database: Database
    private let hotels: Repository<Hotel>
    private var store: any DocumentStore { hotels.store }

    init() throws {
        database = try Database(inMemoryNamed: "travel")
        hotels = try database.repository(of: Hotel.self)
        try hotels.upsert(Hotel(id: "hotel-42", name: "Grand"))
    }

    private func encode(_ writer: FleeceWriter) throws -> WriteTarget {
        try JSONReader.read(#"{"type":"hotel","name":"Grand"}"#, into: writer)
        return WriteTarget(id: "hotel-42", if: .any)
    }

    @Test func `a function for every engine`() throws {
        func importHotels(_ hotels: [Hotel], into database: some DocumentDatabase) throws {
            let repository = try database.repository(of: Hotel.self)
            try database.inBatch { try repository.save(hotels) }
        }
        try importHotels([Hotel(name: "Harbour House")], into: database)
        #expect(try hotels.count() == 2)
    }

    private struct Note: DocumentModel {
        var text: String
    }

    @Test func `named stores`() async throws {
        func use(_ database: some DocumentDatabase) throws {
            #expect(try database.store(named: "notes") == nil)
            let notes = try database.repository(of: Note.self, in: "notes")
            try notes.save(Note(text: "Order linen"))
            if let notes = try database.store(named: "notes") {
                print(try notes.repository(of: Note.self).count())
            }
            #expect(try notes.count() == 1)
            let archive = try database.createStore(named: "archive")
            print(archive.fullName)  // _default.archive
            #expect(archive.fullName == "_default.archive")
        }
        try use(database)
        try use(InMemoryDatabase())
        let notes = try await database.repository(of: Note.self, in: "notes", scope: "app")
        #expect(notes.store.fullName == "app.notes")
    }

    @Test func `a transaction`() throws {
        let database: some DocumentDatabase = database
        try database.inBatch {
            try hotels.save(Hotel(name: "Harbour House"))
            try hotels.delete(id: "hotel-42")
        }
        #expect(try hotels.count() == 1)
    }

    @Test func `a snapshot`() throws {
        let database = InMemoryDatabase()
        let hotels = try database.repository(of: Hotel.self)
        try hotels.save(Hotel(name: "Seaside", roomRate: 80))
        let (all, cheap) = try database.snapshot {
            (try hotels.count(), try hotels.filter { $0.roomRate < 100 }.count())
        }
        #expect(all == 1)
        #expect(cheap == 1)
    }

    @Test func `an asynchronous transaction`() async throws {
        let database: some DocumentDatabase = database
        let count = try await database.inBatch {
            try hotels.save(Hotel(name: "Seaside"))
            return try hotels.count()
        }
        #expect(count == 2)
    }

    @Test func `a store`() throws {
        let store = hotels.store
        if let hotel = try store.record(id: "hotel-42") {
            print(hotel.body["name"]?.string ?? "", "is in", store.fullName)
        }
        #expect(try store.record(id: "hotel-42")?.body["name"]?.string == "Grand")
        for hotel in try store.records(ids: ["hotel-1", "hotel-42"]) {
            print(hotel.id, hotel.revisionID, try hotel.body.value.json())
        }
        #expect(try store.records(ids: ["hotel-1", "hotel-42"]).count == 1)
        let observed = try store.records(ids: ["hotel-42"]).map { ObservedRecord($0) }
        for hotel in observed { print(hotel.id, try hotel.content.get().sequence) }
        #expect(observed.map(\.id) == ["hotel-42"])
        for change in try store.changes(since: 0, limit: 100) {
            print(change.id, change.isDeleted ? "was deleted" : "was saved")
        }
        #expect(try store.changes(since: 0, limit: 100).map(\.id) == ["hotel-42"])
    }

    @Test func `writing bodies`() throws {
        let encode: BodyEncoding = { writer in
            try JSONReader.read(#"{"type":"hotel","name":"Harbour House"}"#, into: writer)
            return WriteTarget(id: "hotel-42", if: .any, mergesStored: true)
        }
        try store.save(encoding: encode)
        #expect(try hotels.store.record(id: "hotel-42")?.body["name"]?.string == "Harbour House")
        let keepStored: BodyMerging = { stored, _, writer in
            writer.write(copyOf: stored.body.value)
            return true
        }
        let result = try store.save(encoding: encode, merging: keepStored)
        #expect(try result.revision(in: store).id == "hotel-42")
        try store.save { writer in
            try JSONReader.read(#"{"type":"hotel","name":"Seaside"}"#, into: writer)
            return WriteTarget(id: "hotel-43", if: .absent)
        }
        #expect(try store.record(id: "hotel-43")?.body["name"]?.string == "Seaside")
        if let hotel = try store.record(id: "hotel-43") {
            _ = try store.delete(id: hotel.id, if: .revision(hotel.revisionID))
        }
        #expect(try store.record(id: "hotel-43") == nil)
    }

    @Test func `saves of several documents`() throws {
        let store = try InMemoryDatabase().defaultStore()
        let saves = ["hotel-1", "hotel-2"].map { id in
            DocumentSave { writer in
                try JSONReader.read(#"{"type":"hotel"}"#, into: writer)
                return WriteTarget(id: id, if: .any)
            }
        }
        let results = try store.save(saves)
        #expect(try results.map { try $0.revision(in: store).id } == ["hotel-1", "hotel-2"])
    }

    @Test func `keys for document IDs`() throws {
        let store = try InMemoryDatabase().defaultStore()
        try store.save { writer in
            try JSONReader.read("{}", into: writer)
            return WriteTarget(id: "caf\u{e9}", if: .any)
        }
        let record = try #require(try store.record(id: "caf\u{e9}"))
        var documents: [DocumentIDKey: DocumentRecord] = [:]
        documents[DocumentIDKey("caf\u{e9}")] = record
        print(documents[DocumentIDKey("cafe\u{301}")] == nil)  // true
        #expect(documents[DocumentIDKey("cafe\u{301}")] == nil)
    }

    @Test func `results of writes`() throws {
        let revision = try store.save(encoding: encode).revision(in: store)
        print(revision.id, revision.revisionID, revision.sequence)
        #expect(revision.id == "hotel-42")
        switch try store.save(encoding: encode) {
        case .saved(let revision): print("saved as", revision.revisionID)
        case .conflict(let conflict): print(conflict.error(in: store).message)
        }
        let result = try store.delete(id: "hotel-42", if: .revision(revision.revisionID))
        if case .conflict(let conflict) = result {
            print(conflict.target.id, conflict.isDeleted ? "was deleted" : "was changed")
        }
        #expect(throws: QuireError.self) { try result.revision(in: store) }
        switch try store.delete(id: "hotel-42", if: .any) {
        case .deleted(let tombstone): print("deleted as", tombstone.revisionID)
        case .alreadyDeleted: print("already deleted")
        case .conflict(let conflict): print(conflict.error(in: store).message)
        }
        #expect(try store.record(id: "hotel-42") == nil)
    }

    @Test func `copying the indexes of a database`() throws {
        for store in try database.stores() { print(store.fullName) }
        let archive = try Database(inMemoryNamed: "archive")
        try store.createIndex(withName: "byName", config: ValueIndexConfiguration(["name"]))
        let definitions = try database.defaultStore().indexDefinitions()
        try archive.defaultStore().indexPlan(for: definitions, keepingOthers: false).apply()
        #expect(try archive.defaultStore().indexes() == ["byName"])
    }

    @Test func `tools for engines`() async throws {
        var clock = RevisionClock()
        let first = try clock.next(after: nil)
        let second = try clock.next(after: first)
        #expect(first != second)
        let work = BlockingWork(label: "hotels", width: 2)
        let count = try await work.run { try hotels.count() }
        #expect(count == 1)
        let number = try BlockingWork.withCancellationHandler {
            try hotels.count()
        } onCancel: {
            print("The number is no longer needed.")
        }
        #expect(number == 1)
        try database.checkStoreName("hotels", scope: nil)
        let collection = store
        if store.capabilities.contains(.indexes) {
            let config = ValueIndexConfiguration(["type", "name"])
            try store.createIndex(withName: "byName", config: config)
        }
        #expect(try collection.indexes() == ["byName"])
    }
}
