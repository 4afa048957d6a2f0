import Foundation
import Quire
import Testing

/// Full-text search as a new user writes it.
@Suite struct FullTextTests {
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

    let database: Database
    let hotels: Repository<Hotel>

    init() throws {
        database = try Database(inMemoryNamed: "hotels")
        hotels = try database.repository(of: Hotel.self)
        try hotels.save([
            Hotel(
                id: "harbour", name: "Harbour House",
                description: "Quiet rooms with a view of the sea. The sea is near.", stars: 4),
            Hotel(
                id: "grand", name: "Grand Café", description: "Large halls, no sea view.", stars: 5),
            Hotel(id: "station", name: "Station Inn", description: "Near the railway.", stars: 2),
        ])
    }

    @Test func `matching finds models, the best match first`() throws {
        try hotels.createFullTextIndex(on: \.description, language: .english)
        let found = try hotels.matching("sea view", in: \.description).all()
        #expect(found.map(\.id) == ["harbour", "grand"])
        #expect(try hotels.matching("viewing", in: \.description).count() == 2)
        let names = try hotels.matching("sea", in: \.description).select(\.name).all()
        #expect(names == ["Harbour House", "Grand Café"])
    }

    @Test func `a search can be filtered, sorted and limited`() throws {
        try hotels.createFullTextIndex(on: \.description, language: .english)
        let best = hotels.filter { $0.stars >= 4 }.matching("sea", in: \.description)
        #expect(try best.sorted(by: \.stars, .descending).first()?.id == "grand")
        #expect(try best.limit(1).all().map(\.id) == ["harbour"])
        #expect(try hotels.matching("sea", in: \.description).filter { $0.stars == 5 }.count() == 1)
        #expect(try hotels.matching("sea", in: \.description).sum(of: \.stars) == 9)
        #expect(try hotels.matching("railway", in: \.description).exists())
    }

    @Test func `matches have ranks, highlights and snippets`() throws {
        try hotels.createFullTextIndex(on: \.name, \.description, language: .english)
        let matches = try hotels.matching("sea view", in: \.name, \.description).matches()
        let first = try #require(matches.first)
        #expect(first.model.name == "Harbour House" && first.name == "Harbour House")
        #expect(first.stars == 4 && first.address.city == "Bergen")
        #expect(first.id == "harbour" && first.rank > 0)
        #expect(matches.map(\.rank) == matches.map(\.rank).sorted(by: >))
        let text = try #require(first.highlights(in: \.description))
        #expect(text.marked() == "Quiet rooms with a **view** of the **sea**. The **sea** is near.")
        #expect(text.highlights.map { text.text[$0] } == ["view", "sea", "sea"])
        #expect(first.highlights(in: \.name) == nil)
        #expect(first.snippet(maxLength: 30).marked("<b>", "</b>").contains("<b>sea</b>"))
        #expect("\(first.snippet(maxLength: 30).text)".hasPrefix("… "))
    }

    @Test func `without a language, each prefix of a word is found`() throws {
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

    @Test func `the strings of an array are highlighted on separate lines`() throws {
        try hotels.createFullTextIndex(on: \.tags)
        try hotels.update("harbour") { $0.tags = ["quiet", "near the sea"] }
        let match = try #require(try hotels.matching("sea", in: \.tags).matches().first)
        #expect(match.highlights(in: \.tags)?.marked("[", "]") == "quiet\nnear the [sea]")
    }

    @Test func `a search that is sorted by an optional property begins with nil`() throws {
        struct Visit: DocumentModel {
            @DocumentID var id: String?
            var notes = "sea"
            var date: Date?
            @ExplicitNull var rating: Int?
        }
        let visits = try database.repository(of: Visit.self)
        try visits.createFullTextIndex(on: \.notes)
        try visits.save([
            Visit(id: "a", date: Date(timeIntervalSince1970: 2), rating: 4),
            Visit(id: "b", date: nil, rating: nil),
            Visit(id: "c", date: Date(timeIntervalSince1970: 1), rating: 5),
        ])
        let found = visits.matching("sea", in: \.notes)
        #expect(try found.sorted(by: \.date).all().map(\.id) == ["b", "c", "a"])
        #expect(try found.sorted(by: \.date, .descending).all().map(\.id) == ["a", "c", "b"])
        #expect(try found.sorted(by: \.rating).all().map(\.id) == ["a", "c", "b"])
        #expect(try found.sorted(by: \.rating, .descending).all().map(\.id) == ["b", "c", "a"])
    }

    @Test func `the error for a missing index contains the line that creates it`() throws {
        let error = #expect(throws: QuireError.self) {
            try hotels.matching("sea", in: \.description, \.address.city).all()
        }
        #expect(error?.code == .missingIndex)
        let line = #"createFullTextIndex(on: \.description, \.address.city, language: .english)"#
        #expect(error?.message.contains(line) == true)
    }

