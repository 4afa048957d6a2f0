import DatabaseTestSupport
import Foundation
import Quire
import Testing

/// A typed query of a property with a default value says what the models say.
@Suite struct DefaultedPropertyTests {
    enum State: String, Codable, Sendable, Comparable {
        case closed, open
        static func < (left: State, right: State) -> Bool { left.rawValue < right.rawValue }
    }

    struct Contact: Codable, Equatable, Sendable, DefaultsProviding {
        var city = "Bergen"
        var floor = 2

        static let defaults = Contact()
    }

    struct Task: DocumentModel, Equatable, DefaultsProviding {
        @DocumentID var id: String?
        var name: String
        var state = State.open
        var priority = 3
        var isUrgent = true
        var amount: Decimal = 2.5
        var tags = ["new"]
        var note: String?
        var contact = Contact(city: "Oslo")
        var other: Contact?

        static let defaults = Task(name: "")
        static var requiredKeys: Set<String> { ["name"] }
    }

    /// Documents in which any keys are missing.
    static let bodies = [
        #"{"type":"task","name":"a"}"#,
        #"{"type":"task","name":"b","state":"closed","priority":1,"isUrgent":false}"#,
        #"{"type":"task","name":"c","state":"open","priority":3,"amount":4,"tags":[],"note":"x"}"#,
        #"{"type":"task","name":"d","priority":7,"contact":{},"other":{}}"#,
        #"{"type":"task","name":"e","tags":["new","old"],"contact":{"city":"Paris"},"other":null}"#,
        #"{"type":"task","name":"f","isUrgent":true,"contact":{"floor":9},"other":{"floor":2}}"#,
    ]

    private static let filled: [TestStore: Result<Repository<Task>, any Error>] =
        Dictionary(
            uniqueKeysWithValues: TestStore.all.map { kind in (kind, Result { try fill(kind) }) })

    private static func fill(_ kind: TestStore) throws -> Repository<Task> {
        let store = try kind.open()
        for (index, body) in bodies.enumerated() { try store.put("t\(index)", body) }
        return try store.repository(of: Task.self)
    }

    private func tasks(_ kind: TestStore) throws -> Repository<Task> {
        try #require(Self.filled[kind]).get()
    }

    typealias Filter = @Sendable (QueryField<Task, Task>) -> QueryCondition<Task>

    static let filters: [(String, Filter, @Sendable (Task) -> Bool)] = [
        ("equals", { $0.state == .open }, { $0.state == .open }),
        ("equals another value", { $0.state == .closed }, { $0.state == .closed }),
        ("differs", { $0.priority != 3 }, { $0.priority != 3 }),
        ("differs from another value", { $0.priority != 7 }, { $0.priority != 7 }),
        ("less", { $0.priority < 4 }, { $0.priority < 4 }),
        ("greater", { $0.priority > 3 }, { $0.priority > 3 }),
        ("in a list", { $0.priority.in([1, 3]) }, { [1, 3].contains($0.priority) }),
        ("in a range", { $0.priority.in(2...5) }, { (2...5).contains($0.priority) }),
        ("true", { $0.isUrgent }, { $0.isUrgent }),
        ("not true", { !$0.isUrgent }, { !$0.isUrgent }),
        ("a negation", { !($0.priority == 3) }, { $0.priority != 3 }),
        ("a decimal", { $0.amount <= 2.5 }, { $0.amount <= 2.5 }),
        ("an array", { $0.tags == ["new"] }, { $0.tags == ["new"] }),
        ("an item", { $0.tags.contains("new") }, { $0.tags.contains("new") }),
        ("any item", { $0.tags.any { $0 == "new" } }, { $0.tags.contains { $0 == "new" } }),
        ("every item", { $0.tags.every { $0 == "old" } }, { $0.tags.allSatisfy { $0 == "old" } }),
        ("a count", { $0.tags.count == 1 }, { $0.tags.count == 1 }),
        ("the first item", { $0.tags.first == "new" }, { $0.tags.first == "new" }),
        ("arithmetic", { $0.priority * 2 == 6 }, { $0.priority * 2 == 6 }),
        ("two properties", { $0.priority > $0.contact.floor }, { $0.priority > $0.contact.floor }),
        ("a nested property", { $0.contact.city == "Oslo" }, { $0.contact.city == "Oslo" }),
        ("a nested default", { $0.contact.city == "Bergen" }, { $0.contact.city == "Bergen" }),
        (
            "a nested prefix", { $0.contact.city.hasPrefix("Be") },
            { $0.contact.city.hasPrefix("Be") }
        ),
        ("a nested number", { $0.contact.floor == 2 }, { $0.contact.floor == 2 }),
        ("an optional", { $0.other?.floor == 2 }, { $0.other?.floor == 2 }),
        ("an optional's string", { $0.other?.city == "Bergen" }, { $0.other?.city == "Bergen" }),
        (
            "an object", { $0.contact == Contact(city: "Oslo") },
            { $0.contact == Contact(city: "Oslo") }
        ),
        ("nil", { $0.note == nil }, { $0.note == nil }),
    ]

