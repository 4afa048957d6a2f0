import DatabaseTestSupport
import Quire
import Testing

private let decodedCount = SendableCounter()

/// Observers of equal selections share decoded models.
@Suite(.serialized) struct SharedModelTests {
    struct Counted: DocumentModel {
        static let documentType = "inn"

        @DocumentID var id: String?
        var name: String

        var hasBase: Bool { _id.base != nil }

        init(id: String, name: String) {
            self.id = id
            self.name = name
        }

        enum CodingKeys: String, CodingKey {
            case id, name
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            _id = try values.decode(DocumentID.self, forKey: .id)
            name = try values.decode(String.self, forKey: .name)
            decodedCount.increase()
        }
    }

    final class Object: DocumentModel {
        static let documentType = "inn"

        let name: String
    }

    struct Shouted: DocumentModel {
        static let documentType = "inn"

        var name: String

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Counted.CodingKeys.self)
            name = try values.decode(String.self, forKey: .name).uppercased()
        }

        func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: Counted.CodingKeys.self)
            try values.encode(name, forKey: .name)
        }
    }

    let database: Database

    init() throws {
        database = try Database(inMemoryNamed: "inns")
        let inns = try database.repository(of: Counted.self)
        for n in 1...20 { try inns.save(Counted(id: "i\(n)", name: "n\(n)")) }
    }

    @Test func `a changed model is decoded once for all observers`() async throws {
        let inns = try database.repository(of: Counted.self)
        var iterators: [SelectionChanges<Counted>.Iterator] = []
        var before = decodedCount.value
        for _ in 0..<5 {
            iterators.append(inns.changes().makeAsyncIterator())
            _ = try await iterators[iterators.count - 1].next()
        }
        #expect(decodedCount.value - before == 20)
        before = decodedCount.value
        try database.defaultCollection().save("i1", #"{"type": "inn", "name": "other"}"#)
        for index in iterators.indices {
            #expect(try await iterators[index].next()?.updated.map(\.name) == ["other"])
        }
        #expect(decodedCount.value - before == 1)
    }

    @Test func `models that are objects are not shared`() async throws {
        let inns = try database.repository(of: Object.self)
        var first = inns.changes().makeAsyncIterator()
        var second = inns.changes().makeAsyncIterator()
        let objects = try await (first.next(), second.next())
        let (left, right) = (objects.0?.models.first?.value, objects.1?.models.first?.value)
        #expect(left != nil && left !== right && left?.name == right?.name)
    }

    @Test func `each model type decodes its own models`() async throws {
        var counted = try database.repository(of: Counted.self).changes().makeAsyncIterator()
        var shouted = try database.repository(of: Shouted.self).changes().makeAsyncIterator()
        #expect(try await counted.next()?.models.first?.name == "n1")
        #expect(try await shouted.next()?.models.first?.name == "N1")
    }

    @Test func `a merging repository gets models with their merge bases`() async throws {
        let plain = try database.repository(of: Counted.self)
        let merging = try database.repository(of: Counted.self, conflicts: .mergeFields())
        var first = plain.changes().makeAsyncIterator()
        var second = merging.changes().makeAsyncIterator()
        let models = try await (first.next()?.models.first, second.next()?.models.first)
        #expect(models.0?.hasBase == false && models.1?.hasBase == true)
    }
}
