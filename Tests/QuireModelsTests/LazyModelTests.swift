import DatabaseTestSupport
import Foundation
import Quire
import Testing

/// A property that is read from a stored document equals the property of the decoded model.
@Suite struct LazyModelTests {
    enum Kind: String, Codable, Sendable { case hut, palace }

    struct Address: Codable, Equatable, Sendable {
        var city: String
        var postcode: String?
    }

    struct Site: DocumentModel, Equatable, DefaultsProviding {
        @DocumentID var id: String?
        var name = ""
        var stars = 3
        var level: UInt8 = 7
        var largest: UInt64 = .max
        var rate = 1.5
        var isOpen = true
        var kind = Kind.hut
        var since = Date(timeIntervalSince1970: 0)
        var owner: UUID?
        var nick: String? = "none"
        var tags: [String] = ["new"]
        var scores: [String: Int] = [:]
        var address = Address(city: "Bergen", postcode: "5003")
        var second: Address?

        var label: String { "\(name) (\(stars))" }
        var mirror: Mirror { Mirror(reflecting: name) }

        static let defaults = Site()
    }

    /// A property with the function that reads it from a model and the one that reads it lazily.
    struct Property: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let equal: @Sendable (LazyModel<Site>, Site) throws -> Bool

        init<Value: Codable & Equatable & SendableMetatype>(
            _ name: String, _ keyPath: any KeyPath<Site, Value> & Sendable
        ) {
            testDescription = name
            equal = { try $0[keyPath] == $1[keyPath: keyPath] }
        }

