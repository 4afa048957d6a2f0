import Foundation
import Quire
import Testing

@Suite struct SelectingTests {
    private let models: [Lodge]
    private let lodges: Repository<Lodge>

    init() throws {
        let store = try LodgeStore.generated.get()
        models = store.models
        lodges = store.lodges
    }

    @Test func `a property is selected by key path or closure`() throws {
        #expect(try lodges.select(\.name).all() == models.map(\.name))
        #expect(try lodges.select { $0.owner.home.zip }.all() == models.map { $0.owner?.home?.zip })
        #expect(try lodges.select(\.id).first() == models[0].id)
    }

    @Test func `values of every type are selected`() throws {
        #expect(try lodges.select(\.opened).all() == models.map(\.opened))
        #expect(try lodges.select(\.code).all() == models.map(\.code))
        #expect(try lodges.select(\.site).all() == models.map(\.site))
        #expect(try lodges.select(\.price).all() == models.map(\.price))
        #expect(try lodges.select(\.kind).all() == models.map(\.kind))
        #expect(try lodges.select(\.size).all() == models.map(\.size))
        #expect(try lodges.select(\.quiet).all() == models.map(\.quiet))
        #expect(try lodges.select(\.open).all() == models.map(\.open))
        #expect(try lodges.select(\.tags).all() == models.map(\.tags))
        #expect(try lodges.select(\.reviews).all() == models.map(\.reviews))
        #expect(try lodges.select(\.rooms).all() == models.map(\.rooms))
        #expect(try lodges.select { $0.tags.count }.all() == models.map(\.tags.count))
        #expect(try lodges.select { $0.tags.first }.all() == models.map(\.tags.first))
    }

    @Test func `properties are selected as tuples, within the limit`() throws {
        let rows = try lodges.filter { $0.stars > 1 }.sorted(by: \.rate, .descending)
            .sorted(by: \.id).offset(1).limit(5).select { ($0.name, $0.address.zip, $0.rate) }.all()
        let expected = models.filter { $0.stars > 1 }
            .sorted { ($1.rate, $0.id ?? "") < ($0.rate, $1.id ?? "") }.dropFirst().prefix(5)
        #expect(rows.map(\.0) == expected.map(\.name))
        #expect(rows.map(\.1) == expected.map(\.address.zip))
        #expect(rows.map(\.2) == expected.map(\.rate))
    }

    @Test func `distinct values are returned once, including nil`() throws {
        let phones = try lodges.select(\.phone).distinct().all()
        #expect(phones.count == Set(models.map(\.phone)).count)
        #expect(Set(phones) == Set(models.map(\.phone)))
    }

    @Test func `a smaller type reads only its own fields`() throws {
        struct Card: Decodable, Equatable {
            @DocumentID var id: String?
            let name: String
            let address: Town
            struct Town: Decodable, Equatable {
                let town: String
                enum CodingKeys: String, CodingKey { case town = "the.town" }
            }
        }
        let cards = try lodges.filter { $0.stars == 2 }.select(Card.self).all()
        let expected = models.filter { $0.stars == 2 }
        #expect(cards.map(\.id) == expected.map(\.id))
        #expect(cards.map(\.address.town) == expected.map(\.address.city))
    }

