import DatabaseTestSupport
import Fleece
import Foundation
import Quire
import Testing

@testable import QuireStore

/// Couchbase Lite's Codable methods of collections.
@Suite struct CodableCallsTests {
    let store: OpenTestStore
    let collection: DocumentCollection

    init() throws {
        store = try TestStore.file.open()
        collection = try store.collection
    }

    final class Profile: Codable {
        @DocumentID var pid: String?
        var name: String
        var email: String?
        var contacts: [Contact]

        struct Contact: Codable, Equatable {
            var kind: String
            var since: Date?
        }

        init(pid: String? = nil, name: String, email: String? = nil, contacts: [Contact] = []) {
            self.pid = pid
            self.name = name
            self.email = email
            self.contacts = contacts
        }
    }

    final class Card: Codable, Equatable {
        @DocumentID var id: String?
        var name: String
        var email: String?

        init(id: String? = nil, name: String, email: String? = nil) {
            self.id = id
            self.name = name
            self.email = email
        }

        static func == (card: Card, other: Card) -> Bool {
            (card.id, card.name, card.email) == (other.id, other.name, other.email)
        }
    }

    final class Rate: Codable {
        @DocumentID var id: String?
        var rate = Double.nan

        init(id: String) { self.id = id }
    }

    // MARK: Fact 82

    @Test
    func `a save sets a nil ID, updates, and recreates a deleted document`() throws {
        let profile = Profile(name: "A")
        try collection.save(from: profile)
        let id = try #require(profile.pid)
        profile.name = "B"
        let isSaved = try collection.save(
            from: profile, concurrencyControl: .failOnConflict)
        #expect(try isSaved && collection.document(id: id, as: Profile.self)?.name == "B")
        #expect(collection.count == 1)
        try collection.delete(for: profile)
        #expect(try collection.document(id: id, as: Profile.self) == nil)
        try collection.save(from: profile)
        #expect(try collection.document(id: id, as: Profile.self)?.name == "B")
    }

    @Test func `saving an object purged by another object throws notFound`() throws {
        let (first, second) = try twoLoaded()
        try collection.purge(for: first)
        #expect(collection.count == 0)
        #expect { try collection.save(from: second) } throws: { QuireError.Code.notFound ~= $0 }
    }

    // MARK: Fact 83

    private func twoLoaded() throws -> (Profile, Profile) {
        try collection.save(from: Profile(pid: "p", name: "A"))
        let first = try #require(try collection.document(id: "p", as: Profile.self))
        let second = try #require(try collection.document(id: "p", as: Profile.self))
        first.name = "first"
        second.name = "second"
        try collection.save(from: first)
        return (first, second)
    }

    private var storedName: String? {
        get throws { try collection.document(id: "p", as: Profile.self)?.name }
    }

    @Test func `a stale save wins with lastWriteWins`() throws {
        let (_, second) = try twoLoaded()
        let isSaved = try collection.save(from: second, concurrencyControl: .lastWriteWins)
        #expect(try isSaved && storedName == "second")
    }

    @Test func `a stale save fails with failOnConflict and changes nothing`() throws {
        let (_, second) = try twoLoaded()
        let isSaved = try collection.save(from: second, concurrencyControl: .failOnConflict)
        #expect(try !isSaved && storedName == "first")
        let isDeleted = try collection.delete(for: second, concurrencyControl: .failOnConflict)
        #expect(try !isDeleted && storedName == "first")
    }

    @Test func `a conflict handler's changes are saved and visible in the object`() throws {
        let (_, second) = try twoLoaded()
        let isSaved = try collection.save(from: second) { mine, theirs in
            mine.name = "\(mine.name) and \(theirs?.name ?? "nobody")"
            return true
        }
        #expect(try isSaved && storedName == "second and first")
        #expect(second.name == "second and first")
        let again = try collection.save(from: second, concurrencyControl: .failOnConflict)
        #expect(again)
    }

    @Test func `a conflict handler can give up`() throws {
        let (_, second) = try twoLoaded()
        let isSaved = try collection.save(from: second) { (_, _) in false }
        #expect(try !isSaved && storedName == "first")
    }

