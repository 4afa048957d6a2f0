import DatabaseTestSupport
import Foundation
import Quire
import Testing

/// Filters of several lines, in every engine.
@Suite struct FilterLinesBehaviourTests {
    @Test(arguments: TestStore.all, FilterLines.all)
    func `a filter of several lines selects the same models as in Swift`(
        kind: TestStore, lines: FilterLines
    ) throws {
        let lodges = try kind.open().repository(of: Guesthouse.self)
        try lodges.save(Guesthouse.examples)
        let expected = Guesthouse.examples.filter(lines.swift).compactMap(\.id)
        let selection = lines.select(lodges)
        #expect(try selection.all().compactMap(\.id) == expected)
        #expect(try selection.count() == expected.count)
    }

    private static func isOpen(
        _ lodge: QueryField<Guesthouse, Guesthouse>
    ) -> QueryCondition<Guesthouse> {
        lodge.open
    }

    /// Other arguments of the call than a closure of lines.
    private static let arguments: [FilterLines] = [
        FilterLines("a Boolean property", { $0.filter { $0.open } }, \.open),
        FilterLines("a key path", { $0.filter(\.open) }, \.open),
        FilterLines("a function", { $0.filter(isOpen) }, \.open),
        FilterLines(
            "a function in lines",
            {
                $0.filter {
                    isOpen($0)
                    !isOpen($0) || $0.stars == 2
                }
            }, { $0.open && $0.stars == 2 }),
        FilterLines(
            "a closure with return",
            {
                $0.filter { lodge in
                    guard FilterLines.words.count == 2 else { return lodge.open }
                    return lodge.stars == 2
                }
            }, { $0.stars == 2 }),
    ]

    @Test(arguments: arguments)
    func `a function, a key path or a closure with return is a filter`(argument: FilterLines) throws
    {
        let lodges = try TestStore.memory.open().repository(of: Guesthouse.self)
        try lodges.save(Guesthouse.examples)
        #expect(
            try argument.select(lodges).all().compactMap(\.id)
                == Guesthouse.examples.filter(argument.swift).compactMap(\.id))
    }

    @Test func `a group that was created outside its closure is an error`() throws {
        let lodges = try TestStore.memory.open().repository(of: Guesthouse.self)
        typealias Item = QueryField<Guesthouse, String>
        let group: ItemConditionGroup<Guesthouse, Item> = anyOf { $0 == "pool" }
        let selection = lodges.filter { $0.tags.any { _ in group } }
        #expect(thrownCode { _ = try selection.all() } == .invalidQuery)
    }

    @Test func `a filter of a family without a condition does not change all models`() throws {
        let shapes = try TestStore.memory.open().repository(of: Shape.self)
        try shapes.save([.circle(Circle(id: "x", radius: 2)), .square(Square(id: "y", side: 1))])
        let noCity = FilterLines.noCity
        let empty = shapes.filter(Circle.self) { if noCity != nil { $0.radius > 1 } }
        #expect(thrownCode { try empty.delete() } == .invalidQuery)
        #expect(try empty.count() == 1)
        let large = shapes.filter(Circle.self) {
            $0.radius > 1
            anyOf {
                $0.radius < 0
                $0.radius < 3
            }
        }
        #expect(try large.count() == 1)
        #expect(try shapes.filter(Circle.self).delete() == 1)
    }

    @Test func `a filter of several lines is the same statement as one with operators`() throws {
        let lodges = try TestStore.memory.open().repository(of: Guesthouse.self)
        let lines = lodges.filter {
            $0.stars >= 2
            anyOf {
                $0.open
                not { $0.city == "Bergen" }
            }
        }
        let operators = lodges.filter { $0.stars >= 2 && ($0.open || !($0.city == "Bergen")) }
        #expect(lines.description == operators.description)
    }

    @Test(arguments: TestStore.all)
    func `a filter without conditions does not change all models`(kind: TestStore) throws {
        let lodges = try kind.open().repository(of: Guesthouse.self)
        try lodges.save(Guesthouse.examples)
        let nothing = FilterLines.noCity
        let selections = [
            lodges.filter { _ in },
            lodges.filter { if let nothing { $0.city == nothing } }.limit(3),
            lodges.sorted(by: \.name).filter { for word in [String]() { $0.name == word } },
        ]
        for selection in selections {
            let writes: [() throws -> Void] = [
                { try selection.delete() }, { try selection.purge() },
                { try selection.update { $0.stars = 9 } },
                { try selection.patch { $0.set(\.stars, to: 9) } },
                { _ = try selection.patch(returning: .model) { $0.set(\.stars, to: 9) } },
                { _ = try selection.delete(returning: .model) },
            ]
            for write in writes {
                let error = thrownError(write)
                #expect(error?.code == .invalidQuery)
                #expect(error?.message.contains("contains no condition") == true)
            }
            #expect(try selection.all().count > 2)
        }
        #expect(try lodges.all() == Guesthouse.examples.sorted { $0.opened < $1.opened })
        #expect(try lodges.filter { $0.open }.filter { _ in }.delete() == 30)
        #expect(try lodges.filter { _ in }.filter { $0.stars == 1 }.delete() == 6)
        #expect(try lodges.selection.delete() == 24)
    }

    @Test(arguments: TestStore.all)
    func `groups satisfy the conditions of all lines`(kind: TestStore) throws {
        let lodges = try kind.open().repository(of: Guesthouse.self)
        try lodges.save(Guesthouse.examples)
        let groups = lodges.grouped(by: \.stars)
        let one = groups.having { $0.key > 1 && $0.maximum(of: \.rate) > 100 }
        let lines = groups.having {
            $0.key > 1
            $0.maximum(of: \.rate) > 100
        }
        #expect(try lines.select { $0.key }.all() == one.select { $0.key }.all())
        #expect(try groups.having { _ in }.select { $0.key }.all().count == 5)
        let either = groups.having { _ in
            anyOf {
                $0.key == 1
                $0.count > 100
            }
        }
        #expect(try either.select { $0.key }.all() == [1])
    }

    @Test(arguments: TestStore.all)
    func `a long list of conditions is evaluated`(kind: TestStore) throws {
        let lodges = try kind.open().repository(of: Guesthouse.self)
        try lodges.save(Guesthouse.examples)
        let found = lodges.filter {
            anyOf { for index in 0..<500 { $0.address.zip == 1050 + index } }
            for index in 0..<500 { $0.address.zip != 2000 + index }
        }
        #expect(try found.count() == 10)
    }
}
