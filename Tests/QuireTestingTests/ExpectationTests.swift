import Quire
import QuireTesting
import Testing

@Suite struct ExpectationTests {
    struct Hotel: DocumentModel, Equatable {
        struct Address: Codable, Equatable { var city: String }

        @DocumentID var id: String?
        var name: String
        var roomRate: Double
        var address: Address
        var shortName: String { String(name.prefix(3)) }

        enum CodingKeys: String, CodingKey {
            case id, name, address
            case roomRate = "room_rate"
        }
    }

    @Test func `a sound model has no issue`() {
        expectRoundTrips(
            Hotel.self,
            fixtures: [
                #"{"name":"Grand","room_rate":240,"address":{"city":"Bergen"}}"#
            ])
    }

    @Test func `a broken model has an issue with the value and the seed`() {
        withKnownIssue {
            expectRoundTrips(Broken.DroppedField.self)
        } matching: { issue in
            let text = issue.comments.map(\.rawValue).joined()
            return text.hasPrefix(#"DroppedField, coding as a document: note: "a" became """#)
                && text.contains("\n  smallest value: ")
                && text.contains("\n  seed to repeat it with: ")
        }
    }

    @Test func `expected property locations match the stored ones`() {
        expectStored(\Hotel.roomRate, at: "room_rate")
        expectStored(\Hotel.address.city, at: "address.city")
        expectStored(\Hotel.id, at: "meta().id")
    }

    @Test func `a property stored elsewhere, or not at all, is an issue`() {
        withKnownIssue {
            expectStored(\Hotel.roomRate, at: "roomRate")
        } matching: {
            $0.comments.first?.rawValue.contains("is stored at room_rate, not at") == true
        }
        withKnownIssue {
            expectStored(\Hotel.shortName, at: "shortName")
        } matching: {
            $0.comments.first?.rawValue.contains("it is not stored") == true
        }
    }

    private func database() throws -> Database {
        let database = try Database(inMemoryNamed: "hotels")
        try database.defaultCollection().createIndex(
            withName: "byCity", config: ValueIndexConfiguration(["type", "address.city"]))
        return database
    }

    @Test func `a selection or a query served by an index is no issue`() throws {
        let database = try database()
        let hotels = try database.repository(of: Hotel.self)
        expectIndexed(hotels.filter { $0.address.city == "Bergen" })
        expectIndexed(hotels.filter { $0.address.city == "Bergen" }, by: "byCity")
        expectIndexed(
            try database.createQuery(
                "SELECT name FROM _ WHERE type = 'hotel' AND address.city = 'Oslo'"))
    }

    /// A selection or query, and whether the index on type and city is used for more than the type.
    struct Served: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let isServed: Bool
        let expect: @Sendable (Database) throws -> Void

        init(
            _ description: String, _ isServed: Bool,
            _ expect: @escaping @Sendable (Database) throws -> Void
        ) {
            testDescription = description
            self.isServed = isServed
            self.expect = expect
        }

        static func selection(
            _ description: String, _ isServed: Bool,
            _ make: @escaping @Sendable (Repository<Hotel>) -> Selection<Hotel>
        ) -> Served {
            Served(description, isServed) {
                expectIndexed(make(try $0.repository(of: Hotel.self)))
            }
        }

        static func query(_ clauses: String, _ isServed: Bool) -> Served {
            Served(clauses, isServed) {
                expectIndexed(
                    try $0.createQuery(QuerySource(verbatim: "SELECT name FROM _ WHERE \(clauses)"))
                )
            }
        }
    }

    static let served: [Served] = [
        .selection("city", true) { $0.filter { $0.address.city == "Oslo" } },
        .selection("city and name", true) {
            $0.filter { $0.address.city == "Oslo" && $0.name == "Grand" }
        },
        .selection("order by city", true) { $0.sorted(by: \.address.city) },
        .selection("name, order by city", true) {
            $0.filter { $0.name == "Grand" }.sorted(by: \.address.city)
        },
        .selection("name", false) { $0.filter { $0.name == "Grand" } },
        .selection("order by name", false) { $0.sorted(by: \.name) },
        .selection("name, in pages", false) { $0.filter { $0.name == "Grand" }.limit(3) },
        .query("type = 'hotel'", true), .query("type = 'hotel' AND address.city = 'Oslo'", true),
        .query("type = 'hotel' ORDER BY address.city", true),
        .query("type = 'hotel' AND name = 'Grand'", false),
        .query("type IN ['hotel', 'inn'] AND name = 'Grand'", false),
        .query("type = 'hotel' ORDER BY name", false),
    ]

    @Test(arguments: served)
    func `an index that serves only the type is an issue`(served: Served) throws {
        let database = try database()
        guard !served.isServed else { return try served.expect(database) }
        try withKnownIssue {
            try served.expect(database)
        } matching: { issue in
            let text = issue.comments.first?.rawValue ?? ""
            return text.hasPrefix("The index byCity is used only for the type discriminator")
                && text.contains("USING INDEX byCity")
        }
    }

    @Test func `the type discriminator of a query can have another key`() throws {
        let database = try Database(inMemoryNamed: "hotels")
        try database.defaultCollection().createIndex(
            withName: "byKind", config: ValueIndexConfiguration(["kind"]))
        let query = try database.createQuery("SELECT name FROM _ WHERE kind = 'a' AND name = 'b'")
        expectIndexed(query)
        withKnownIssue { expectIndexed(query, typeKey: "kind") }
    }

    @Test func `a selection or a query not served by an index is an issue with the plan`() throws {
        let database = try database()
        let hotels = try database.repository(of: Hotel.self)
        withKnownIssue {
            expectIndexed(hotels.filter { $0.address.city == "Bergen" }, by: "byName")
        } matching: {
            $0.comments.first?.rawValue.contains("USING INDEX byCity") == true
        }
        let query = try database.createQuery("SELECT name FROM _ WHERE name = 'Grand'")
        withKnownIssue {
            expectIndexed(query)
        } matching: { issue in
            let text = issue.comments.first?.rawValue ?? ""
            return text.hasPrefix("No index is used by this query:\n") && text.contains("SCAN _")
        }
    }
}
