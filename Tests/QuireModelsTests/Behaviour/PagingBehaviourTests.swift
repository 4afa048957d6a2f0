import DatabaseTestSupport
import Foundation
import Quire
import Testing

@testable import QuireModels

@Suite struct PagingBehaviourTests {
    struct Item: DocumentModel, Equatable {
        @DocumentID var id: String?
        var group: Int
        var name: String?
        @ExplicitNull var mark: Double?
        var flag: Bool
    }

    /// Every combination of values, including equal, missing and null ones.
    static let items: [Item] = (0..<60).map { number in
        let names: [String?] = ["a", nil, "b", "æ", nil]
        let marks: [Double?] = [nil, 2.5, -1, nil]
        return Item(
            id: "i\(number * 37 % 60)", group: number % 4, name: names[number % 5],
            mark: marks[number % 4], flag: number % 3 == 0)
    }

    struct Order: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let sort: @Sendable (Selection<Item>) -> Selection<Item>
    }

    static let orders = [
        Order(testDescription: "none") { $0 },
        Order(testDescription: "group") { $0.sorted(by: \.group) },
        Order(testDescription: "group down") { $0.sorted(by: \.group, .descending) },
        Order(testDescription: "name") { $0.sorted(by: \.name) },
        Order(testDescription: "name down") { $0.sorted(by: \.name, .descending) },
        Order(testDescription: "mark") { $0.sorted(by: \.mark) },
        Order(testDescription: "mark down") { $0.sorted(by: \.mark, .descending) },
        Order(testDescription: "flag, name") { $0.sorted(by: \.flag).sorted(by: \.name) },
        Order(testDescription: "name down, mark, flag") {
            $0.sorted(by: \.name, .descending).sorted(by: \.mark).sorted(by: \.flag)
        },
        Order(testDescription: "id down") { $0.sorted(by: \.id, .descending) },
    ]

    private func filled(_ kind: TestStore) throws -> Repository<Item> {
        let items = try kind.open().repository(of: Item.self)
        try items.save(Self.items)
        return items
    }

    @Test(arguments: TestStore.all, orders)
    func `the pages together contain all models, in order`(kind: TestStore, order: Order) throws {
        let items = try filled(kind)
        let selection = order.sort(items.filter { $0.group < 3 })
        let expected = try selection.sorted(by: \.id).all().map(\.id)
        for size in [1, 7, 45, 100] {
            var found: [String?] = []
            var cursor: PageCursor?
            repeat {
                let page = try selection.page(after: cursor, size: size)
                #expect(page.models.count <= size)
                found += page.models.map(\.id)
                cursor = page.next
            } while cursor != nil
            #expect(found == expected)
        }
    }

    @Test(arguments: TestStore.all)
    func `a change between pages does not shift a page`(kind: TestStore) throws {
        let items = try filled(kind)
        let selection = items.filter { $0.group >= 0 }
        let page = try selection.page(size: 30)
        let first = try #require(page.models.first)
        try items.delete(first)
        try items.save(Item(id: "a", group: 0, flag: true))
        let rest = try selection.page(after: page.next, size: 100)
        #expect(rest.models.count == 30 && rest.next == nil)
        #expect(Set(page.models.map(\.id)).isDisjoint(with: rest.models.map(\.id)))
    }

    @Test(arguments: TestStore.all)
    func `a cursor survives a round trip through JSON and is valid only for its order`(
        kind: TestStore
    ) throws {
        let items = try filled(kind)
        let selection = items.sorted(by: \.name)
        let next = try #require(try selection.page(size: 10).next)
        let copy = try JSONDecoder().decode(
            PageCursor.self, from: JSONEncoder().encode(next))
        #expect(copy == next)
        #expect(
            try selection.page(after: copy, size: 10).models
                == selection.page(after: next, size: 10).models)
        #expect { try items.sorted(by: \.group).page(after: next, size: 1) } throws: {
            QuireError.Code.invalidParameter ~= $0
        }
    }

    @Test(arguments: TestStore.all)
    func `the error for a cursor of another order names both orders in SQL++`(
        kind: TestStore
    ) throws {
        let items = try filled(kind)
        let next = try #require(try items.sorted(by: \.name, .descending).page(size: 10).next)
        let error = #expect(throws: QuireError.self) {
            try items.sorted(by: \.mark).page(after: next, size: 1)
        }
        #expect(
            error?.message == """
                The page cursor belongs to a selection sorted by name DESC, META().id, not to one \
                sorted by mark, META().id. Use a cursor of the same selection
                """)
    }

    @Test(arguments: TestStore.all)
    func `a cursor of version 0.2 is valid`(kind: TestStore) throws {
        let items = try filled(kind)
        let selection = items.sorted(by: \.name, .descending)
        let next = try #require(try selection.page(size: 10).next)
        let type = "SQLPlusPlus.OrderingTerm.Direction"
        let earlier = PageCursor(
            order: """
                OrderingTerm(term: name, direction: \(type).descending), \
                OrderingTerm(term: META().id, direction: \(type).ascending)
                """, positions: next.positions, id: next.id)
        #expect(
            try selection.page(after: PageCursor(earlier.token), size: 10)
                == selection.page(after: next, size: 10))
    }

    @Test(arguments: TestStore.all, [1, 7, 100])
    func `a loop visits every model once`(kind: TestStore, pageSize: Int) throws {
        let items = try filled(kind)
        var found: [String] = []
        try items.forEach(pageSize: pageSize) { found.append($0.id ?? "") }
        #expect(found == Self.items.compactMap(\.id).sorted())
        var limited: [Item] = []
        let selection = items.sorted(by: \.group).limit(12).offset(5)
        try selection.forEach(pageSize: pageSize) { limited.append($0) }
        #expect(try limited == items.sorted(by: \.group).sorted(by: \.id).offset(5).limit(12).all())
    }

    @Test(arguments: TestStore.all)
    func `a loop can save and delete`(kind: TestStore) throws {
        let items = try filled(kind)
        try items.filter { $0.group == 1 }.forEach(pageSize: 2) {
            try items.delete($0)
            try items.save(Item(group: 9, flag: false))
        }
        #expect(try items.filter { $0.group == 1 }.count() == 0)
        #expect(try items.filter { $0.group == 9 }.count() == 15)
    }

    @Test(arguments: TestStore.all, [1, 7, 100])
    func `a stream delivers every model once`(kind: TestStore, pageSize: Int) async throws {
        let items = try filled(kind)
        var found: [String] = []
        for try await item in items.stream(pageSize: pageSize) { found.append(item.id ?? "") }
        #expect(found == Self.items.compactMap(\.id).sorted())
    }

    @Test(arguments: TestStore.all)
    func `a stream ends with an error or when its task is canceled`(
        kind: TestStore
    ) async throws {
        let store = try kind.open()
        try store.put("a", #"{"type":"item","group":1,"flag":true}"#)
        try store.put("b", #"{"type":"item","group":"one"}"#)
        let items = try store.repository(of: Item.self)
        var iterator = items.stream(pageSize: 1).makeAsyncIterator()
        #expect(try await iterator.next()?.id == "a")
        await #expect(throws: DecodingError.self) { try await iterator.next() }
        #expect(try await iterator.next() == nil)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            for try await _ in items.stream() {}
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test(arguments: TestStore.all)
    func `paging requires an order by single values`(kind: TestStore) throws {
        struct Bag: DocumentModel {
            @DocumentID var id: String?
            var content: [Int]
        }
        let bags = try kind.open().repository(of: Bag.self)
        try bags.save([Bag(content: [1]), Bag(content: [2])])
        #expect { try bags.sorted(by: \.content).page(size: 1) } throws: {
            QuireError.Code.invalidQuery ~= $0
        }
    }
}
