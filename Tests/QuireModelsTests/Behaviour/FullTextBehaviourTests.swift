import DatabaseTestSupport
import Foundation
import Quire
import SQLPlusPlus
import Testing

@testable import QuireQuery

/// Full-text search with every engine.
///
/// The engines differ in the stems of some words, in stop words, and in ranks, so the tests use words
/// that all of them find.
@Suite struct FullTextBehaviourTests {
    struct Note: DocumentModel {
        @DocumentID var id: String?
        var text: String
    }

    struct Hotel: DocumentModel, Equatable {
        @DocumentID var id: String?
        var name: String
        var description: String
        var stars = 3
        var address = Address()
        var tags: [String]?
    }

    struct Address: Codable, Equatable { var city = "Bergen" }

    struct Inn: IndexedModel {
        @DocumentID var id: String?
        var name: String
        var about: String

        static var indexes: [ModelIndex<Inn>] {
            [ModelIndex(on: \.name), .fullText(on: \.name, \.about, language: .english)]
        }
    }

    /// The engines that search text.
    static let engines = TestStore.all.filter { $0 != .memory }

    private func hotels(_ kind: TestStore) throws -> Repository<Hotel> {
        let hotels = try kind.open().repository(of: Hotel.self)
        try hotels.save([
            Hotel(
                id: "harbour", name: "Harbour House",
                description: "Quiet rooms with a view of the sea. The sea is near.", stars: 4),
            Hotel(
                id: "grand", name: "Grand Café", description: "Large halls, no sea view.", stars: 5),
            Hotel(id: "station", name: "Station Inn", description: "Near the railway.", stars: 2),
        ])
        return hotels
    }

    private func ids(_ selection: Selection<Hotel>) throws -> [String] {
        try selection.all().compactMap(\.id)
    }

    // MARK: Capabilities