    @Test(arguments: TestStore.all)
    func `a filter finds the models that Swift finds`(kind: TestStore) throws {
        let tasks = try tasks(kind)
        let models = try tasks.all()
        let wrong = try Self.filters.filter { _, filter, isMet in
            try tasks.filter(filter).all() != models.filter(isMet)
        }
        #expect(wrong.map(\.0) == [])
    }

    @Test(arguments: TestStore.all)
    func `a predicate finds the models that Swift finds`(kind: TestStore) throws {
        let tasks = try tasks(kind)
        let models = try tasks.all()
        let predicates: [Predicate<Task>] = [
            #Predicate { $0.priority == 3 }, #Predicate { $0.priority != 3 },
            #Predicate { $0.isUrgent }, #Predicate { !$0.isUrgent },
            #Predicate { $0.tags.contains("new") },
            #Predicate { $0.tags.allSatisfy { $0 == "old" } },
            #Predicate { $0.contact.city == "Oslo" },
            #Predicate { $0.contact.city.contains("er") },
            #Predicate { [1, 3].contains($0.priority) },
            #Predicate { (2...5).contains($0.priority) },
        ]
        let wrong = try predicates.indices.filter { index in
            let predicate = predicates[index]
            return try tasks.filter(predicate).all() != models.filter { try predicate.evaluate($0) }
        }
        #expect(wrong == [])
    }

    @Test(arguments: TestStore.all)
    func `an order is that of the models, in pages too`(kind: TestStore) throws {
        let tasks = try tasks(kind)
        let expected = try tasks.all()
            .sorted { ($0.priority, $0.id ?? "") > ($1.priority, $1.id ?? "") }
        let sorted = tasks.sorted(by: \.priority, .descending).sorted(by: \.id, .descending)
        var paged: [Task] = []
        var cursor: PageCursor?
        repeat {
            let page = try sorted.page(after: cursor, size: 2)
            paged += page.models
            cursor = page.next
        } while cursor != nil
        #expect(try sorted.all() == expected && paged == expected)
    }

