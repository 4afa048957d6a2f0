import Fleece
import Foundation
import QuireTestSupport
import Testing

@testable import Quire

/// The hotels of Couchbase's travel sample as complete models: nothing of a body is left over.
@Suite(.enabled(if: PublishedData.hotels != nil))
struct PublishedHotelTests {
    struct Geo: Codable {
        var accuracy: String
        var lat: Double
        var lon: Double
    }

    struct Review: Codable {
        var author: String
        var content: String
        var date: String
        var ratings: [String: Int]
    }

    /// What both collections of hotels have.
    struct Facts: Codable {
        @ExplicitNull var address: String?
        @ExplicitNull var city: String?
        @ExplicitNull var email: String?
        @ExplicitNull var phone: String?
        @ExplicitNull var price: String?
        @ExplicitNull var state: String?
        // A text: that of one hotel is no URL.
        @ExplicitNull var url: String?
        var country: String
        var description: String
        var name: String
        var geo: Geo
        var reviews: [Review]
        var publicLikes: [String]
        var freeBreakfast: Bool
        var freeInternet: Bool
        var freeParking: Bool
        var petsOk: Bool
        var vacancy: Bool
    }

    /// A line of `hotels.jsonl`: its facts lie beside its own pairs.
    struct ScopedHotel: Codable {
        var facts: Facts
        var id: String
        var scope: String
        var collection: String
        var channels: [String]
        var image: Blob?

        enum CodingKeys: String, CodingKey {
            case id = "_id"
            case scope
            case collection
            case channels
            case image
        }

        init(from decoder: any Decoder) throws {
            facts = try Facts(from: decoder)
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(String.self, forKey: .id)
            scope = try container.decode(String.self, forKey: .scope)
            collection = try container.decode(String.self, forKey: .collection)
            channels = try container.decode([String].self, forKey: .channels)
            image = try container.decodeIfPresent(Blob.self, forKey: .image)
        }

        func encode(to encoder: any Encoder) throws {
            try facts.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(id, forKey: .id)
            try container.encode(scope, forKey: .scope)
            try container.encode(collection, forKey: .collection)
            try container.encode(channels, forKey: .channels)
            try container.encodeIfPresent(image, forKey: .image)
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

    /// Its facts are its subclass's, in the same object.
    final class SampleHotel: StoredHotel {
        var facts: Facts

        required init(from decoder: any Decoder) throws {
            facts = try Facts(from: decoder)
            try super.init(from: decoder)
        }

        override func encode(to encoder: any Encoder) throws {
            try super.encode(to: encoder)
            try facts.encode(to: encoder)
        }
    }

    private static let encoder = {
        var encoder = DocumentEncoder()
        encoder.keyEncodingStrategy = .snakeCase
        return encoder
    }()

    private static let decoder = {
        var decoder = DocumentDecoder()
        decoder.keyDecodingStrategy = .snakeCase
        return decoder
    }()

    private func check<Model: Codable>(
        _ type: Model.Type, _ body: FleeceValue, _ keys: MutableSharedKeys
    ) throws {
        let model = try Self.decoder.decode(type, from: body)
        let writer = FleeceWriter(sharedKeys: keys)
        try Self.encoder.encode(model, into: writer)
        let bytes = try writer.finish()
        let root = try #require(FleeceStorage(bytes, sharedKeys: keys.snapshot).root)
        let source = try body.json(.canonical)
        #expect(try root.json(.canonical) == source)
        #expect(try Self.encoder.encodeToJSON(model, format: .canonical) == source)
    }

    @Test func `350 hotels of a text become models and the same text again`() throws {
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

    @Test(.enabled(if: PublishedData.file("travel-sample.cblite2") != nil))
    func `917 hotels of a database become models and the same bodies again`() throws {
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
