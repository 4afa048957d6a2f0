import DatabaseTestSupport
import Foundation
import Quire
import Testing

@Suite struct SelectingBehaviourTests {
    private static let filled: [TestStore: Result<Repository<Guesthouse>, any Error>] =
        Dictionary(
            uniqueKeysWithValues: TestStore.all.map { kind in
                (
                    kind,
                    Result {
                        let lodges = try kind.open().repository(of: Guesthouse.self)
                        try lodges.save(Guesthouse.examples)
                        return lodges
                    }
                )
            })

    private func lodges(_ kind: TestStore) throws -> Repository<Guesthouse> {
        try #require(Self.filled[kind]).get()
    }

    private let examples = Guesthouse.examples

    @Test(arguments: TestStore.all)
    func `a property is selected`(kind: TestStore) throws {
        let lodges = try lodges(kind)
        #expect(try lodges.select(\.name).all() == examples.map(\.name))
        #expect(try lodges.select(\.city).all() == examples.map(\.city))
        #expect(try lodges.select(\.address.zip).all() == examples.map(\.address.zip))
        #expect(try lodges.select(\.id).first() == "l0")
        #expect(try lodges.select(\.opened).first() == examples.first?.opened)
        #expect(try lodges.select(\.reviews).all() == examples.map(\.reviews))
        #expect(try lodges.select(\.open).all() == examples.map(\.open))
    }

    @Test(arguments: TestStore.all)
    func `properties are selected as tuples`(kind: TestStore) throws {
        let rows = try lodges(kind).filter { $0.stars == 4 }.sorted(by: \.rate)
            .select { ($0.name, $0.rate, $0.phone) }.all()
        let expected = examples.filter { $0.stars == 4 }.sorted { $0.rate < $1.rate }
        #expect(rows.map(\.0) == expected.map(\.name))
        #expect(rows.map(\.1) == expected.map(\.rate))
        #expect(rows.map(\.2) == expected.map(\.phone))
    }

    @Test(arguments: TestStore.all)
    func `duplicate values are omitted`(kind: TestStore) throws {
        let lodges = try lodges(kind)
        #expect(try lodges.select(\.stars).distinct().all() == [0, 1, 2, 3, 4])
        #expect(
            try lodges.sorted(by: \.stars, .descending).limit(2).select(\.stars).distinct()
                .all() == [4, 3])
        #expect(try Set(lodges.select(\.city).distinct().all()) == ["Bergen", "Porto", nil])
    }

    @Test(arguments: TestStore.all)
    func `models are loaded as smaller ones`(kind: TestStore) throws {
        struct Small: Decodable, Equatable, Sendable {
            @DocumentID var id: String?
            var name: String
        }
        let found = try lodges(kind).filter { $0.stars == 1 }.select(Small.self).all()
        #expect(found.map(\.id) == examples.filter { $0.stars == 1 }.map(\.id))
    }

    @Test(arguments: TestStore.all)
    func `aggregates equal those computed in Swift`(kind: TestStore) throws {
        let lodges = try lodges(kind)
        #expect(try lodges.selection.minimum(of: \.rate) == examples.map(\.rate).min())
        #expect(try lodges.selection.maximum(of: \.rate) == examples.map(\.rate).max())
        #expect(try lodges.selection.maximum(of: \.city) == "Porto")
        #expect(try lodges.selection.minimum(of: \.opened) == examples.map(\.opened).min())
        #expect(try lodges.selection.sum(of: \.stars) == examples.map(\.stars).reduce(0, +))
        #expect(
            try lodges.selection.sum(of: \.floor) == examples.compactMap(\.floor).reduce(0, +))
        #expect(try lodges.selection.average(of: \.stars) == 2)
        let some = lodges.filter { $0.open == true }.sorted(by: \.rate).limit(7)
        let expected = examples.filter(\.open).sorted { $0.rate < $1.rate }.prefix(7)
        #expect(try some.sum(of: \.rate) == expected.map(\.rate).reduce(0, +))
    }

    @Test(arguments: TestStore.all)
    func `aggregates of no values are nil or zero`(kind: TestStore) throws {
        let none = try lodges(kind).filter { $0.stars > 9 }
        #expect(try none.minimum(of: \.rate) == nil && none.average(of: \.rate) == nil)
        #expect(try none.sum(of: \.stars) == 0)
    }

    @Test(arguments: TestStore.all)
    func `groups have aggregates`(kind: TestStore) throws {
        let rows = try lodges(kind).filter { $0.stars > 0 }.grouped(by: \.stars)
            .sorted(by: \.key)
            .select { ($0.key, $0.count, $0.average(of: \.rate), $0.maximum(of: \.name)) }.all()
        #expect(rows.map(\.0) == [1, 2, 3, 4])
        for (stars, count, average, name) in rows {
            let group = examples.filter { $0.stars == stars }
            #expect(count == group.count)
            #expect(average == group.map(\.rate).reduce(0, +) / Double(group.count))
            #expect(name == group.map(\.name).max())
        }
    }

    @Test(arguments: TestStore.all)
    func `groups are filtered, sorted and limited`(kind: TestStore) throws {
        let cities = try lodges(kind).filter { $0.stars > 2 }.grouped(by: \.city)
            .having { $0.count(of: \.city) > 0 }.sorted(by: { $0.sum(of: \.rate) }, .descending)
            .limit(1).select { ($0.key, $0.sum(of: \.floor)) }.all()
        let groups = Dictionary(
            grouping: examples.filter { $0.stars > 2 && $0.city != nil }, by: \.city)
        let expected = groups.max { left, right in
            left.value.map(\.rate).reduce(0, +) < right.value.map(\.rate).reduce(0, +)
        }
        #expect(cities.map(\.0) == [expected?.key])
        #expect(cities.first?.1 == expected?.value.compactMap(\.floor).reduce(0, +))
    }

    @Test(arguments: TestStore.all)
    func `nil is one group, for null and missing values`(kind: TestStore) throws {
        let store = try kind.open()
        let inns = try store.repository(of: Inn.self)
        try store.put("a", #"{"type":"inn","phone":null}"#)
        try store.put("b", #"{"type":"inn"}"#)
        try store.put("c", #"{"type":"inn","phone":"1"}"#)
        let rows = try inns.grouped(by: \.phone).sorted(by: \.count).select { ($0.key, $0.count) }
            .all()
        #expect(rows.map(\.0) == ["1", nil])
        #expect(rows.map(\.1) == [1, 2])
    }

    @Test(arguments: TestStore.all)
    func `an integer overflow of a sum is an error`(kind: TestStore) throws {
        let seats = try kind.open().repository(of: Seat.self)
        try seats.save([Seat(id: 1, row: .max), Seat(id: 2, row: 1)])
        #expect { try seats.selection.sum(of: \.row) } throws: {
            QuireError.Code.invalidQuery ~= $0
        }
    }
}
