import CouchbaseLiteSwift
import Fleece
import Foundation
import Quire
import QuireTestSupport

/// A model with properties of every type that filters support.
struct Lodge: DocumentModel, Equatable {
    @DocumentID var id: String?
    var name: String
    var city: String?
    @ExplicitNull var phone: String?
    var stars: Int
    var rank: Int?
    var rate: Double
    var fee: Double?
    var open: Bool
    var quiet: Bool?
    var kind: Kind
    var size: Size?
    var opened: Date
    var closed: Date?
    var code: UUID
    var site: URL?
    var price: Decimal
    var tags: [String]
    var marks: [Int]?
    var names: [String: String]
    var rooms: [Kind: Int]
    var address: Address
    var owner: Owner?
    var reviews: [Review]

    enum Kind: String, Codable, CaseIterable, Sendable { case hostel, hotel, palace = "a palace" }
    enum Size: Int, Codable, CaseIterable, Sendable { case small = 1, medium = 5, large = 10 }

    struct Address: Codable, Equatable, Sendable {
        var city: String
        var zip: Int?
        enum CodingKeys: String, CodingKey { case city = "the.town", zip }
    }

    struct Owner: Codable, Equatable, Sendable {
        var name: String
        var home: Address?
    }

    struct Review: Codable, Equatable, Sendable {
        var rating: Int
        var author: String?
        var likes: [String]
    }

    enum CodingKeys: String, CodingKey {
        case id, name, city, phone, stars, rank, rate = "room_rate", fee, open, quiet, kind, size
        case opened, closed, code, site, price, tags, marks, names, rooms, address, owner, reviews
    }
}

extension Lodge {
    /// Strings in composed form, which Swift and the database compare in the same way.
    static let texts = [
        "", "a", "b", "B", "Bergen", "Berg", "bergen", "Østfold", "Ærø", "日本", "日本海", "😀", "😀a",
        "a%b", "a_b", "a\\b", "100%", "it's", "\"", "a\u{7F}", "\u{D7FF}", "\u{10FFFF}", "zz",
    ]

    static let dates = (0..<5).map { Date(timeIntervalSince1970: Double($0 * 40_000_000)) }

    static let codes = (0..<5).map { number in
        UUID(uuid: (UInt8(number), 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xF0))
    }

    static let sites = ["https://a.example/", "https://b.example/x?y=1"].compactMap(
        URL.init(string:))

    static let prices = ["0", "1.5", "-3", "0.1234567890123456789012", "99999999999999999999.5"]
        .compactMap { Decimal(string: $0) }

    /// Returns models generated from a seed.
    static func generated(count: Int, seed: UInt64) -> [Lodge] {
        var random = SplitMix64(seed: seed)
        return (0..<count).map { Lodge(id: "l\($0)", &random) }
    }

    private init(id: String, _ random: inout SplitMix64) {
        func some<Value>(_ values: [Value]) -> Value { values[random.next(below: values.count)] }
        func perhaps<Value>(_ value: () -> Value) -> Value? {
            random.next(below: 3) == 0 ? nil : value()
        }
        func list<Value>(_ value: () -> Value) -> [Value] {
            (0..<random.next(below: 4)).map { _ in value() }
        }
        let texts = Self.texts
        self.id = id
        name = some(texts)
        city = perhaps { some(texts) }
        stars = random.next(below: 6) - 1
        rank = perhaps { random.next(below: 4) }
        rate = Double(random.next(below: 9)) * 12.5
        fee = perhaps { Double(random.next(below: 4)) - 0.5 }
        open = random.next(below: 2) == 0
        quiet = perhaps { random.next(below: 2) == 0 }
        kind = some(Kind.allCases)
        size = perhaps { some(Size.allCases) }
        opened = some(Self.dates)
        closed = perhaps { some(Self.dates) }
        code = some(Self.codes)
        site = perhaps { some(Self.sites) }
        price = some(Self.prices)
        tags = list { some(texts) }
        marks = perhaps { list { random.next(below: 4) } }
        names = Dictionary(list { (some(["nb", "en", "the.dot"]), some(texts)) }) { $1 }
        rooms = Dictionary(list { (some(Kind.allCases), random.next(below: 3)) }) { $1 }
        address = Address(city: some(texts), zip: perhaps { random.next(below: 3) })
        owner = perhaps {
            Owner(
                name: some(texts),
                home: perhaps { Address(city: some(texts), zip: perhaps { random.next(below: 3) }) }
            )
        }
        reviews = list {
            Review(
                rating: random.next(below: 6), author: perhaps { some(texts) },
                likes: list { some(texts) })
        }
        phone = perhaps { some(texts) }
    }
}

