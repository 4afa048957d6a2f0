import DatabaseTestSupport
import Quire
import Testing

/// A typed query of whole values says what the models say, also if keys with default values are missing
/// in any case of an enumeration, in any type of a family, and at any depth of a type that contains itself.
@Suite struct DefaultedVariantTests {
    struct Money: Codable, Hashable, Sendable, DefaultsProviding {
        var amount: Int
        var currency = "EUR"

        static let defaults = Money(amount: 0)
        static var requiredKeys: Set<String> { ["amount"] }
    }

    enum Payment: Codable, Hashable, Sendable {
        case open
        case cash(Money)
        case card(number: String, Money)
        case card2(Van)
    }

    struct Comment: Codable, Hashable, Sendable, DefaultsProviding {
        var text: String
        var isRead = true
        var replies: [Comment] = []

        static let defaults = Comment(text: "")
        static var requiredKeys: Set<String> { ["text"] }
    }

    struct Van: Codable, Hashable, Sendable, DefaultsProviding {
        var seats = 3
        var status: VanStatus?

        static let defaults = Van()
    }

    struct Bike: Codable, Hashable, Sendable {
        var price: Money
        var status: BikeStatus?
    }

    // Two enumerations at the same place of the types of a family.
    enum VanStatus: Codable, Hashable, Sendable {
        case free
        case rented(Money)
    }

    enum BikeStatus: Codable, Hashable, Sendable {
        case sold(Money)
        case broken(Part)
    }

    struct Part: Codable, Hashable, Sendable, DefaultsProviding {
        var count = 2

        static let defaults = Part()
    }

    enum Transport: DocumentFamily, Hashable {
        case van(Van)
        case bike(Bike)

        static let members: [FamilyMember<Transport>] = [
            FamilyMember("van", aliases: ["bus"], Transport.van),
            FamilyMember("bike", Transport.bike),
        ]

        var member: any Codable & Sendable {
            switch self {
            case .van(let van): van
            case .bike(let bike): bike
            }
        }
    }

    struct Order: DocumentModel, Equatable {
        @DocumentID var id: String?
        var payment: Payment
        var comment: Comment
        var transport: Transport
        var size: UInt64
    }

    /// Documents in which any of the keys are missing.
    static let bodies = [
        #"""
        {"payment":{"open":{}},"comment":{"text":"a"},"transport":{"type":"van"},"size":1}
        """#,
        #"""
        {"payment":{"cash":{"_0":{"amount":1}}},"comment":{"text":"a","replies":[{"text":"b"}]},
        "transport":{"type":"bus","seats":3},"size":2}
        """#,
        #"""
        {"payment":{"cash":{"_0":{"amount":1,"currency":"EUR"}}},"comment":
        {"text":"a","isRead":true,"replies":[{"text":"b","isRead":true,"replies":[]}]},
        "transport":{"type":"bike","price":{"amount":1}},"size":3}
        """#,
        #"""
        {"payment":{"card":{"number":"7","_1":{"amount":1}}},"comment":{"text":"a","replies":
        [{"text":"b","replies":[{"text":"c","replies":[{"text":"d"}]}]}]},
        "transport":{"type":"bike","price":{"amount":1,"currency":"EUR"}},"size":4}
        """#,
        #"""
        {"payment":{"card":{"number":"7","_1":{"amount":1,"currency":"EUR"}}},"comment":
        {"text":"a","replies":[{"text":"b","replies":[{"text":"c","replies":
        [{"text":"d","isRead":true}]}]}]},"transport":{"type":"van","seats":4},"size":5}
        """#,
        #"""
        {"payment":{"card2":{"_0":{}}},"comment":{"text":"e"},"transport":{"type":"bus"},"size":6}
        """#,
        #"""
        {"payment":{"open":{}},"comment":{"text":"f"},"transport":
        {"type":"bike","price":{"amount":1},"status":{"broken":{"_0":{}}}},"size":7}
        """#,
        #"""
        {"payment":{"open":{}},"comment":{"text":"f"},"transport":
        {"type":"van","status":{"rented":{"_0":{"amount":1}}}},"size":8}
        """#,
    ]

    private static func fill(_ kind: TestStore) throws -> Repository<Order> {
        let store = try kind.open()
        for (index, body) in bodies.enumerated() {
            try store.put("o\(index)", #"{"type":"order","# + body.dropFirst())
        }
        return try store.repository(of: Order.self)
    }

    /// Returns the property values of models that a filter does not find as Swift does.
    private static func wrong<Value: Codable & Hashable & Sendable>(
        _ orders: Repository<Order>, _ property: any KeyPath<Order, Value> & Sendable
    ) throws -> [Value] {
        let models = try orders.all()
        return try Set(models.map { $0[keyPath: property] }).filter { value in
            try orders.filter { $0[dynamicMember: property] == value }.all()
                != models.filter { $0[keyPath: property] == value }
        }
    }

    @Test(arguments: TestStore.all)
    func `a filter finds the same payments, comments and transports as Swift`(
        kind: TestStore
    ) throws {
        let orders = try Self.fill(kind)
        #expect(try Self.wrong(orders, \.payment) == [])
        #expect(try Self.wrong(orders, \.comment) == [])
        #expect(try Self.wrong(orders, \.transport) == [])
    }

    @Test(arguments: TestStore.all)
    func `groups of enumerations, recursive values and families are those of the models`(
        kind: TestStore
    ) throws {
        let orders = try Self.fill(kind)
        let models = try orders.all()
        let payments = try orders.grouped { $0.payment }.select { ($0.key, $0.count) }.all()
        let comments = try orders.grouped { $0.comment }.select { ($0.key, $0.count) }.all()
        let transports = try orders.grouped { $0.transport }.select { ($0.key, $0.count) }.all()
        func isRight<Key: Hashable>(_ groups: [(Key, Int)], _ keys: [Key]) -> Bool {
            Dictionary(groups) { $1 } == Dictionary(grouping: keys) { $0 }.mapValues(\.count)
        }
        #expect(isRight(payments, models.map(\.payment)))
        #expect(isRight(comments, models.map(\.comment)))
        #expect(isRight(transports, models.map(\.transport)))
    }

    @Test(arguments: TestStore.all)
    func `a sweep writes the default values of each case, type and depth once`(
        kind: TestStore
    ) throws {
        let orders = try Self.fill(kind)
        let models = try orders.all()
        let first = try orders.sweep()
        let second = try orders.sweep()
        let stored = try Self.bodies.indices.map { index in
            try orders.store.record(id: "o\(index)")?.body.value.json(.canonical)
        }
        let encoded = try models.map { try DocumentEncoder().encodeToJSON($0) }
        #expect(try orders.all() == models)
        #expect((first.migrated, first.failures.count, second.total) == (8, 0, 0))
        let typeLength = #""type":"order","#.count
        #expect(zip(stored, encoded).allSatisfy { $0?.count == $1.count + typeLength })
    }
}
