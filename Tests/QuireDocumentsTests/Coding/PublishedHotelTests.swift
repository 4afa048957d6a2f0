import DatabaseTestSupport
import Fleece
import Foundation
import Quire
import QuireTestSupport
import Testing

@testable import QuireStore
@testable import QuireDocuments

/// The hotels of Couchbase's travel sample as complete models.
@Suite(.enabled(if: PublishedData.hotels != nil))
struct PublishedHotelTests {
    /// A line of `hotels.jsonl`, with the hotel's properties at the same level.
    struct ScopedHotel: Codable {
        var hotel: PublishedHotel
        var id: String
        var scope: String
        var collection: String
        var channels: [String]

        enum CodingKeys: String, CodingKey {
            case id = "_id"
            case scope
            case collection
            case channels
        }

        init(from decoder: any Decoder) throws {
            hotel = try PublishedHotel(from: decoder)
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(String.self, forKey: .id)
            scope = try container.decode(String.self, forKey: .scope)
            collection = try container.decode(String.self, forKey: .collection)
            channels = try container.decode([String].self, forKey: .channels)
        }

        func encode(to encoder: any Encoder) throws {
            try hotel.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(id, forKey: .id)
            try container.encode(scope, forKey: .scope)
            try container.encode(collection, forKey: .collection)
            try container.encode(channels, forKey: .channels)
        }
    }

    /// A hotel of the database that Couchbase Lite 2.0 wrote.
    class StoredHotel: Codable {
        var id: Int
        var type: String
        var title: String
        @ExplicitNull var alias: String?
        @ExplicitNull var checkin: String?
        @ExplicitNull var checkout: String?
        @ExplicitNull var directions: String?
        @ExplicitNull var fax: String?
        @ExplicitNull var tollfree: String?
    }

    /// The remaining properties, in the same object.
    final class SampleHotel: StoredHotel {
        var hotel: PublishedHotel

        required init(from decoder: any Decoder) throws {
            hotel = try PublishedHotel(from: decoder)
            try super.init(from: decoder)
        }

        override func encode(to encoder: any Encoder) throws {
            try super.encode(to: encoder)
            try hotel.encode(to: encoder)
        }
    }

    private func check<Model: Codable>(
        _ type: Model.Type, _ body: FleeceValue, _ keys: MutableSharedKeys
    ) throws {
        let model = try DocumentDecoder().decode(type, from: body)
        let writer = FleeceWriter(sharedKeys: keys)
        try DocumentEncoder().encode(model, into: writer)
        let bytes = try writer.finish()
        let root = try #require(FleeceStorage(bytes, sharedKeys: keys.snapshot).root)
        let source = try body.json(.canonical)
        #expect(try root.json(.canonical) == source)
        #expect(try DocumentEncoder().encodeToJSON(model, format: .canonical) == source)
    }

    @Test func `350 hotels survive a round trip from JSON through models`() throws {
        let text = try String(contentsOf: #require(PublishedData.hotels), encoding: .utf8)
        let keys = MutableSharedKeys()
        var count = 0
        for line in text.split(separator: "\n") {
            try check(
                ScopedHotel.self, #require(FleeceStorage(json: String(line)).root), keys)
            count += 1
        }
        #expect(count == 350)
    }

    /// Some properties of a hotel, without the keys of its body.
    struct Facilities: Codable, Equatable {
        var publicLikes: [String]
        var freeBreakfast: Bool
        var petsOk: Bool
    }

    @Test func `snake case finds the same values as a hotel's own keys`() throws {
        var decoder = DocumentDecoder()
        decoder.keyDecodingStrategy = .snakeCase
        var encoder = DocumentEncoder()
        encoder.keyEncodingStrategy = .snakeCase
        let text = try String(contentsOf: #require(PublishedData.hotels), encoding: .utf8)
        for line in text.split(separator: "\n") {
            let body = try #require(FleeceStorage(json: String(line)).root)
            let facilities = try decoder.decode(Facilities.self, from: body)
            let hotel = try DocumentDecoder().decode(PublishedHotel.self, from: body)
            let found = Facilities(
                publicLikes: hotel.publicLikes, freeBreakfast: hotel.hasFreeBreakfast,
                petsOk: hotel.takesPets)
            let written = try #require(encoder.encodeToFleece(facilities).root?.dictionary)
            let strange = try written.filter { key, value in
                try value.json(.canonical) != body.dictionary?[key]?.json(.canonical)
            }
            #expect(facilities == found && written.count == 3 && strange.isEmpty)
        }
    }

    @Test(.enabled(if: PublishedData.file("travel-sample.cblite2") != nil))
    func `917 hotels of a database survive a round trip through models`() throws {
        let folder = try StoreFolder()
        let original = try #require(PublishedData.file("travel-sample.cblite2/db.sqlite3"))
        let copy = URL(filePath: folder.path + "/travel-sample.cblite2/db.sqlite3")
        try FileManager.default.createDirectory(
            at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: original, to: copy)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: copy.path)
        let collection = try folder.open("travel-sample").defaultCollection()
        let keys = MutableSharedKeys()
        var count = 0
        try collection.forEachRecord { record in
            guard record.body["type"]?.string == "hotel" else { return }
            try check(SampleHotel.self, record.body.value, keys)
            count += 1
        }
        #expect(count == 917)
    }
}
