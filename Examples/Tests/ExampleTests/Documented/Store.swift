import Foundation
import Quire
import Testing

/// The examples in the documentation of collections.
@Suite struct DocumentedStore {
    private let database: Database
    private let collection: DocumentCollection

    init() throws {
        database = try Database(inMemoryNamed: "travel")
        collection = try database.defaultCollection()
        try collection.save(document: MutableDocument(id: "hotel-42", data: ["name": "Grand"]))
    }

    private func hotel() throws -> MutableDocument {
        try #require(try collection.document(id: "hotel-42")).toMutable()
    }

    @Test func `collections and scopes`() throws {
        let hotels = try database.createCollection(name: "hotels", scope: "travel")
        try hotels.save(document: MutableDocument(id: "hotel-42", data: ["name": "Grand"]))
        print(hotels.fullName, hotels.count)  // travel.hotels 1
        #expect(hotels.fullName == "travel.hotels")
        #expect(hotels.count == 1)
        if let travel = try database.scope(name: "travel") {
            print(try travel.collections().map(\.name))  // ["hotels"]
        }
        #expect(try database.scope(name: "travel")?.collections().map(\.name) == ["hotels"])
        do {
            let hotels = try database.createCollection(name: "hotels")
            #expect(hotels.fullName == "_default.hotels")
        }
        do {
            if let hotels = try database.collection(name: "hotels", scope: "travel") {
                print(hotels.count)
            }
        }
        do {
            let hotels = try database.defaultCollection().repository(of: Hotel.self)
            #expect(try hotels.count() == 0)
        }
        do {
            for collection in try database.collections(scope: "travel") {
                print(collection.name, collection.count)
            }
        }
        try database.deleteCollection(name: "hotels", scope: "travel")
        #expect(try database.collections(scope: "travel").isEmpty)
    }

    private struct Hotel: DocumentModel {
        @DocumentID var id: String?
        var name: String
    }

    @Test func `saving and reading a document`() throws {
        let hotel = MutableDocument(id: "hotel-1").setString("Harbour House", forKey: "name")
        try collection.save(document: hotel)
        #expect(collection.count == 2)
        if let hotel = try collection.document(id: "hotel-1") {
            print(hotel.string(forKey: "name") ?? "")
        }
        do {
            let name = collection["hotel-1"]["name"].string
            #expect(name == "Harbour House")
        }
    }

    @Test func conflicts() throws {
        let hotel = try hotel()
        try collection.save(document: self.hotel().setString("Grand Hotel", forKey: "name"))
        if try !collection.save(document: hotel, concurrencyControl: .failOnConflict) {
            print("The hotel was changed by another writer.")
        }
        do {
            let isSaved = try collection.save(
                document: hotel, concurrencyControl: .failOnConflict)
            #expect(!isSaved)
        }
        let isSaved = try collection.save(document: hotel) { mine, stored in
            guard let stored else { return false }
            mine.setString(stored.string(forKey: "name"), forKey: "name")
            return true
        }
        #expect(isSaved)
        #expect(collection["hotel-42"]["name"].string == "Grand Hotel")
        let isDeleted = try collection.delete(
            document: hotel, concurrencyControl: .failOnConflict)
        #expect(isDeleted)
    }

    @Test func `deleting and purging`() throws {
        if let hotel = try collection.document(id: "hotel-42") {
            try collection.delete(document: hotel)
        }
        #expect(collection.count == 0)
        try collection.purge(id: "hotel-42")
        #expect(throws: QuireError.self) { try collection.purge(id: "hotel-42") }
    }

    @Test func expiration() throws {
        let tomorrow = Date().addingTimeInterval(24 * 60 * 60)
        try collection.setDocumentExpiration(id: "hotel-42", expiration: tomorrow)
        #expect(try collection.getDocumentExpiration(id: "hotel-42") != nil)
    }

    @Test func `encoded bodies`() throws {
        try collection.saveBody(id: "hotel-1") { writer in
            try JSONReader.read(#"{"type":"hotel","name":"Harbour House"}"#, into: writer)
        }
        if let hotel = try collection.body(id: "hotel-1") {
            print(hotel["name"]?.string ?? "")
        }
        #expect(try collection.body(id: "hotel-1")?["name"]?.string == "Harbour House")
    }

    @Test func `a transaction`() throws {
        try database.inBatch {
            for number in 1...100 {
                try collection.save(document: MutableDocument(id: "hotel-\(number)"))
            }
        }
        #expect(collection.count == 100)
    }

    @Test func `an asynchronous transaction`() async throws {
        let count = try await database.inBatch {
            try collection.purge(id: "hotel-42")
            return collection.count
        }
        #expect(count == 0)
    }
}
