import Quire
import SQLPlusPlus
import Testing

/// The examples in the documentation of full-text search.
@Suite struct FullTextExamples {
    struct Hotel: DocumentModel {
        @DocumentID var id: String?
        var name: String
        var description: String
        var roomRate = 121.0
    }

    let hotels: Repository<Hotel>
    var store: any DocumentStore { hotels.store }

    init() throws {
        let database = try Database(inMemoryNamed: "travel")
        hotels = try database.repository(of: Hotel.self)
        try hotels.createFullTextIndex(on: \.description, language: .english)
        try hotels.save([
            Hotel(
                id: "hotel-1", name: "Harbour House",
                description: "A quiet room with a view of the sea"),
            Hotel(id: "hotel-2", name: "Grand", description: "Large halls"),
        ])
    }

    @Test func searching() throws {
        try hotels.createFullTextIndex(on: \.description, language: .english)
        for hotel in try hotels.matching("sea view", in: \.description).all() { print(hotel.name) }
        let rooms = try hotels.filter { $0.roomRate < 150 }
            .matching("sea view", in: \.description)
            .limit(10).all()
        let found = try hotels.matching("sea vie", as: .prefixes, in: \.description).all()
        #expect(rooms.map(\.name) == ["Harbour House"] && found.count == 1)
    }

    @Test func creating() throws {
        try hotels.createFullTextIndex(on: \.description, language: .english)
        let found = try hotels.matching("sea view", in: \.description).all()
        #expect(found.count == 1)
        try hotels.deleteFullTextIndex(on: \.description)
        let words = ModelIndex.fullText(on: \Hotel.name, \.description, language: .english)
        #expect(try words.name == "hotel text(name, description)")
    }

    @Test func matches() throws {
        for match in try hotels.matching("sea view", in: \.description).matches() {
            print(match.model.name, match.rank, match.snippet())
        }
        for match in try hotels.matching("sea view", in: \.description).matches() {
            print(match.snippet().marked())  // A quiet room with a **view** of the **sea**
        }
        let match = try #require(try hotels.matching("sea view", in: \.description).matches().first)
        let snippet = match.snippet()
        #expect(snippet.marked() == "A quiet room with a **view** of the **sea**")
        let spans = snippet.segments.map { $0.isHighlighted ? "<b>\($0.text)</b>" : "\($0.text)" }
        #expect(spans.joined() == "A quiet room with a <b>view</b> of the <b>sea</b>")
    }

    @Test func properties() throws {
        try hotels.createFullTextIndex(on: \.name, \.description)
        for match in try hotels.matching("sea view", in: \.name, \.description).matches() {
            let title = match.highlights(in: \.name)?.marked("[", "]") ?? match.name
            print(title, match.snippet(maxLength: 80))
        }
    }

    @Test func article() throws {
        try hotels.createFullTextIndex(on: \.name, \.description, language: .english)
        for match in try hotels.matching("sea view", in: \.description).matches() {
            print(match.model.name, match.snippet().marked("[", "]"))
        }
    }

    @Test func engine() throws {
        let search = FullTextSearch(
            "sea view", properties: [try PropertyPath("description")],
            scope: .operation(
                .equal, [.value(at: try PropertyPath("type")), .literal(.string("hotel"))]))
        do {
            let condition = try store.fullTextCondition(for: search)
            #expect(condition?.index == "hotel text(description)")
        }
        if let condition = try store.fullTextCondition(for: search) {
            print(try store.count(where: condition.term))
        }
        let condition = try #require(try store.fullTextCondition(for: search))
        let statement = SelectStatement(
            [.star], from: CollectionSource("_"), where: condition.term)
        for match in try store.fullTextMatches(selectedBy: statement, using: [condition]) {
            print(match.record.id, match.rank)
        }
    }

    @Test func content() throws {
        let words = FullTextIndexConfiguration(["name"], language: "en_US")
        print(try words.languageCode ?? "none")  // en
        #expect(try words.languageCode == "en")
        let storage = try FleeceStorage(json: #"["quiet", {"view": "sea"}]"#)
        let text = storage.root.flatMap(FullTextIndexConfiguration.text)
        print(text ?? "")  // quiet, and on the next line: sea
        #expect(text == "quiet\nsea")
        let query = try TextSearchMode.prefixes.expression(of: ["sea", "vie"])
        print(query ?? "")  // sea* vie*
        #expect(query == "sea* vie*")
        let columns = [try PropertyPath("a.b"), PropertyPath([.key("c")])]
        #expect(
            try TextSearchMode.anyWord.expression(of: ["x"], in: columns) == "(a.b:x OR c:x)")
        #expect(try TextSearchMode.phrase.expression(of: ["x"], in: columns) == nil)
        print(try PropertyPath("address.city").storedText)  // address.city
        print(PropertyPath([.key("a.b"), .index(0)]).storedText)  // a\.b[0]
        #expect(PropertyPath([.key("a.b"), .index(0)]).storedText == #"a\.b[0]"#)
    }

    @Test func evaluating() throws {
        let record = try #require(try store.record(id: "hotel-1"))
        let match = try QueryTerm.parse("MATCH(words, 'sea')")
        let search = SelectStatement([.star], from: CollectionSource("_"), where: match)
        let evaluator = try StatementEvaluator(search, computedTerms: [match])
        var document = EvaluatedDocument(record)
        document.computedValues = [.boolean(true)]
        let found = try evaluator.records(among: [document])
        #expect(found.count == 1)
        document.computedValues = [.boolean(false)]
        #expect(try evaluator.records(among: [document]).isEmpty)
    }

    @Test func collation() throws {
        try hotels.createIndex(on: \.name, collation: .ascii.ignoringCase)
        let grand = hotels.filter { $0.name.collating(.ascii.ignoringCase) == "grand" }
        let cafes = hotels.filter { $0.name.localizedStandardContains("cafe") }
        #expect(try grand.count() == 1 && cafes.count() == 0)
    }
}
