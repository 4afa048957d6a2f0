import Quire
import Testing

/// Conflict handlers of models, as they are written for Couchbase Lite: without the types of their
/// parameters.
@Suite struct ConflictHandlerSpellingTests {
    final class Profile: Codable {
        @DocumentID var id: String?
        var name: String

        init(id: String, name: String) {
            self.id = id
            self.name = name
        }
    }

    struct Card: Codable, Equatable {
        @DocumentID var id: String?
        var name: String
    }

    let collection: DocumentCollection

    init() throws {
        collection = try Database(inMemoryNamed: "handlers").defaultCollection()
    }

    @Test func `a handler changes an object in place`() throws {
        let mine = Profile(id: "p", name: "A")
        try collection.save(from: mine)
        let theirs = try #require(try collection.document(id: "p", as: Profile.self))
        theirs.name = "theirs"
        try collection.save(from: theirs)
        mine.name = "mine"
        let resolved = try collection.save(from: mine) { new, existing in
            new.name += " and \(existing?.name ?? "none")"
            return true
        }
        #expect(resolved)
        #expect(mine.name == "mine and theirs")
        #expect(try collection.document(id: "p", as: Profile.self)?.name == mine.name)
    }

    @Test func `a handler changes a structure as a parameter`() throws {
        let card = try collection.save(from: Card(id: "c", name: "A"))
        try collection.save(from: Card(id: "c", name: "theirs"))
        let saved = try collection.save(from: card) { new, existing in
            new.name += " and \(existing?.name ?? "none")"
            return true
        }
        #expect(saved?.name == "A and theirs")
    }
}
