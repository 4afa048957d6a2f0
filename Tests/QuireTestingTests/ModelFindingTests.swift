import Foundation
import Quire
import QuireTesting
import Testing

/// The texts of findings.
@Suite struct ModelFindingTests {
    /// Returns the first finding in a model.
    private func finding<Model: Codable>(
        _ type: Model.Type, fixtures: [String] = [], ignoring: Set<String> = []
    ) throws -> ModelFinding {
        try #require(
            ModelCheck(type, fixtures: fixtures, ignoring: ignoring).findings().first)
    }

    struct Room: DocumentModel {
        @DocumentID var id: String?
        var number: Int
        var note = ""

        enum CodingKeys: String, CodingKey { case id, number }
    }

    @Test func `a value that is not encoded is reported with the stored form`() throws {
        let finding = try finding(Room.self)
        #expect(finding.stored == #"{"number":0,"type":"room"}"#)
        #expect(
            finding.cause
                == "both values are stored like this; check the coding keys and encode(to:)")
        #expect(
            "\(finding)".hasPrefix(
                """
                coding as a document: note: "1" became ""
                  stored as: {"number":0,"type":"room"}
                  cause: both values are stored like this; check the coding keys and encode(to:)
                  smallest value: \

                """.dropLast()))
    }

    struct Hotel: DocumentModel {
        struct Address: Codable {
            var city: String
            var country: String?
            var lines: [String] = []
            // A constant is encoded but not decoded.
            let version = 2

            enum CodingKeys: String, CodingKey { case city, country, lines, version }

            init(from decoder: any Decoder) throws {
                city = try decoder.container(keyedBy: CodingKeys.self).decode(
                    String.self, forKey: .city)
            }
        }

        var address: Address
    }

    @Test func `a property that init(from:) omits is found if it is empty by default`() throws {
        let optional = try finding(Hotel.self)
        #expect(optional.problem == #"address.country: "" became nil"#)
        #expect(
            optional.cause
                == "init(from:) does not restore the stored value; compare it with encode(to:)")
        let collection = try finding(Hotel.self, ignoring: ["country"])
        #expect(collection.problem == #"address.lines: [""] became []"#)
        #expect(ModelCheck(Hotel.self, ignoring: ["country", "lines"]).findings() == [])
    }

    struct Visit: DocumentModel {
        var arrival: Date
        var price: Decimal

        enum CodingKeys: String, CodingKey { case arrival, price }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            arrival = try container.decode(Date.self, forKey: .arrival)
            price = Decimal(try container.decode(Double.self, forKey: .price))
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(arrival.addingTimeInterval(1), forKey: .arrival)
            try container.encode(NSDecimalNumber(decimal: price).doubleValue, forKey: .price)
        }
    }

    @Test func `dates are reported in their stored form`() throws {
        let problem = try finding(Visit.self).problem
        #expect(problem == "arrival: 1970-01-01T00:00:00.000Z became 1970-01-01T00:00:01.000Z")
    }

    @Test func `a changed value is reported instead of an error`() throws {
        let finding = try finding(Visit.self, ignoring: ["arrival"])
        #expect(finding.problem.hasPrefix("price: ") && finding.problem.contains(" became "))
    }

    struct Customer: DocumentModel {
        @DocumentID var id: String?
        var name: String

        enum CodingKeys: String, CodingKey { case id, name }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            name = try container.decode(String.self, forKey: .name)
            id = try container.decodeIfPresent(String.self, forKey: .id)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(id, forKey: .id)
            try container.encode(name, forKey: .name)
        }
    }

    @Test func `an ID that is also in the body is reported`() throws {
        let finding = try finding(Customer.self)
        #expect(finding.check == .store)
        #expect(finding.problem == "id: the document ID is also stored in the document body")
        #expect(finding.stored == #"{"id":"<document ID>","name":"","type":"customer"}"#)
        #expect(finding.cause?.contains("encode and decode the DocumentID") == true)
        #expect(ModelCheck(Customer.self, ignoring: ["id"]).findings() == [])
    }

    enum Status: String, Codable { case open, paid }

    struct Order: DocumentModel {
        struct Line: Codable {
            var status: Status
            var count: Int
        }

        var lines: [Line]
        var phone: String?
        var room_rate: Int?
        var address: Address?

        struct Address: Codable {
            var city: String
            var street: String?
        }
    }

    static let undecodable = [
        (
            #"{"lines":[{"status":"open","count":1},{"status":"late","count":1}]}"#,
            "number 1, lines[1].status: Cannot initialize Status from invalid String value late",
            "add a case that keeps unknown values"
        ),
        (
            #"{"lines":[{"status":"open"}]}"#, "number 1, lines[0].count: the key is missing",
            "make it optional"
        ),
        (
            #"{"lines":[{"status":"open","count":"1"}]}"#,
            #"number 1, lines[0].count: expected Int, found the string "1""#,
            "convert it in a migration"
        ),
    ]

    @Test(arguments: undecodable)
    func `a fixture that does not decode is reported with the location and the cause`(
        fixture: String, problem: String, cause: String
    ) throws {
        let finding = try finding(Order.self, fixtures: [fixture])
        #expect(finding.problem == problem)
        #expect(finding.cause?.contains(cause) == true)
        #expect("\(finding)".contains("\n  fixture: \(fixture)\n"))
    }

    static let spelledDifferently = [
        (#"{"lines":[],"phnoe":"1"}"#, "phnoe", "phone"),
        (#"{"lines":[],"Phone":"1"}"#, "Phone", "phone"),
        (#"{"lines":[],"roomRate":1}"#, "roomRate", "room_rate"),
        (#"{"lines":[],"address":{"city":"Oslo","steet":"1"}}"#, "address.steet", "street"),
    ]

    @Test(arguments: spelledDifferently)
    func `a fixture's key that the model spells differently is reported`(
        fixture: String, location: String, key: String
    ) throws {
        #expect(
            try finding(Order.self, fixtures: [fixture]).problem
                == "number 1, \(location): the model does not decode this key, "
                + "but it has the key \"\(key)\"")
        let name = try #require(location.split(separator: ".").last.map(String.init))
        #expect(ModelCheck(Order.self, fixtures: [fixture], ignoring: [name]).findings() == [])
    }

    @Test func `each key that the model spells differently is reported once`() {
        let fixtures = [
            #"{"lines":[],"phnoe":"1","roomRate":1}"#, #"{"lines":[],"phnoe":"2"}"#,
        ]
        let findings = ModelCheck(Order.self, fixtures: fixtures).findings()
        let keys = findings.map { $0.problem.prefix { $0 != ":" } }
        #expect(keys == ["number 1, phnoe", "number 1, roomRate"])
    }

    @Test(arguments: [
        #"{"lines":[],"fax":"1"}"#, #"{"lines":[],"phnoe":null}"#,
        #"{"lines":[],"phones":["1"],"phone":"1"}"#, #"{"lines":[],"address":{"city":"Oslo"}}"#,
    ])
    func `other unknown keys of a fixture are not reported`(fixture: String) {
        #expect(ModelCheck(Order.self, fixtures: [fixture]).findings() == [])
    }

    struct Renamed: DocumentModel {
        var colors: String?

        enum CodingKeys: String, CodingKey { case colors, colours }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            colors =
                try container.decodeIfPresent(String.self, forKey: .colors)
                ?? container.decodeIfPresent(String.self, forKey: .colours)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encodeIfPresent(colors, forKey: .colors)
        }
    }

    @Test func `an old key that init(from:) decodes is not reported`() {
        let fixture = #"{"colours":"red"}"#
        #expect(ModelCheck(Renamed.self, fixtures: [fixture]).findings() == [])
    }

    struct Versioned: VersionedModel {
        @DocumentID var id: String?
        var name: String
        var stars: Int

        static let migrations = Migrations<Versioned>().migrate(to: 2) {
            $0.rename("title", to: "name")
            $0.convert("stars", from: Double.self) { Int($0) }
        }
    }

    @Test func `fixtures of a versioned model are migrated`() throws {
        let old = #"{"_id":"h1","title":"Grand","stars":3.6}"#
        #expect(ModelCheck(Versioned.self, fixtures: [old]).findings() == [])
        let current = #"{"name":"Grand","stars":3,"modelVersion":2}"#
        #expect(ModelCheck(Versioned.self, fixtures: [current]).findings() == [])
        let finding = try finding(Versioned.self, fixtures: [#"{"title":"Grand"}"#])
        #expect(finding.problem.contains("stars: the key is missing"))
    }
}