    @Test func `a smaller type decodes from documents that the model cannot decode`() throws {
        struct Card: Decodable { let stars: Int }
        let mixed = try LodgeStore.mixed.get().lodges
        #expect(
            try mixed.filter { $0.stars == -7 }.select(Card.self).all().map(\.stars) == [-7, -7])
        #expect(throws: DecodingError.self) { try mixed.filter { $0.stars == -7 }.all() }
    }

    @Test func `a missing value is an error that names it, unless it is optional`() throws {
        let mixed = try LodgeStore.mixed.get().lodges
        let error = #expect(throws: DecodingError.self) {
            try mixed.filter { $0.stars.isMissing }.select(\.stars).all()
        }
        guard case .valueNotFound(_, let context)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(context.codingPath.map(\.stringValue) == ["stars"])
    }

    @Test func `a whole model cannot be a column`() throws {
        #expect { try lodges.select { ($0.name, $0) }.all() } throws: {
            QuireError.Code.invalidQuery ~= $0
        }
    }

    // MARK: Aggregates

    @Test func `aggregates equal those computed in Swift`() throws {
        let some = lodges.filter { $0.stars > 0 }
        let expected = models.filter { $0.stars > 0 }
        let fees = expected.compactMap(\.fee)
        #expect(try some.sum(of: \.stars) == expected.map(\.stars).reduce(0, +))
        #expect(try some.sum(of: \.rate) == expected.map(\.rate).reduce(0, +))
        #expect(try some.sum(of: \.fee) == fees.reduce(0, +))
        #expect(try some.sum(of: \.price) == expected.map(\.price).reduce(0, +))
        #expect(try some.average(of: \.fee) == fees.reduce(0, +) / Double(fees.count))
        #expect(try some.minimum(of: \.name) == expected.map(\.name).min())
        #expect(try some.maximum(of: \.city) == expected.compactMap(\.city).max())
        #expect(try some.maximum(of: \.closed) == expected.compactMap(\.closed).max())
        #expect(try some.minimum(of: \.price) == expected.map(\.price).min())
        #expect(try some.maximum(of: \.phone) == expected.compactMap(\.phone).max())
        #expect(try some.maximum(of: { $0.reviews.count }) == expected.map(\.reviews.count).max())
    }

    @Test func `aggregates of no values are nil or zero`() throws {
        let none = lodges.filter { $0.stars > 100 }
        #expect(try none.sum(of: \.stars) == 0)
        #expect(try none.average(of: \.stars) == nil)
        #expect(try none.minimum(of: \.opened) == nil)
        #expect(try none.maximum(of: \.rank) == nil)
    }

    @Test func `aggregates respect the limit`() throws {
        let first = lodges.sorted(by: \.rate, .descending).sorted(by: \.id).limit(3)
        let expected = try first.all()
        #expect(try first.sum(of: \.stars) == expected.map(\.stars).reduce(0, +))
        #expect(try first.maximum(of: \.rate) == expected.map(\.rate).max())
    }

    // MARK: Groups

    @Test func `groups equal those computed in Swift`() throws {
        let rows = try lodges.grouped(by: \.city)
            .select {
                (
                    $0.key, $0.count, $0.sum(of: \.stars), $0.average(of: \.fee),
                    $0.maximum(of: \.name)
                )
            }.all()
        let expected = Dictionary(grouping: models, by: \.city)
        #expect(rows.count == expected.count)
        for (city, count, stars, fee, name) in rows {
            let group = expected[city] ?? []
            let fees = group.compactMap(\.fee)
            #expect(count == group.count)
            #expect(stars == group.map(\.stars).reduce(0, +))
            #expect(fee == (fees.isEmpty ? nil : fees.reduce(0, +) / Double(fees.count)))
            #expect(name == group.map(\.name).max())
        }
    }

    @Test func `nil is one group for null and missing values`() throws {
        let mixed = try LodgeStore.mixed.get().lodges
        let keys = try mixed.filter { $0.city.isMissing || $0.city.isNull }
            .grouped(by: \.city).select { ($0.key, $0.count) }.all()
        #expect(keys.count == 1 && keys[0].0 == nil && keys[0].1 > 1)
    }

    @Test func `groups by several properties are restricted, sorted and limited`() throws {
        let rows = try lodges.filter { $0.stars >= 0 }
            .grouped(by: \.kind, \.open)
            .having { $0.count > 10 && $0.maximum(of: \.rate) > 20 }
            .sorted(by: { $0.count }, .descending).sorted(by: { $0.key.0 })
            .sorted(by: { $0.key.1 })
            .limit(3)
            .select { ($0.key.0, $0.key.1, $0.count) }.all()
        struct Group {
            var kind: String
            var open: Bool
            var count: Int
            var rank: String { "\(1000 - count) \(kind) \(open ? 1 : 0)" }
        }
        var groups: [Group] = []
        for kind in Lodge.Kind.allCases {
            for open in [false, true] {
                let own = models.filter { $0.kind == kind && $0.open == open && $0.stars >= 0 }
                guard own.count > 10, own.contains(where: { $0.rate > 20 }) else { continue }
                groups.append(Group(kind: kind.rawValue, open: open, count: own.count))
            }
        }
        groups.sort { $0.rank < $1.rank }
        let expected = groups.prefix(3)
        #expect(rows.map(\.0.rawValue) == expected.map(\.kind))
        #expect(rows.map(\.1) == expected.map(\.open))
        #expect(rows.map(\.2) == expected.map(\.count))
    }

    @Test func `pages can be ordered by an array item and by a computed value`() throws {
        let selections = [
            lodges.sorted({ $0.tags.first }), lodges.sorted({ $0.tags.count }, .descending),
        ]
        let paged = try selections.map { sorted in
            var ids: [String?] = []
            var cursor: PageCursor?
            repeat {
                let page = try sorted.page(after: cursor, size: 40)
                ids += page.models.map(\.id)
                cursor = page.next
            } while cursor != nil
            return ids
        }
        let expected = try selections.map { try $0.sorted(by: \.id).all().map(\.id) }
        #expect(paged == expected)
    }

    @Test func `values can be read asynchronously`() async throws {
        #expect(try await lodges.select(\.name).all() == models.map(\.name))
        #expect(try await lodges.select { ($0.name, $0.stars) }.first()?.1 == models[0].stars)
    }
}