    @Test(arguments: [
        "sea", "\"sea", "sea\"", "sea*", "*", "(sea", "sea)", "()", "-sea", "sea -", "OR sea",
        "sea OR",
        "sea OR the", "AND", "NOT", "NOT sea", "NEAR sea", "NEAR/2", "description:sea", "name:",
        "^sea",
        "", " ", "🌊", "sea🌊", "'", "\\", "sea\0view", "%", "the", "''; DROP TABLE x", "a\u{301}",
        "(((",
        "\u{FEFF}sea", "海", String(repeating: "(", count: 5_000),
        String(repeating: "\"", count: 999),
    ])
    func `any text that a user types is a valid search`(text: String) throws {
        try hotels.createFullTextIndex(on: \.description, language: .english)
        for mode in [TextSearchMode.allWords, .anyWord, .phrase, .prefixes] {
            _ = try hotels.matching(text, as: mode, in: \.description).all()
        }
        let isWord =
            text.contains("sea") && !text.contains("view") && !text.contains(":")
            && !text.contains("NEAR") && !text.contains("AND") && !text.contains("NOT")
        if isWord {
            #expect(try hotels.matching(text, as: .anyWord, in: \.description).count() == 2)
        }
    }

    @Test func `text without words matches nothing`() throws {
        try hotels.createFullTextIndex(on: \.description, language: .english)
        for text in ["", "   ", "!?", "🌊", "the of", "\""] {
            #expect(try hotels.matching(text, in: \.description).all().isEmpty)
            #expect(try hotels.matching(text, in: \.description).matches().isEmpty)
        }
    }

    @Test func `words can be alternatives, phrases, prefixes or an expression`() throws {
        try hotels.createFullTextIndex(on: \.description, language: .english)
        func found(_ text: String, _ mode: TextSearchMode) throws -> [String] {
            try hotels.matching(text, as: mode, in: \.description).all().compactMap(\.id).sorted()
        }
        #expect(try found("halls railway", .allWords) == [])
        #expect(try found("halls the railway", .anyWord) == ["grand", "station"])
        #expect(try found("sea view", .phrase) == ["grand"])
        #expect(try found("rail", .prefixes) == ["station"])
        #expect(try found("rail", .allWords) == [])
        #expect(try found("\"sea view\" OR rail*", .expression) == ["grand", "station"])
        #expect(try found("sea NOT halls", .expression) == ["harbour"])
    }

    @Test(arguments: ["\"sea", "(sea", "sea OR", "NOT sea", "AND", ")", "NEAR/x ("])
    func `an invalid expression is a typed error`(text: String) throws {
        try hotels.createFullTextIndex(on: \.description, language: .english)
        let search = hotels.matching(text, as: .expression, in: \.description)
        do {
            _ = try search.count()
        } catch let error as QuireError {
            #expect(error.code == .invalidQuery && error.message.contains("full-text expression"))
        }
    }