    @Test(arguments: TestStore.all)
    func `an engine searches text or throws an error that names it`(kind: TestStore) throws {
        let notes = try kind.open().repository(of: Note.self)
        try notes.save(Note(id: "a", text: "The sea"))
        guard notes.store.capabilities.contains(.fullText) else {
            #expect(kind == .memory)
            let search = #expect(throws: QuireError.self) {
                try notes.matching("sea", in: \.text).all()
            }
            let matches = #expect(throws: QuireError.self) {
                try notes.matching("sea", in: \.text).matches()
            }
            let creation = #expect(throws: QuireError.self) {
                try notes.createFullTextIndex(on: \.text, language: .english)
            }
            for error in [search, matches, creation] {
                #expect(error?.code == .unsupportedOperation)
                #expect(error?.message.contains(notes.store.database.engineName) == true)
            }
            return
        }
        try notes.createFullTextIndex(on: \.text, language: .english)
        #expect(try notes.matching("seas", in: \.text).all().map(\.id) == ["a"])
    }

    // MARK: Searching

    @Test(arguments: engines)
    func `a search finds models, the best match first`(kind: TestStore) throws {
        let hotels = try hotels(kind)
        try hotels.createFullTextIndex(on: \.description, language: .english)
        #expect(try ids(hotels.matching("sea", in: \.description)) == ["harbour", "grand"])
        #expect(try ids(hotels.matching("sea view", in: \.description)).count == 2)
        #expect(try hotels.matching("viewing", in: \.description).count() == 2)
        let names = try hotels.matching("sea", in: \.description).select(\.name).all()
        #expect(names == ["Harbour House", "Grand Café"])
    }

    @Test(arguments: engines)
    func `a search can be filtered, sorted, limited and aggregated`(kind: TestStore) throws {
        let hotels = try hotels(kind)
        try hotels.createFullTextIndex(on: \.description, language: .english)
        let sea = hotels.matching("sea", in: \.description)
        let best = sea.filter { $0.stars >= 4 }
        #expect(try best.sorted(by: \.stars, .descending).first()?.id == "grand")
        #expect(try ids(best.limit(1)) == ["harbour"])
        #expect(try ids(sea.offset(1)) == ["grand"])
        #expect(try sea.filter { $0.stars == 5 }.count() == 1)
        #expect(try sea.sum(of: \.stars) == 9)
        #expect(try hotels.matching("railway", in: \.description).exists())
        #expect(try sea.grouped(by: \.stars).select { $0.count }.all() == [1, 1])
    }

    @Test(arguments: engines)
    func `matches have ranks, highlights and snippets`(kind: TestStore) throws {
        let hotels = try hotels(kind)
        try hotels.createFullTextIndex(on: \.name, \.description, language: .english)
        let matches = try hotels.matching("sea view", in: \.name, \.description).matches()
        let first = try #require(matches.first { $0.id == "harbour" })
        #expect(first.stars == 4 && first.address.city == "Bergen" && first.rank > 0)
        #expect(matches.map(\.rank) == matches.map(\.rank).sorted(by: >))
        let text = try #require(first.highlights(in: \.description))
        #expect(text.marked() == "Quiet rooms with a **view** of the **sea**. The **sea** is near.")
        #expect(first.highlights(in: \.name) == nil)
        #expect(first.snippet(maxLength: 30).marked("<b>", "</b>").contains("<b>sea</b>"))
    }

    @Test(arguments: engines)
    func `found words are highlighted with their accents and endings`(kind: TestStore) throws {
        let hotels = try hotels(kind)
        try hotels.createFullTextIndex(
            on: \.description, language: .english, ignoringAccents: true)
        try hotels.save(
            Hotel(
                id: "x", name: "X", description: "🏨 Cafés, CAFE\u{301} & “cafe”\n—rooms’ café-bar"))
        let match = try #require(
            try hotels.matching("café room", in: \.description).matches().first)
        #expect(
            match.highlights(in: \.description)?.marked("[", "]")
                == "🏨 [Cafés], [CAFE\u{301}] & “[cafe]”\n—[rooms]’ [café]-bar")
    }

    @Test(arguments: engines)
    func `without a language, each prefix of a word is found`(kind: TestStore) throws {
        let hotels = try hotels(kind)
        try hotels.createFullTextIndex(on: \.description)
        try hotels.update("harbour") { $0.description = "Walking on the beach" }
        for prefixes in ["b", "be", "beach", "walki", "the", "on th w"] {
            let found = hotels.matching(prefixes, as: .prefixes, in: \.description)
            #expect(try found.all().contains { $0.id == "harbour" }, "\(prefixes)")
        }
        try hotels.createFullTextIndex(on: \.description, language: .english)
        for prefixes in ["be", "walki"] {
            let found = hotels.matching(prefixes, as: .prefixes, in: \.description)
            #expect(try found.exists() == false, "\(prefixes)")
        }
    }

    @Test(arguments: engines)
    func `words can be alternatives, phrases, prefixes or an expression`(kind: TestStore) throws {
        let hotels = try hotels(kind)
        try hotels.createFullTextIndex(on: \.description, language: .english)
        func found(_ text: String, _ mode: TextSearchMode) throws -> [String] {
            try ids(hotels.matching(text, as: mode, in: \.description)).sorted()
        }
        #expect(try found("halls railway", .allWords) == [])
        #expect(try found("halls the railway", .anyWord) == ["grand", "station"])
        #expect(try found("sea view", .phrase) == ["grand"])
        #expect(try found("rail", .prefixes) == ["station"])
        #expect(try found("rail", .allWords) == [])
        #expect(try found("\"sea view\" OR rail*", .expression) == ["grand", "station"])
        #expect(try found("sea NOT halls", .expression) == ["harbour"])
        #expect(try found("(sea halls) OR (railway near)", .expression) == ["grand", "station"])
        #expect(try found("quiet NEAR/0 view", .expression) == [])
        #expect(try found("quiet NEAR/3 view", .expression) == ["harbour"])
        #expect(try found("view NEAR quiet", .expression) == ["harbour"])
        #expect(try found("description:halls sea", .expression) == ["grand"])
        #expect(
            try found("sea AND view NOT quiet OR railway", .expression) == ["grand", "station"])
        #expect(try found("  ", .expression) == [])
    }

    @Test(
        arguments: engines,
        ["\"sea", "(sea", "sea OR", "NOT sea", "AND", ")", "NEAR", "sea NEAR (a)"])
    func `an invalid expression is a typed error`(kind: TestStore, text: String) throws {
        let hotels = try hotels(kind)
        try hotels.createFullTextIndex(on: \.description, language: .english)
        let error = #expect(throws: QuireError.self) {
            try hotels.matching(text, as: .expression, in: \.description).count()
        }
        #expect(error?.code == .invalidQuery)
        #expect(error?.message.contains("is not a valid full-text expression") == true)
    }

    static let anyTexts = [
        "sea", "\"sea", "sea\"", "sea*", "*", "(sea", "sea)", "()", "-sea", "sea -", "OR sea",
        "sea OR", "NOT", "NEAR/2", "description:sea", "name:", "^sea", "", " ", "🌊", "sea🌊", "'",
        "\\",
        "sea\0view", "%", "the", "''; DROP TABLE x", "a\u{301}", "\u{301}", "(((", "\u{FEFF}sea",
        "海",
        "sea:*", "!sea", "sea & view | x", "sea <-> view", "$1", "sea':*B", "\n\t", "½ ² №", "हिन्दी",
        String(repeating: "(", count: 5_000), String(repeating: "\"", count: 999),
        String(repeating: "x", count: 5_000), "²\u{37e}\u{1fef}\u{212a}",
    ]

    @Test(arguments: engines)
    func `any text that a user types is a valid search`(kind: TestStore) throws {
        let hotels = try hotels(kind)
        try hotels.createFullTextIndex(on: \.description, language: .english)
        for text in Self.anyTexts {
            for mode in [TextSearchMode.allWords, .anyWord, .phrase, .prefixes] {
                let matches = try hotels.matching(text, as: mode, in: \.description).matches()
                if text.contains("sea"), mode == .anyWord {
                    #expect(Set(matches.map(\.id)) == ["harbour", "grand"], "\(text)")
                }
            }
        }
    }

    @Test(arguments: engines)
    func `text without words matches nothing`(kind: TestStore) throws {
        let hotels = try hotels(kind)
        try hotels.createFullTextIndex(on: \.description, language: .english)
        for text in ["", "   ", "!?", "🌊", "the of", "\""] {
            for mode in [TextSearchMode.allWords, .anyWord, .phrase, .prefixes] {
                let search = hotels.matching(text, as: mode, in: \.description)
                #expect(try search.all().isEmpty && search.matches().isEmpty, "\(text)")
                #expect(try search.count() == 0, "\(text)")
            }
        }
    }

    @Test(arguments: engines)
    func `a search for too many words is a typed error`(kind: TestStore) throws {
        let hotels = try hotels(kind)
        try hotels.createFullTextIndex(on: \.description)
        let text = (0..<10_000).map { "w\($0)" }.joined(separator: " ")
        let error = #expect(throws: QuireError.self) {
            try hotels.matching(text, in: \.description).all()
        }
        #expect(error?.code == .invalidParameter)
        let many = (0..<500).map { "w\($0)" }.joined(separator: " ")
        try hotels.update("grand") { $0.description = many }
        for mode in [TextSearchMode.allWords, .anyWord, .phrase, .prefixes] {
            #expect(try ids(hotels.matching(many, as: mode, in: \.description)) == ["grand"])
        }
    }

    // MARK: Properties

    @Test(arguments: engines)
    func `properties of an index can be searched one by one`(kind: TestStore) throws {
        let hotels = try hotels(kind)
        try hotels.createFullTextIndex(
            on: \.name, \.description, \.address.city, ignoringAccents: true)
        #expect(try ids(hotels.matching("cafe", in: \.name)) == ["grand"])
        #expect(try ids(hotels.matching("cafe", in: \.description)).isEmpty)
        #expect(try hotels.matching("bergen", in: \.address.city).count() == 3)
        #expect(try ids(hotels.matching("grand sea", in: \.description, \.name)) == ["grand"])
        let either = hotels.matching("house railway", as: .anyWord, in: \.description, \.name)
        #expect(try either.count() == 2)
        let error = #expect(throws: QuireError.self) {
            try hotels.matching("sea view", as: .phrase, in: \.description).all()
        }
        #expect(error?.code == .missingIndex)
        let phrase = hotels.matching(
            "sea view", as: .phrase, in: \.name, \.description, \.address.city)
        #expect(try ids(phrase) == ["grand"])
        // The last word of the name and the first one of the description.
        let across = hotels.matching(
            "house quiet", as: .phrase, in: \.name, \.description, \.address.city)
        #expect(try across.count() == 0)
        let named = hotels.matching(
            "name:sea OR address.city:bergen", as: .expression, in: \.name, \.description,
            \.address.city)
        #expect(try named.count() == 3)
    }

    @Test(arguments: engines)
    func `several searches restrict the same selection`(kind: TestStore) throws {
        let hotels = try hotels(kind)
        try hotels.createFullTextIndex(on: \.name)
        try hotels.createFullTextIndex(on: \.description)
        let house = hotels.matching("house", in: \.name).matching("sea", in: \.description)
        #expect(try ids(house) == ["harbour"])
        #expect(try house.matches().first?.highlights.map(\.property) == ["name", "description"])
        let both = hotels.matching("sea large", as: .anyWord, in: \.description)
            .matching("halls railway", as: .anyWord, in: \.description)
        #expect(try ids(both) == ["grand"])
        #expect(try ids(both.matching("", in: \.description)).isEmpty)
    }

    @Test(arguments: engines)
    func `the strings of an array are searched and highlighted`(kind: TestStore) throws {
        let hotels = try hotels(kind)
        try hotels.createFullTextIndex(on: \.tags, language: .english)
        try hotels.save(
            Hotel(id: "t", name: "T", description: "", tags: ["pets\twelcome", "\"spa\"", "n\\a"]))
        let match = try #require(try hotels.matching("pet spa", in: \.tags).matches().first)
        #expect(match.highlights.first?.marked("[", "]") == "[pets]\twelcome\n\"[spa]\"\nn\\a")
        #expect(try hotels.matching("twelcome", in: \.tags).count() == 0)
    }

    // MARK: Pages and changes

    @Test(arguments: engines)
    func `pages and streams are in the order of rank`(kind: TestStore) async throws {
        let hotels = try hotels(kind)
        try await hotels.createFullTextIndex(on: \.description, language: .english)
        let texts = (0..<9).map { number in
            Hotel(
                id: "h\(number)", name: "x",
                description: String(repeating: "beach ", count: 1 + number % 4))
        }
        try await hotels.save(texts)
        let beaches = hotels.matching("beach", in: \.description)
        var paged: [String] = []
        var cursor: PageCursor?
        repeat {
            let page = try await beaches.page(after: cursor, size: 2)
            paged += page.models.compactMap(\.id)
            cursor = page.next.flatMap { PageCursor($0.token) }
        } while cursor != nil
        #expect(paged == ["h3", "h7", "h2", "h6", "h1", "h5", "h0", "h4", "h8"])
        var streamed: [String] = []
        for try await hotel in beaches.stream(pageSize: 4) { streamed.append(hotel.id ?? "") }
        #expect(streamed == paged)
        let count = try await beaches.matches().count
        #expect(count == 9)
    }

    @Test(arguments: engines)
    func `changes of a search are observed`(kind: TestStore) async throws {
        let hotels = try hotels(kind)
        try await hotels.createFullTextIndex(on: \.description, language: .english)
        var changes = hotels.matching("sea", in: \.description).changes().makeAsyncIterator()
        #expect(try await changes.next()?.models.map(\.id) == ["harbour", "grand"])
        try await hotels.save(Hotel(id: "new", name: "New", description: "sea sea sea sea"))
        #expect(try await changes.next()?.models.map(\.id) == ["new", "harbour", "grand"])
        try await hotels.delete(id: "harbour")
        #expect(try await changes.next()?.removed == ["harbour"])
    }

    @Test(arguments: engines)
    func `a search finds the state of a transaction and of a snapshot`(
        kind: TestStore
    ) async throws {
        let hotels = try hotels(kind)
        try await hotels.createFullTextIndex(on: \.description, language: .english)
        let database = hotels.store.database
        try await database.inBatch {
            try hotels.delete(id: "grand")
            #expect(try hotels.matching("sea", in: \.description).all().map(\.id) == ["harbour"])
        }
        let count = try await database.snapshot {
            try hotels.matching("sea", in: \.description).count()
        }
        #expect(count == 1)
    }

    // MARK: Indexes

    @Test(arguments: engines)
    func `an index contains only the models of its repository`(kind: TestStore) throws {
        struct Note: DocumentModel { var description: String }
        let hotels = try hotels(kind)
        let notes = hotels.store.repository(of: Note.self)
        try notes.save(Note(description: "sea sea"))
        try hotels.createFullTextIndex(on: \.description, language: .english)
        #expect(try hotels.matching("sea", in: \.description).count() == 2)
        #expect(throws: QuireError.self) { try notes.matching("sea", in: \.description).all() }
        try notes.createFullTextIndex(on: \.description)
        #expect(try notes.matching("sea", in: \.description).count() == 1)
        #expect(
            try notes.store.indexes() == ["hotel text(description)", "note text(description)"])
        try notes.deleteFullTextIndex(on: \.description)
        try hotels.deleteFullTextIndex(on: \.description)
        #expect(try notes.store.indexes().isEmpty)
        let error = #expect(throws: QuireError.self) {
            try hotels.matching("sea", in: \.description).all()
        }
        #expect(error?.code == .missingIndex)
    }

    @Test(arguments: engines)
    func `an index of all documents serves every model`(kind: TestStore) throws {
        let hotels = try hotels(kind)
        try hotels.store.createIndex(
            withName: "words", config: FullTextIndexConfiguration(["description"], language: "en"))
        #expect(try hotels.matching("seas", in: \.description).count() == 2)
    }

    @Test(arguments: engines)
    func `creating an index with another language replaces it`(kind: TestStore) throws {
        let hotels = try hotels(kind)
        try hotels.createFullTextIndex(on: \.description)
        #expect(try hotels.matching("seas", in: \.description).count() == 0)
        try hotels.createFullTextIndex(on: \.description, language: .english)
        #expect(try hotels.matching("seas", in: \.description).count() == 2)
        try hotels.createFullTextIndex(on: \.description, language: .english)
        #expect(try hotels.store.indexes() == ["hotel text(description)"])
    }

    @Test(arguments: engines)
    func `a model declares full-text indexes`(kind: TestStore) throws {
        let inns = try kind.open().repository(of: Inn.self)
        try inns.createIndexes()
        #expect(try inns.store.indexes() == ["inn text(name, about)", "inn(name)"])
        #expect(try inns.indexPlan().isEmpty)
        try inns.save(Inn(name: "Ship", about: "By the sea"))
        #expect(try inns.matching("ships sea", in: \.name, \.about).count() == 1)
    }

    // MARK: Statements

    @Test(arguments: engines)
    func `statements can search, and return and sort by ranks`(kind: TestStore) throws {
        let hotels = try hotels(kind)
        try hotels.createFullTextIndex(on: \.description, language: .english, named: "words")
        func names(_ statement: String) throws -> [String] {
            try hotels.store.rows(of: SelectStatement.parse(statement))
                .map { $0.string(forKey: "name") ?? "" }
        }
        #expect(
            try names("SELECT name FROM _ WHERE MATCH(words, 'sea') ORDER BY RANK(words) DESC")
                == ["Harbour House", "Grand Café"])
        #expect(
            try names("SELECT name FROM _ WHERE MATCH(words, 'sea') AND stars > 4")
                == ["Grand Café"])
        let ranked = "SELECT name, RANK(words) AS r FROM _ WHERE MATCH(words, 'sea')"
        #expect(try names("\(ranked) ORDER BY r LIMIT 1") == ["Grand Café"])
        let ranks = try hotels.store.rows(of: SelectStatement.parse(ranked))
            .map { $0.double(forKey: "r") }
        #expect(ranks.count == 2 && ranks.allSatisfy { $0 > 0 })
        let error = #expect(throws: QuireError.self) {
            try names("SELECT name FROM _ ORDER BY RANK(words)")
        }
        #expect(error?.code == .invalidQuery)
        let missing = #expect(throws: QuireError.self) {
            try names("SELECT name FROM _ WHERE MATCH(other, 'sea')")
        }
        #expect(missing?.code == .missingIndex)
    }
}