    @Test func `a conflict handler receives a deletion and is called again after another change`()
        throws
    {
        let (first, second) = try twoLoaded()
        try collection.delete(for: first)
        var seen: [String?] = []
        let isSaved = try collection.save(from: second) { _, theirs in
            seen.append(theirs?.name)
            if seen.count == 1 { try collection.save(from: first) }
            return true
        }
        #expect(isSaved && seen == [nil, "first"])
    }

    // MARK: Fact 84

    @Test func `nil is stored as null`() throws {
        try collection.save(from: Profile(pid: "p", name: "A"))
        try collection.save(from: Card(id: "c", name: "A"))
        #expect(try store.body("p") == #"{"contacts":[],"email":null,"name":"A"}"#)
        #expect(try store.body("c") == #"{"email":null,"name":"A"}"#)
        #expect(try collection.document(id: "p", as: Profile.self)?.email == nil)
    }

    // MARK: Fact 85

    struct Small: Codable {
        @DocumentID var id: String?
        var number: Int16
    }

    static let misfits = [
        #"{"number":32768}"#, #"{"number":9223372036854775807}"#, #"{"number":"1"}"#,
        #"{"number":1.5}"#, #"{"number":null}"#, "{}", #"{"number":{"a":1}}"#,
    ]

    @Test(arguments: misfits)
    func `a value that does not fit is a decoding error with its cause`(json: String) throws {
        try store.put("s", json)
        let error = #expect(throws: QuireError.self) {
            try collection.document(id: "s", as: Small.self)
        }
        #expect(error?.code.rawValue == 18001)
        #expect(error?.underlyingError is DecodingError)
    }

    @Test func `a value that cannot be encoded is an encoding error with its cause`() throws {
        let error = #expect(throws: QuireError.self) {
            try collection.save(from: Rate(id: "r"))
        }
        #expect(error?.code.rawValue == 18002)
        #expect(error?.underlyingError is EncodingError)
        #expect(try store.body("r") == nil)
    }

    // MARK: Fact 86

    @Test func `a model without a DocumentID cannot be saved, deleted or purged`() throws {
        final class Plain: Codable { var name = "A" }
        for call in [
            { _ = try collection.save(from: Plain()) }, { try collection.delete(for: Plain()) },
            { try collection.purge(for: Plain()) },
        ] as [() throws -> Void] {
            #expect { try call() } throws: { QuireError.Code.invalidParameter ~= $0 }
        }
    }

    @Test func `a row without the ID or a property is an invalid query`() throws {
        try collection.save(from: Card(id: "c", name: "A"))
        for columns in ["name", "META().id AS id", "META().id AS id, 1 AS name"] {
            let error = #expect(throws: QuireError.self) {
                let rows = try store.collection.database.createQuery(
                    QuerySource(verbatim: "SELECT \(columns) FROM _")
                )
                .execute()
                return try rows.data(as: Card.self)
            }
            #expect(error?.code.rawValue == 23)
        }
    }

    @Test func `rows decode by their columns, and by a document's`() throws {
        try collection.save(from: Card(id: "c", name: "A", email: "a@b"))
        func cards(_ columns: String, _ dataKey: String? = nil) throws -> [Card] {
            try store.collection.database.createQuery(
                QuerySource(verbatim: "SELECT \(columns) FROM _")
            ).execute()
                .data(as: Card.self, dataKey: dataKey)
        }
        let expected = [Card(id: "c", name: "A", email: "a@b")]
        #expect(try cards("META().id AS id, name, email") == expected)
        #expect(try cards("META().id AS id, *", "_") == expected)
        // Columns take precedence over the document's properties, and the row has no revision.
        let row = try #require(try cards("META().id AS id, 'B' AS name, *", "_").first)
        #expect(row.name == "B" && row.$id == nil)
        #expect { try cards("META().id AS id, *", "wrong") } throws: {
            QuireError.Code.invalidQuery ~= $0
        }
    }

    // MARK: Fact 87

    static let dates = [
        "1970-01-01T00:00:01Z", "1970-01-01T00:00:01.000Z", "1970-01-01T01:00:01+01:00",
    ]

    @Test(arguments: dates)
    func `dates without a fraction decode, at every depth`(date: String) throws {
        try store.put("p", #"{"name":"A","contacts":[{"kind":"b","since":"\#(date)"}]}"#)
        let profile = try collection.document(id: "p", as: Profile.self)
        #expect(profile?.contacts.first?.since == Date(timeIntervalSince1970: 1))
    }

    // MARK: Fact 88

    class Base: Codable {
        @DocumentID var id: String?
        var name = "base"
        init() {}
    }

    final class Derived: Base {
        var extra = 1
        var owner: Card?

        enum CodingKeys: String, CodingKey { case extra, owner }

        override init() { super.init() }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            extra = try container.decode(Int.self, forKey: .extra)
            owner = try container.decodeIfPresent(Card.self, forKey: .owner)
            try super.init(from: container.superDecoder())
        }

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(extra, forKey: .extra)
            try container.encodeIfPresent(owner, forKey: .owner)
            try super.encode(to: container.superEncoder())
        }
    }

    @Test func `a superclass is stored for the key super, and its ID is the document's`() throws {
        let derived = Derived()
        derived.owner = Card(id: "x", name: "owner")
        try collection.save(from: derived)
        let id = try #require(derived.id)
        #expect(
            try store.body(id)
                == #"{"extra":1,"owner":{"email":null,"id":"x","name":"owner"},"super":{"name":"base"}}"#
        )
        let loaded = try #require(try collection.document(id: id, as: Derived.self))
        #expect(loaded.id == id && loaded.owner?.id == "x")
        loaded.name = "again"
        try collection.save(from: loaded)
        #expect(collection.count == 1)
    }

    @Test func `a nested model's ID can be null`() throws {
        try store.put(
            "d", #"{"extra":2,"owner":{"id":null,"name":"n"},"super":{"name":"b","id":"other"}}"#)
        let loaded = try #require(try collection.document(id: "d", as: Derived.self))
        #expect(loaded.id == "d" && loaded.owner?.id == nil && loaded.owner?.name == "n")
    }

    @Test func `saving an object as its superclass also sets its ID`() throws {
        let derived = Derived()
        try collection.save(from: derived as Base)
        let id = try #require(derived.id)
        #expect(try collection.document(id: id, as: Derived.self)?.extra == 1)
    }

    // MARK: Fact 89

    @Test func `a DocumentID decodes from plain JSON and becomes the document's ID`() throws {
        let json = #"{"pid":"p-1","name":"A","contacts":[]}"#
        let profile = try JSONDecoder().decode(Profile.self, from: Data(json.utf8))
        #expect(profile.pid == "p-1")
        try collection.save(from: profile)
        #expect(try collection.document(id: "p-1", as: Profile.self)?.name == "A")
        let text = String(decoding: try JSONEncoder().encode(profile), as: UTF8.self)
        #expect(text.contains(#""pid":"p-1""#))
    }

    // MARK: The rest

    @Test func `a save replaces the whole body`() throws {
        try store.put("c", #"{"name":"A","unknown":1}"#)
        let card = try #require(try collection.document(id: "c", as: Card.self))
        try collection.save(from: card)
        #expect(try store.body("c") == #"{"email":null,"name":"A"}"#)
    }

    @Test func `a new model replaces an existing document, unless forbidden`() throws {
        try collection.save(from: Card(id: "c", name: "A"))
        let isSaved = try collection.save(
            from: Card(id: "c", name: "B"), concurrencyControl: .failOnConflict)
        #expect(!isSaved)
        try collection.save(from: Card(id: "c", name: "B"))
        #expect(try collection.document(id: "c", as: Card.self)?.name == "B")
    }

    @Test func `an unsaved object is not found`() {
        for id in [nil, "none"] {
            let card = Card(id: id, name: "A")
            #expect { try collection.delete(for: card) } throws: { QuireError.Code.notFound ~= $0 }
            #expect { try collection.purge(for: card) } throws: { QuireError.Code.notFound ~= $0 }
        }
    }

    @Test func `a purged object can be saved as a new one`() throws {
        let profile = Profile(name: "A")
        try collection.save(from: profile)
        let id = profile.pid
        try collection.purge(for: profile)
        let isSaved = try collection.save(
            from: profile, concurrencyControl: .failOnConflict)
        #expect(isSaved && profile.pid == id)
    }

    @Test func `a deletion does not encode the model`() throws {
        try store.put("a", #"{"rate":1}"#)
        try collection.delete(for: Rate(id: "a"))
        #expect(collection.count == 0)
    }
}
