import CouchbaseLiteSwift
import Testing

/// The methods of collections and results for `Codable` classes.
@Suite struct ModelTests {
    final class Profile: Codable {
        @DocumentID var id: String?
        var name: String
        var email: String?

        init(id: String? = nil, name: String) {
            self.id = id
            self.name = name
        }
    }

    final class Plain: Codable {
        var name = "A"
    }

    let test: TestDatabase
    let collection: Collection

    init() throws {
        test = try TestDatabase()
        collection = test.collection
    }

    @Test func `saving sets the ID, and a second save is an update`() throws {
        let profile = Profile(name: "A")
        try collection.save(from: profile)
        let id = try #require(profile.id)
        profile.name = "B"
        #expect(try collection.save(from: profile, concurrencyControl: .failOnConflict))
        #expect(try collection.document(id: id, as: Profile.self)?.name == "B")
        #expect(collection.count == 1)
        try collection.delete(for: profile)
        #expect(try collection.document(id: id, as: Profile.self) == nil)
        try collection.save(from: profile)
        try collection.purge(for: profile)
        #expect(collection.count == 0)
    }

    @Test func `nil is stored as null`() throws {
        try collection.save(from: Profile(id: "p", name: "A"))
        #expect(try collection.document(id: "p")?.toJSON() == #"{"email":null,"name":"A"}"#)
    }

    @Test func `saving a stale model is a conflict`() throws {
        let mine = Profile(id: "p", name: "A")
        try collection.save(from: mine)
        let theirs = try #require(try collection.document(id: "p", as: Profile.self))
        theirs.name = "theirs"
        try collection.save(from: theirs)
        mine.name = "mine"
        #expect(try !collection.save(from: mine, concurrencyControl: .failOnConflict))
        #expect(try !collection.delete(for: mine, concurrencyControl: .failOnConflict))
        let resolved = try collection.save(from: mine) { new, existing in
            new.name += " and \(existing?.name ?? "none")"
            return true
        }
        #expect(resolved && mine.name == "mine and theirs")
        #expect(try collection.document(id: "p", as: Profile.self)?.name == mine.name)
        #expect(try !collection.save(from: theirs) { _, _ in false })
    }

    @Test func `rows decode by column and by a whole document`() throws {
        try collection.save(from: Profile(id: "p", name: "A"))
        struct Row: Decodable { let id: String, name: String }
        let query = try test.database.createQuery("SELECT META().id AS id, name FROM _")
        #expect(try query.execute().data(as: Row.self).map(\.name) == ["A"])
        let all = try test.database.createQuery("SELECT META().id AS id, * FROM _")
        let row = try #require(try all.execute().next())
        #expect(try row.data(as: Profile.self, dataKey: "_").id == "p")
        let names = try test.database.createQuery("SELECT name FROM _").execute()
        #expect(thrownCode { _ = try names.data(as: Profile.self) } == CBLError.invalidQuery)
    }

    @Test func `errors have the codes of the original`() throws {
        try collection.save(document: MutableDocument(id: "p", data: ["name": 1]))
        let calls: [(Int, () throws -> Void)] = [
            (CBLError.invalidParameter, { try collection.save(from: Plain()) }),
            (CBLError.invalidParameter, { try collection.delete(for: Plain()) }),
            (CBLError.notFound, { try collection.delete(for: Profile(name: "A")) }),
            (CBLError.notFound, { try collection.purge(for: Profile(id: "none", name: "A")) }),
            (
                CBLError.decodingError,
                { _ = try collection.document(id: "p", as: Profile.self) }
            ),
        ]
        for (code, call) in calls { #expect(thrownCode(call) == code) }
    }
}
