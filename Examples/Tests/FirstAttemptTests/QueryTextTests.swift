import Foundation
import Quire
import Testing

/// Query text as a new user writes it.
@Suite struct QueryTextTests {
    struct Hotel: DocumentModel, Equatable {
        @DocumentID var id: String?
        var name: String
        var city: String?
        var roomRate = 100.0
        var opened = Date(timeIntervalSince1970: 0)
        var kind = Kind.inn
        var address = Address(street: "Kaigaten")
    }

    enum Kind: String, Codable { case inn, hostel }

    struct Address: Codable, Equatable { var street: String }

    struct Name: Codable, Equatable { var name: String }

    static let hostile = [
        "Bergen' OR 1 = 1 --", "'", "\"", "''", "`", "$city", "$value1", "$1", "\\(1)", "?",
        "a\0b", "\0", "", " ", "--", "/* */", ";", "é", "e\u{301}", "東京", "👩‍👩‍👧", "\u{202E}x", "\n",
        "%", "_",
    ]

    let database: Database
    let hotels: Repository<Hotel>

    init() throws {
        database = try Database(inMemoryNamed: "hotels")
        hotels = try database.repository(of: Hotel.self)
    }

    private func save(_ names: String...) throws {
        for name in names { try hotels.save(Hotel(id: name, name: name, city: "Bergen")) }
    }

    @Test(arguments: hostile)
    func `an interpolated string is bound as a value`(text: String) throws {
        try hotels.save([Hotel(name: "found", city: text), Hotel(name: "other", city: "Oslo")])
        let rows = try database.query("SELECT name FROM _ WHERE city = \(text)", as: Name.self)
        #expect(rows == [Name(name: "found")])
        let created = try database.createQuery("SELECT name FROM _ WHERE city=\(text)AND TRUE")
        #expect(try created.execute().decode(Name.self) == [Name(name: "found")])
        let value = try database.query("SELECT \(text) AS echo FROM _ LIMIT 1").next()
        #expect(value?["echo"]?.string.map { Array($0.utf8) } == Array(text.utf8))
    }

    static let day = Date(timeIntervalSince1970: 86_400)
    static let cities: [String] = ["Bergen", "Oslo"]
    static let city: String? = "Bergen"
    static let conditions: [QuerySource] = [
        "city IN \(cities)", "roomRate < \(100)", "roomRate = \(99.5)", "opened = \(day)",
        "kind = \(Kind.inn)", "city = \(city)", "\(true)", "NOT \(false)",
        "city LIKE \("Bergen".prefix(3)) || '%'",
        "\(Character("e")) IN \(["e"])", "roomRate > \(UInt8(3)) AND roomRate < \(Float(99.75))",
        "address = \(Address(street: "Kaigaten"))", "\(["street": "Kaigaten"]) = address",
        "address IN \([Address(street: "Torget"), Address(street: "Kaigaten")])",
        "\(Int64.min) < \(Int64.max)", "address.street = \("Kaigaten" as Substring)",
        "city = \(city) LIMIT \(5) OFFSET \(0)",
    ]

    @Test(arguments: conditions)
    func `a value of every stored type can be interpolated`(condition: QuerySource) throws {
        try hotels.save(Hotel(name: "A", city: "Bergen", roomRate: 99.5, opened: Self.day))
        let rows = try database.query("SELECT name FROM _ WHERE \(condition)")
        #expect(try rows.decode(Name.self) == [Name(name: "A")])
    }

