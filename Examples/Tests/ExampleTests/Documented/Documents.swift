import Foundation
import Quire
import Testing

/// The examples in the documentation of documents.
@Suite struct DocumentedDocuments {
    private let collection: DocumentCollection

    init() throws {
        collection = try Database(inMemoryNamed: "travel").defaultCollection()
        let hotel = MutableDocument(
            id: "hotel-42",
            data: [
                "name": "Grand", "room_rate": 240.0,
                "address": ["street": "4 Kaigaten", "city": "Bergen"],
                "phones": ["55 00 00 00", "55 00 00 01"],
            ])
        try collection.save(document: hotel)
    }

    @Test func `reading a document`() throws {
        if let hotel = try collection.document(id: "hotel-42") {
            print(hotel.string(forKey: "name") ?? "", hotel.double(forKey: "room_rate"))
        }
        let hotel = try #require(try collection.document(id: "hotel-42"))
        #expect(hotel.string(forKey: "name") == "Grand")
        #expect(hotel.double(forKey: "room_rate") == 240)
        if let address = hotel.dictionary(forKey: "address") {
            for key in address { print(key, address.string(forKey: key) ?? "") }
        }
        #expect(hotel.dictionary(forKey: "address")?.count == 2)
        if let phones = hotel.array(forKey: "phones") {
            for index in 0..<phones.count { print(phones.string(at: index) ?? "") }
        }
        #expect(hotel.array(forKey: "phones")?.count == 2)
        let address = hotel.toDictionary()["address"] as? [String: Any]
        #expect(address?["city"] as? String == "Bergen")
        if let address = hotel.dictionary(forKey: "address") {
            print(address.toJSON())  // {"city":"Bergen","street":"4 Kaigaten"}
        }
        let expected = #"{"city":"Bergen","street":"4 Kaigaten"}"#
        #expect(hotel.dictionary(forKey: "address")?.toJSON() == expected)
        let hasPhones = hotel.contains(key: "phones")
        #expect(hasPhones)
    }

    @Test func `reading fragments`() throws {
        let document = try #require(try collection.document(id: "hotel-42"))
        do {
            let city = document["address"]["city"].string
            #expect(city == "Bergen")
        }
        do {
            let city = collection["hotel-42"]["address"]["city"].string
            #expect(city == "Bergen")
        }
    }

    @Test func `changing a document`() throws {
        if let hotel = try collection.document(id: "hotel-42")?.toMutable() {
            hotel.setInt(4, forKey: "stars")
            try collection.save(document: hotel)
        }
        #expect(collection["hotel-42"]["stars"].int == 4)

        let document = try #require(try collection.document(id: "hotel-42")).toMutable()
        document["address"]["city"].string = "Bergen"
        #expect(document["address"]["city"].string == "Bergen")

        let hotel = document
        hotel.setArray(MutableArrayObject().addString("650-000-0000"), forKey: "phones")
        #expect(hotel["phones"][0].string == "650-000-0000")
        hotel.array(forKey: "phones")?.addString("650-000-0001")
        #expect(hotel["phones"][1].string == "650-000-0001")
        hotel.dictionary(forKey: "address")?.setString("5016", forKey: "code")
        #expect(hotel["address"]["code"].string == "5016")
        let address = MutableDictionaryObject()
            .setString("4 Kaigaten", forKey: "street")
            .setString("Bergen", forKey: "city")
        hotel.setDictionary(address, forKey: "address")
        #expect(hotel["address"]["code"].string == nil)
        hotel.removeValue(forKey: "stars").setValue(["spa", "pool"], forKey: "amenities")
        #expect(!hotel.contains(key: "stars"))
        #expect(hotel["amenities"][1].string == "pool")
    }

    @Test func `creating a document`() throws {
        do {
            let hotel = MutableDocument()
                .setString("Harbour House", forKey: "name")
                .setDate(Date(), forKey: "openedAt")
            try collection.save(document: hotel)
            #expect(collection[hotel.id]["name"].string == "Harbour House")
        }
        do {
            let hotel = MutableDocument(id: "hotel-1", data: ["name": "Grand", "stars": 4])
            #expect(hotel.int(forKey: "stars") == 4)
        }
        do {
            let hotel = try MutableDocument(id: "hotel-2", json: #"{"name": "Harbour House"}"#)
            #expect(hotel.string(forKey: "name") == "Harbour House")
        }
    }

    @Test func `revisions and dates`() throws {
        let storage = collection.storage
        let hotel = try #require(try collection.document(id: "hotel-42")).toMutable()
        let before = try storage.record(id: "hotel-42")?.revisionID
        try collection.save(document: hotel)
        let after = try storage.record(id: "hotel-42")?.revisionID
        print(before == after)  // false
        #expect(before != nil)
        #expect(before != after)

        let opened = Date(timeIntervalSince1970: 1_795_247_280)
        if let text = DocumentDate.string(from: opened) {
            print(text)  // 2026-11-21T07:48:00.000Z
        }
        #expect(DocumentDate.string(from: opened) == "2026-11-21T07:48:00.000Z")
        let date = DocumentDate.date(from: "2026-11-21T07:48:00Z")
        #expect(date == opened)
    }

    @Test func `the ID of a model`() throws {
        struct Hotel: DocumentModel {
            @DocumentID var id: String?
            var name: String
        }
        let saved = try collection.repository(of: Hotel.self).save(Hotel(name: "Grand"))
        #expect(saved.id != nil)
    }

    @Test func `an explicit null`() throws {
        struct Hotel: DocumentModel {
            @DocumentID var id: String?
            @ExplicitNull var phone: String?  // "phone": null
            var email: String?  // no key
        }
        let saved = try collection.repository(of: Hotel.self).save(Hotel())
        let id = try #require(saved.id)
        #expect(collection[id]["phone"].exists)
        #expect(!collection[id]["email"].exists)
    }
}
