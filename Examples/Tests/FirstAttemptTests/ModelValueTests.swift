import Foundation
import Quire
import Testing

/// Models, stored models and pages where a new user passes them.
@Suite struct ModelValueTests {
    struct Hotel: DocumentModel, Hashable {
        @DocumentID var id: String?
        var name: String
    }

    struct Note: DocumentModel, Hashable { var text: String }

    let database: Database
    let hotels: Repository<Hotel>
    let notes: Repository<Note>

    init() throws {
        database = try Database(inMemoryNamed: "hotels")
        hotels = try database.repository(of: Hotel.self)
        notes = try database.repository(of: Note.self)
    }

    @Test func `a stored model is identifiable, hashable and codable`() throws {
        func id<Value: Identifiable>(of value: Value) -> Value.ID { value.id }
        _ = try notes.insert(Note(text: "é \"quoted\""), id: "a")
        let note = try #require(try notes.findStored("a"))
        #expect(id(of: note) == "a")
        #expect(Set([note, note]).count == 1)
        let decoded = try JSONDecoder().decode(
            Stored<Note>.self, from: JSONEncoder().encode(note))
        #expect(decoded == note && decoded.sequence == note.sequence)
        #expect("\(note)".hasPrefix("a ("))
    }

    @Test func `a decoded stored model can be saved unless it has changed`() throws {
        _ = try notes.insert(Note(text: "1"), id: "a")
        let note = try #require(try notes.findStored("a"))
        var sent = try JSONDecoder().decode(Stored<Note>.self, from: JSONEncoder().encode(note))
        sent.text = "2"
        try notes.save(sent)
        let error = #expect(throws: QuireError.self) { try notes.save(sent) }
        #expect(error?.code == .conflict)
        #expect(try notes.findStored("a")?.text == "2")
    }

    @Test func `an invalid revision is a decoding error`() {
        let json = Data(#"{"id":"a","revisionID":"x","sequence":1,"value":{"text":""}}"#.utf8)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Stored<Note>.self, from: json)
        }
    }

    @Test func `a page is encodable and its cursor fits in a URL`() throws {
        let names = ["a/b?c", "é&=+", "東京", "x"]
        try hotels.save(names.map { Hotel(id: $0, name: $0) })
        var page = try hotels.sorted(by: \.name).page(size: 1)
        var found = page.models.map(\.name)
        while let next = page.next {
            let json = try #require(
                try JSONSerialization.jsonObject(with: JSONEncoder().encode(page)) as? [String: Any]
            )
            let token = try #require(json["next"] as? String)
            #expect(token == next.token && "\(next)" == token)
            #expect(
                token.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
            )
            page = try hotels.sorted(by: \.name).page(after: PageCursor(token), size: 1)
            found += page.models.map(\.name)
        }
        #expect(found == names.sorted())
        #expect(try !String(decoding: JSONEncoder().encode(page), as: UTF8.self).contains("next"))
    }

    @Test(arguments: ["", "x", "====", "e30", "\u{1F600}", "bnVsbA", "eyJ2ZXJzaW9uIjoyfQ"])
    func `an invalid token creates no cursor`(token: String) throws {
        #expect(PageCursor(token) == nil)
        let json = try JSONEncoder().encode([token])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([PageCursor].self, from: json)
        }
    }

    @Test func `cursors of earlier versions can be decoded`() throws {
        let json = """
            {"version":1,"order":"name, META().id","positions":[{"string":{"_0":"a"}}],"id":"a"}
            """
        let cursor = try JSONDecoder().decode(PageCursor.self, from: Data(json.utf8))
        #expect(PageCursor(cursor.token) == cursor)
    }

    @Test func `models and selections print readably`() throws {
        let hotel = try hotels.save(Hotel(id: "hotel-1", name: "Grand"))
        #expect("\(hotel)" == #"Hotel(_id: "hotel-1", name: "Grand")"#)
        #expect("\(Hotel(name: "Grand"))" == #"Hotel(_id: nil, name: "Grand")"#)
        let selection = hotels.filter { $0.name == "Grand" }.sorted(by: \.name).limit(3)
        #expect(
            "\(selection)".hasPrefix("Selection<Hotel>(SELECT * FROM _ WHERE")
                && "\(selection)".contains("LIMIT 3"))
        #expect(String(reflecting: selection) == "\(selection)")
        var dumped = ""
        dump(selection, to: &dumped)
        #expect(dumped.count < 400)
        #expect(
            "\(hotels.select(\.name))".hasPrefix("Projection<String>(SELECT name FROM _ WHERE"))
        let groups = hotels.grouped(by: \.name).having { $0.count > 2 }
        #expect("\(groups)".hasPrefix("GroupedSelection<Hotel>(SELECT name FROM _ WHERE"))
        #expect("\(groups)".contains("HAVING"))
    }

    @Test func `conditions print as SQL++`() {
        var condition = ""
        _ = hotels.filter { hotel in
            let grand = hotel.name == "Grand"
            condition = "\(grand)"
            return grand
        }
        #expect(condition.contains("name IS 'Grand'"))
    }

    @Test func `the error for a new property on an old document shows what to write`() throws {
        struct Hotel: DocumentModel {
            @DocumentID var id: String?
            var name: String
            var stars = 3
        }
        try hotels.save(Self.Hotel(id: "old", name: "Grand"))
        let error = #expect(throws: DecodingError.self) {
            try database.repository(of: Hotel.self).all()
        }
        let text = "\(try #require(error))"
        #expect(text.contains("stars") && text.contains("\"old\""))
        #expect(
            text.contains(
                "extension Hotel: DefaultsProviding { static var defaults: Hotel { Hotel(…) } }"))
    }
}