    @Test(arguments: TestStore.all)
    func `aggregates are those of the models`(kind: TestStore) throws {
        let tasks = try tasks(kind)
        let models = try tasks.all()
        let priorities = models.map(\.priority)
        let sum = priorities.reduce(0, +)
        #expect(
            try tasks.sum(of: { $0.priority }) == sum
                && tasks.average(of: { $0.priority }) == Double(sum) / Double(priorities.count)
                && tasks.minimum(of: { $0.contact.floor }) == models.map(\.contact.floor).min()
                && tasks.maximum(of: { $0.priority }) == priorities.max()
                && tasks.sum(of: { $0.amount }) == models.map(\.amount).reduce(0, +))
    }

    @Test(arguments: TestStore.all)
    func `groups are those of the models`(kind: TestStore) throws {
        let groups = try tasks(kind).grouped { $0.contact.city }
            .sorted { $0.key }.select { ($0.key, $0.count, $0.sum { $0.priority }) }.all()
        let expected = Dictionary(grouping: try tasks(kind).all(), by: \.contact.city)
            .map { ($0, $1.count, $1.map(\.priority).reduce(0, +)) }.sorted { $0.0 < $1.0 }
        #expect("\(groups)" == "\(expected)")
    }

    @Test(arguments: TestStore.all)
    func `selected properties are those of the models`(kind: TestStore) throws {
        let tasks = try tasks(kind)
        let models = try tasks.all()
        let rows = try tasks.sorted(by: \.name).select {
            ($0.state, $0.tags, $0.contact, $0.priority)
        }.all()
        #expect(
            rows.map { "\($0)" }
                == models.map { "\(($0.state, $0.tags, $0.contact, $0.priority))" })
    }

    @Test(arguments: TestStore.all)
    func `a change of part of a document begins at the default value`(kind: TestStore) throws {
        let tasks = try Self.fill(kind)
        var expected = try tasks.all()
        try tasks.all().forEach { task in
            try tasks.patch(task.id ?? "") {
                $0.increment(\.priority, by: 1)
                $0.append(\.tags, "more")
                $0.set(\.contact.floor, to: 5)
            }
        }
        for index in expected.indices {
            expected[index].priority += 1
            expected[index].tags.append("more")
            expected[index].contact.floor = 5
        }
        #expect(try tasks.all() == expected)
    }

    @Test(arguments: TestStore.all)
    func `a live list has the models that Swift finds`(kind: TestStore) async throws {
        let tasks = try Self.fill(kind)
        var changes = tasks.filter { $0.state == .open }.changes().makeAsyncIterator()
        let first = try await changes.next()?.models.map(\.name)
        try await tasks.patch("t0") { $0.set(\.state, to: .closed) }
        let second = try await changes.next()?.models.map(\.name)
        #expect(first == ["a", "c", "d", "e", "f"] && second == ["c", "d", "e", "f"])
    }

    @Test(arguments: TestStore.all)
    func `a sweep writes the missing default values and counts the documents`(
        kind: TestStore
    ) throws {
        let tasks = try Self.fill(kind)
        let models = try tasks.all()
        let first = try tasks.sweep()
        let second = try tasks.sweep()
        let body = try tasks.store.record(id: "t5")?.body.value.json(.canonical)
        #expect(try tasks.all() == models)
        #expect(
            (first.migrated, second.migrated, second.total) == (6, 0, 0)
                && body == #"{"amount":2.5,"contact":{"city":"Bergen","floor":9},"isUrgent":true,"#
                    + #""name":"f","other":{"city":"Bergen","floor":2},"priority":3,"state":"open","#
                    + #""tags":["new"],"type":"task"}"#
        )
    }

    @Test(arguments: TestStore.all.filter { $0 != .memory })
    func `a sweep reports documents whose default value another one has`(kind: TestStore) throws {
        let tasks = try Self.fill(kind)
        try tasks.createIndex(on: \.priority, options: .unique)
        let result = try tasks.sweep()
        let stored = try tasks.all().map(\.priority)
        #expect(result.migrated == 3 && result.failures.map(\.id) == ["t0", "t4", "t5"])
        #expect(stored == [3, 1, 3, 7, 3, 3])
    }

    @Test func `an equality with the default value uses the index of the property`() throws {
        let tasks = try Self.fill(.file)
        try tasks.createIndex(on: \.state)
        let plan = try tasks.filter { $0.state == .open }.explain()
        #expect(plan.contains("USING INDEX task(state)"))
    }

    /// A default that a type's own decoding provides.
    struct Custom: DocumentModel {
        var id: String?
        var stars: Int

        enum CodingKeys: CodingKey { case stars }

        init(from decoder: any Decoder) throws {
            stars =
                try decoder.container(keyedBy: CodingKeys.self)
                .decodeIfPresent(Int.self, forKey: .stars) ?? 4
        }
    }

    @Test(arguments: TestStore.all)
    func `a default of the type's own decoding counts too`(kind: TestStore) throws {
        let store = try kind.open()
        try store.put("x", #"{"type":"custom"}"#)
        let models = try store.repository(of: Custom.self)
        #expect(try models.filter { $0.stars == 4 }.count() == 1 && models.sum { $0.stars } == 4)
    }

    /// A default that depends on another property.
    struct Offer: DocumentModel {
        @DocumentID var id: String?
        var price: Int
        var isFree: Bool

        enum CodingKeys: String, CodingKey { case id, price, isFree }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            _id = try values.decode(DocumentID.self, forKey: .id)
            price = try values.decode(Int.self, forKey: .price)
            isFree = try values.decodeIfPresent(Bool.self, forKey: .isFree) ?? (price == 0)
        }
    }

    @Test(arguments: TestStore.all)
    func `a sweep does not write a default value that changes the model`(kind: TestStore) throws {
        let store = try kind.open()
        try store.put("a", #"{"type":"offer","price":0}"#)
        try store.put("b", #"{"type":"offer","price":5}"#)
        let offers = try store.repository(of: Offer.self)
        let result = try offers.sweep()
        #expect(result.failures.map(\.id) == ["a"])
        #expect(try offers.all().map(\.isFree) == [true, false])
    }

    /// A renamed property, and a default that depends on it.
    struct Ticket: DocumentModel, VersionedModel {
        @DocumentID var id: String?
        var price: Int
        var isFree: Bool

        enum CodingKeys: String, CodingKey { case id, price, isFree }

        static let migrations = Migrations<Ticket>().migrate(to: 2) {
            $0.rename("cost", to: "price")
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            _id = try values.decode(DocumentID.self, forKey: .id)
            price = try values.decode(Int.self, forKey: .price)
            isFree = try values.decodeIfPresent(Bool.self, forKey: .isFree) ?? (price == 0)
        }
    }

    @Test(arguments: TestStore.all)
    func `a default value that is not written prevents no migration`(kind: TestStore) throws {
        let store = try kind.open()
        try store.put("a", #"{"type":"ticket","cost":0}"#)
        let tickets = try store.repository(of: Ticket.self)
        let result = try tickets.sweep()
        let body = try tickets.store.record(id: "a")?.body.value.json(.canonical)
        #expect(result.migrated == 1 && body == #"{"modelVersion":2,"price":0,"type":"ticket"}"#)
    }

    struct Sizes: Codable, Sendable, DefaultsProviding {
        var count = 3
        var large = UInt64.max
        var data = Data([1])

        static let defaults = Sizes()
    }

    struct Box: DocumentModel, DefaultsProviding {
        @DocumentID var id: String?
        var sizes = Sizes()

        static let defaults = Box()
    }

    @Test(arguments: TestStore.all)
    func `a default value that a query cannot contain hides no other one`(kind: TestStore) throws {
        let store = try kind.open()
        try store.put("a", #"{"type":"box"}"#)
        try store.put("b", #"{"type":"box","sizes":{}}"#)
        let boxes = try store.repository(of: Box.self)
        #expect(
            try boxes.filter { $0.sizes.count == 3 }.count() == 2
                && boxes.sum { $0.sizes.count } == 6
                && boxes.filter { $0.sizes.large > 5 }.count() == 2)
    }
}