    @Test func `nil is bound as null, which equals nothing`() throws {
        try save("a")
        let city: String? = nil
        #expect(try database.query("SELECT name FROM _ WHERE city = \(city)").allResults().isEmpty)
        #expect(
            try database.query("SELECT name FROM _ WHERE \(city) IS NULL").allResults().count == 1)
    }

    @Test func `the error for a value inside quotation marks contains the remedy`() throws {
        let text = "sea"
        let error = #expect(throws: QuireError.self) {
            try database.query("SELECT name FROM _ WHERE name LIKE '%\(text)%'")
        }
        #expect(error?.code == .invalidQuery && error?.message.contains("'%' || \\(text)") == true)
        #expect(throws: QuireError.self) { try database.query("SELECT `\(text)` FROM _") }
        #expect(throws: QuireError.self) { try database.query("SELECT name FROM _ -- \(text)") }
    }

    @Test func `the error for a value in place of a name contains the remedy`() throws {
        let error = #expect(throws: QuireError.self) { try database.query("SELECT 1 FROM \("_")") }
        #expect(error?.message.contains("\\(verbatim:)") == true)
        let order = #expect(throws: QuireError.self) {
            try database.query("SELECT name FROM _ ORDER BY \("name")")
        }
        #expect(order?.message.contains("\\(verbatim:)") == true)
        try save("b", "a")
        let rows = try database.query("SELECT name FROM _ ORDER BY \(verbatim: "name")")
        #expect(try rows.decode(Name.self).map(\.name) == ["a", "b"])
    }

    @Test func `a value that queries cannot contain is an error`() {
        #expect(throws: QuireError.self) {
            try database.query("SELECT 1 FROM _ WHERE roomRate < \(Double.nan)")
        }
        #expect(throws: QuireError.self) {
            try database.query("SELECT 1 FROM _ WHERE n = \(UInt64.max)")
        }
    }

    @Test func `parameters in the text keep their own values`() throws {
        try save("a", "b")
        let query = try database.createQuery(
            "SELECT name FROM _ WHERE name = $value1 OR name = \("b") ORDER BY name")
        query.parameters = ["value1": "a"]
        #expect(try query.execute().decode(Name.self).map(\.name) == ["a", "b"])
    }

    @Test func `sources contain other sources with their values`() throws {
        try save("a", "b", "c")
        var condition: QuerySource = "type = 'hotel'"
        for name in ["a'", "b"] { condition = "\(condition) AND name != \(name)" }
        let rows = try database.query("SELECT name FROM _ WHERE \(condition) ORDER BY name")
        #expect(try rows.decode(Name.self).map(\.name) == ["a", "c"])
    }

    @Test func `values in a subquery and a join are bound`() throws {
        try save("a", "b")
        let rows = try database.query(
            """
            SELECT h.name FROM _ AS h JOIN _ AS o ON o.name = \("b") AND h.name != o.name
            WHERE EXISTS (SELECT 1 FROM _ WHERE name = \("b"))
            """)
        #expect(try rows.decode(Name.self).map(\.name) == ["a"])
    }

    @Test func `text that is created at run time is marked`() throws {
        try save("a")
        let text = ["SELECT name", "FROM _"].joined(separator: " ")
        #expect(try database.query(QuerySource(verbatim: text)).allResults().count == 1)
        #expect(
            try database.createQuery(QuerySource(verbatim: text)).execute().allResults().count == 1)
    }

    @Test func `rows of complete documents are models that can be saved`() throws {
        try save("a", "b")
        for row in try database.query("SELECT * FROM _ WHERE name = \("a")") {
            var hotel = try row.decode(Hotel.self)
            #expect(hotel.id == "a")
            hotel.roomRate = 1
            try hotels.save(hotel)
        }
        #expect(try hotels.find("a")?.roomRate == 1)
        #expect(try hotels.count() == 2)
        let all = try database.query("SELECT * FROM _ AS h ORDER BY h.name DESC", as: Hotel.self)
        #expect(try all == [hotels.require("b"), hotels.require("a")])
        #expect(try database.createQuery("SELECT * FROM _").execute().decode(Name.self).count == 2)
        let addresses = try database.query("SELECT address FROM _", as: Address.self)
        #expect(addresses == [Address(street: "Kaigaten"), Address(street: "Kaigaten")])
    }

    @Test func `a document of another type is named`() throws {
        try save("a")
        struct Guest: DocumentModel {
            @DocumentID var id: String?
            var surname: String
        }
        try database.repository(of: Guest.self).save(Guest(id: "g", surname: "Berg"))
        let error = #expect(throws: DecodingError.self) {
            try database.query("SELECT * FROM _", as: Hotel.self)
        }
        #expect("\(try #require(error))".contains("type = 'hotel'"))
    }

    @Test func `synchronous and asynchronous queries have one name`() async throws {
        try await hotels.save(Hotel(id: "a", name: "a", city: "Bergen"))
        let city = "Bergen"
        var names: [String] = []
        for row in try await database.query("SELECT name FROM _ WHERE city = \(city)") {
            names.append(row.string(forKey: "name") ?? "")
        }
        #expect(names == ["a"])
        let found = try await database.query("SELECT * FROM _ WHERE city = \(city)", as: Hotel.self)
        #expect(found.map(\.id) == ["a"])
        #expect(try await database.query("SELECT name FROM _", as: Name.self).count == 1)
        let count = try await Task.detached { [database] in
            try await database.query("SELECT name FROM _").allResults().count
        }.value
        #expect(count == 1)
    }

    @Test func `adjacent parts of the text cannot form the name of a value`() throws {
        try save("a")
        let query = try database.createQuery(
            "SELECT name FROM _ WHERE $val\(verbatim: "ue1") = 1 AND name = \("a")")
        #expect(throws: QuireError.self) { try query.execute() }
        query.parameters = Parameters().setInt(1, forName: "value1")
        #expect(try query.execute().allResults().count == 1)
    }

    @Test func `long lists of values are bound`() throws {
        try save("a")
        let names = (0..<2_000).map { "n\($0)" } + ["a"]
        #expect(
            try database.query("SELECT name FROM _ WHERE name IN \(names)").allResults().count == 1)
    }
}