    @Test func `a search for too many words is a typed error`() throws {
        try hotels.createFullTextIndex(on: \.description)
        let text = (0..<20_000).map { "w\($0)" }.joined(separator: " ")
        let error = #expect(throws: QuireError.self) {
            try hotels.matching(text, in: \.description).all()
        }
        #expect(error?.code == .invalidParameter)
        let many = (0..<500).map { "w\($0)" }.joined(separator: " ")
        for mode in [TextSearchMode.allWords, .anyWord, .phrase, .prefixes] {
            #expect(try hotels.matching(many, as: mode, in: \.description).count() == 0)
        }
    }

    @Test func `properties of an index can be searched one by one`() throws {
        try hotels.createFullTextIndex(
            on: \.name, \.description, \.address.city, ignoringAccents: true)
        #expect(try hotels.matching("cafe", in: \.name).all().map(\.id) == ["grand"])
        #expect(try hotels.matching("cafe", in: \.description).all().isEmpty)
        #expect(try hotels.matching("bergen", in: \.address.city).count() == 3)
        #expect(
            try hotels.matching("grand sea", in: \.description, \.name).all().map(\.id) == ["grand"]
        )
        #expect(
            try hotels.matching("house railway", as: .anyWord, in: \.description, \.name).count()
                == 2)
        let error = #expect(throws: QuireError.self) {
            try hotels.matching("sea view", as: .phrase, in: \.description).all()
        }
        #expect(error?.code == .missingIndex)
        #expect(
            try hotels.matching("sea view", as: .phrase, in: \.name, \.description, \.address.city)
                .count() == 1)
    }

    @Test func `several searches restrict the same selection`() throws {
        try hotels.createFullTextIndex(on: \.name)
        try hotels.createFullTextIndex(on: \.description)
        let house = hotels.matching("house", in: \.name).matching("sea", in: \.description)
        #expect(try house.all().map(\.id) == ["harbour"])
        #expect(try house.matches().first?.highlights.map(\.property) == ["name", "description"])
        let both = hotels.matching("sea large", as: .anyWord, in: \.description)
            .matching("halls railway", as: .anyWord, in: \.description)
        #expect(try both.all().map(\.id) == ["grand"])
        #expect(try both.matching("", in: \.description).all().isEmpty)
    }

    @Test func `pages and streams are in the order of rank`() async throws {
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

    @Test func `changes of a search are observed`() async throws {
        try await hotels.createFullTextIndex(on: \.description, language: .english)
        var changes = hotels.matching("sea", in: \.description).changes().makeAsyncIterator()
        #expect(try await changes.next()?.models.map(\.id) == ["harbour", "grand"])
        try await hotels.save(Hotel(id: "new", name: "New", description: "sea sea sea sea"))
        #expect(try await changes.next()?.models.map(\.id) == ["new", "harbour", "grand"])
        try await hotels.delete(id: "harbour")
        #expect(try await changes.next()?.removed == ["harbour"])
    }

    @Test func `an index contains only the models of its repository`() throws {
        struct Note: DocumentModel { var description: String }
        let notes = try database.repository(of: Note.self)
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
    }

    @Test func `an index of all documents serves every model`() throws {
        try hotels.store.createIndex(
            withName: "words", config: FullTextIndexConfiguration(["description"], language: "en"))
        #expect(try hotels.matching("seas", in: \.description).count() == 2)
        #expect(try hotels.matching("sea", in: \.description).explain().contains("words"))
    }

    @Test func `creating an index with another language replaces it`() throws {
        try hotels.createFullTextIndex(on: \.description)
        #expect(try hotels.matching("seas", in: \.description).count() == 0)
        try hotels.createFullTextIndex(on: \.description, language: .english)
        #expect(try hotels.matching("seas", in: \.description).count() == 2)
        try hotels.createFullTextIndex(on: \.description, language: .english)
        #expect(try hotels.store.indexes() == ["hotel text(description)"])
    }

    @Test func `a model declares full-text indexes`() throws {
        let inns = try database.repository(of: Inn.self)
        try inns.createIndexes()
        #expect(try inns.store.indexes() == ["inn text(name, about)", "inn(name)"])
        #expect(try inns.indexPlan().isEmpty)
        try inns.save(Inn(name: "Ship", about: "By the sea"))
        #expect(try inns.matching("ships sea", in: \.name, \.about).count() == 1)
    }

    @Test func `the strings of an array are searched`() throws {
        try hotels.createFullTextIndex(on: \.tags, language: .english)
        try hotels.save(Hotel(id: "t", name: "T", description: "", tags: ["pets welcome", "spa"]))
        let match = try hotels.matching("pet spa", in: \.tags).matches().first
        #expect(match?.highlights.first?.marked() == "**pets** welcome\n**spa**")
    }

    @Test func `a search finds the state of a transaction and of a snapshot`() async throws {
        try await hotels.createFullTextIndex(on: \.description, language: .english)
        try await database.inBatch { [hotels] in
            try hotels.delete(id: "grand")
            #expect(try hotels.matching("sea", in: \.description).all().map(\.id) == ["harbour"])
        }
        let count = try await database.snapshot { [hotels] in
            try hotels.matching("sea", in: \.description).count()
        }
        #expect(count == 1)
        let found = try await hotels.matching("sea", in: \.description).all()
        #expect(found.count == 1)
    }

    @Test func `matches requires a search`() throws {
        let error = #expect(throws: QuireError.self) { try hotels.limit(1).matches() }
        #expect(error?.code == .invalidQuery)
        let identity = #expect(throws: QuireError.self) {
            try hotels.createFullTextIndex(on: \.id)
        }
        #expect(identity?.code == .invalidQuery)
        let search = #expect(throws: QuireError.self) { try hotels.matching("a", in: \.id).all() }
        #expect(search?.code == .invalidQuery)
    }
}