/// Stores of lodges that tests share and only read.
struct LodgeStore: Sendable {
    let models: [Lodge]
    let lodges: Repository<Lodge>
    let collection: DocumentCollection

    /// Generated models.
    static let generated = Swift.Result { try LodgeStore(Lodge.generated(count: 150, seed: 7)) }

    /// Documents with values of all types, most of which do not decode as lodges.
    static let mixed = Swift.Result {
        let store = try LodgeStore([])
        let database = store.collection.database
        let keys = Lodge.CodingKeys.all
        let values = [
            "null", "true", "false", "0", "1", "2.5", "-7", #""""#, #""a""#, #""Bergen""#, #""12""#,
            #""a%b""#, "[]", "[1]", #"["a",null]"#, "{}", #"{"the.town":"a","zip":1}"#,
            #"[{"rating":5,"author":"a","likes":["a"]},{"rating":null},3]"#, #"{"nb":"a"}"#,
        ]
        try database.inBatch {
            for (index, value) in values.enumerated() {
                for key in keys {
                    let body = #"{"type":"lodge","\#(key)":\#(value)}"#
                    try store.put("\(key)-\(index)", body)
                }
                let pairs = keys.map { #""\#($0)":\#(value)"# }.joined(separator: ",")
                try store.put("all-\(index)", #"{"type":"lodge",\#(pairs)}"#)
            }
        }
        return store
    }

    init(_ models: [Lodge]) throws {
        self.models = models
        let database = try Database(inMemoryNamed: "lodges")
        collection = try database.defaultCollection()
        lodges = collection.repository(of: Lodge.self)
        let lodges = lodges
        try database.inBatch { for model in models { try lodges.save(model) } }
    }

    private func put(_ id: String, _ json: String) throws {
        try collection.saveBody(id: id) { try JSONReader.read(json, into: $0) }
    }

    /// Returns the IDs of the documents that meet a condition in SQL++.
    func ids(_ condition: String) throws -> [String] {
        let query = try collection.database.createQuery(
            QuerySource(verbatim: "SELECT META().id FROM _ WHERE type = 'lodge' AND (\(condition))")
        )
        return try query.execute().compactMap { $0["id"]?.string }
    }

    /// Returns the IDs of the documents that meet a built condition.
    func ids(_ condition: any ExpressionProtocol) throws -> [String] {
        let isLodge = QueryExpression.property("type").equalTo(QueryExpression.string("lodge"))
        let query = QueryBuilder.select(SelectResult.expression(Meta.id))
            .from(collection.dataSource).where(isLodge.and(condition))
        return try query.execute().compactMap { $0.string(forKey: "id") }
    }

    /// Returns the IDs of the documents that meet a typed condition.
    func ids(_ condition: QueryCondition<Lodge>) throws -> [String] {
        try lodges.filter { _ in condition }.select { $0.id }.all().compactMap { $0 }
    }
}

extension Lodge.CodingKeys {
    static let all = [
        "name", "city", "phone", "stars", "rank", "room_rate", "fee", "open", "quiet", "kind",
        "size", "opened", "closed", "code", "site", "tags", "marks", "names", "rooms", "address",
        "owner", "reviews",
    ]
}