        static let all = [
            Property("id", \.id), Property("name", \.name), Property("stars", \.stars),
            Property("level", \.level), Property("largest", \.largest), Property("rate", \.rate),
            Property("isOpen", \.isOpen), Property("kind", \.kind), Property("since", \.since),
            Property("owner", \.owner), Property("nick", \.nick), Property("tags", \.tags),
            Property("scores", \.scores), Property("address", \.address),
            Property("address.city", \.address.city),
            Property("address.postcode", \.address.postcode), Property("second", \.second),
            Property("second?.city", \.second?.city),
            Property("second?.postcode", \.second?.postcode), Property("label", \.label),
        ]
    }

    static let bodies = [
        #"{"type":"site"}"#,
        #"{"type":"site","nick":null,"second":null,"owner":null}"#,
        #"{"type":"site","name":"","tags":[],"scores":{}}"#,
        #"""
        {"type":"site","name":"Grønn 🏔","stars":-9223372036854775808,"level":255,"largest":0,
         "rate":-0.0,"isOpen":false,"kind":"palace","since":"2024-05-17T12:00:00.000Z",
         "owner":"5E2D6D6C-7B9A-4A6C-9D0F-0A3A3D5F6B7C","nick":"n","tags":["a","b"],
         "scores":{"x":1,"":2},"address":{"city":"Oslo"},
         "second":{"city":"Rome","postcode":"00100"},"unknown":[1]}
        """#,
        #"{"type":"site","name":"A","rate":3,"second":{"city":"Rome"},"stars":4.0}"#,
    ]

    let store: OpenTestStore
    let sites: Repository<Site>

    init() throws {
        store = try TestStore.database.open()
        sites = try store.repository(of: Site.self)
    }

    @Test(arguments: bodies, Property.all)
    func `a property equals that of the model`(body: String, property: Property) throws {
        try store.put("x", body)
        let row = try #require(try sites.lazy().first)
        #expect(try property.equal(row, row.model()))
    }

    @Test func `a member reads a property, also a computed one`() throws {
        try store.put("x", Self.bodies[3])
        let row = try #require(try sites.lazy().first)
        let texts = [
            try row.name, try row.address.city, try row.label, row.id,
            "\(try row.mirror.subjectType)",
        ]
        #expect(texts == ["Grønn 🏔", "Oslo", "Grønn 🏔 (\(Int.min))", "x", "String"])
    }

    @Test func `a selection gives its models in its order, within its limit`() throws {
        for number in 0..<20 { try sites.save(Site(id: "\(number)", name: "n", stars: number % 7)) }
        let selection = sites.filter { $0.stars > 2 }.sorted(by: \.stars, .descending).limit(7)
        #expect(try selection.lazy().map { try $0.model() } == selection.all())
    }

    @Test func `asynchronous calls give the same`() async throws {
        try await sites.save(Site(id: "a", name: "A"))
        let all = try await sites.lazy().map(\.id)
        let some = try await sites.filter { $0.stars == 3 }.lazy().map(\.id)
        #expect([all, some] == [["a"], ["a"]])
    }

    @Test func `a row keeps the revision that was read`() throws {
        try sites.save(Site(id: "a", name: "old"))
        let saved = try #require(try sites.findStored("a"))
        let row = try #require(try sites.lazy().first)
        try sites.upsert(Site(id: "a", name: "new"))
        #expect(
            try row.name == "old" && row.revisionID == saved.revisionID
                && row.sequence == saved.sequence)
    }

    @Test func `an empty selection gives no rows`() throws {
        #expect(try sites.lazy().isEmpty)
    }

    @Test(arguments: [
        #"{"type":"site","stars":"four"}"#, #"{"type":"site","stars":null}"#,
        #"{"type":"site","stars":1.5}"#, #"{"type":"site","stars":[4]}"#,
        #"{"type":"site","stars":9223372036854775808}"#,
    ])
    func `a value of another type throws the error of the model`(body: String) throws {
        try store.put("x", body)
        let row = try #require(try sites.lazy().first)
        func message(_ read: () throws -> Int) -> String {
            do { return "\(try read())" } catch { return "\(error)" }
        }
        let expected = message { try row.model().stars }
        #expect(expected.contains("DecodingError") || expected.contains("stars"))
        #expect(message { try row.stars } == expected)
    }

    // MARK: Models with their own coding

    struct Chosen: DocumentModel, Equatable {
        @DocumentID var id: String?
        var title: String
        var color: String?

        private enum Keys: String, CodingKey { case title = "t", color }

        init(title: String) { self.title = title }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            title = try container.decode(String.self, forKey: .title)
            color = try container.decodeIfPresent(String.self, forKey: .color) ?? "grey"
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode(title, forKey: .title)
            try container.encodeIfPresent(color, forKey: .color)
        }
    }

    @Test func `a missing optional value gets what the model's decoder gives it`() throws {
        let chosen = try store.repository(of: Chosen.self)
        try store.put("x", #"{"type":"chosen","t":"T"}"#)
        let row = try #require(try chosen.lazy().first)
        #expect(try [row.title, row.color] == ["T", "grey"])
    }

    @Test func `a document of an earlier version is migrated`() throws {
        struct Moved: VersionedModel, Equatable {
            @DocumentID var id: String?
            var name: String
            static let migrations = Migrations<Moved>()
                .migrate(to: 2) { $0.rename("title", to: "name") }
        }
        let moved = try store.repository(of: Moved.self)
        try store.put("x", #"{"type":"moved","title":"T"}"#)
        #expect(try moved.lazy().map { try $0.name } == ["T"])
    }

    @Test func `a member of a family is decoded`() throws {
        let shapes = try store.repository(of: Shape.self)
        try shapes.save(.circle(Circle(id: "c", radius: 2)))
        #expect(try shapes.lazy().map { try $0.model() } == [.circle(Circle(id: "c", radius: 2))])
    }

    @Test func `items of an array are read, at any index`() throws {
        try sites.save(Site(id: "x", tags: (0..<200).map(String.init)))
        let row = try #require(try sites.lazy().first)
        let items = try (0..<200).map { index in try row[\.tags[index]] }
        #expect(items == (0..<200).map(String.init))
    }
}
