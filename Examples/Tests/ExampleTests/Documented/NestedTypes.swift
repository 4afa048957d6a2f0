import Quire
import Testing

/// A type whose decoding accepts only certain values.
private struct CountryCode: Codable, Hashable {
    var code: String

    init(_ code: String) { self.code = code }

    init(from decoder: any Decoder) throws {
        code = try decoder.singleValueContainer().decode(String.self)
        guard code.utf8.count == 2 else {
            let context = DecodingError.Context(
                codingPath: decoder.codingPath, debugDescription: "not a country code")
            throw DecodingError.dataCorrupted(context)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(code)
    }
}

extension CountryCode: SampleProviding {
    static var samples: (CountryCode, CountryCode) { (CountryCode("NO"), CountryCode("SE")) }
}

/// The examples in the documentation of samples, and of types inside the types of repositories.
@Suite struct NestedTypeExamples {
    struct Hotel: VersionedModel {
        @DocumentID var id: String?
        var name: String
        var stars = 4

        static let migrations = Migrations<Hotel>()
            .migrate(to: 2) { $0.rename("title", to: "name") }
    }

    private let hotels: Repository<Hotel>

    init() throws {
        hotels = try Database(inMemoryNamed: "hotels").repository(of: Hotel.self)
        try hotels.save([
            Hotel(id: "hotel-1", name: "Harbour House"), Hotel(id: "hotel-2", name: "Grand"),
        ])
    }

    @Test func sampling() throws {
        struct Guest: DocumentModel {
            @DocumentID var id: String?
            var country: CountryCode
        }
        let guests = try Database(inMemoryNamed: "guests").repository(of: Guest.self)
        try guests.insert(Guest(country: CountryCode("NO")))
        #expect(try guests.filter { $0.country == CountryCode("NO") }.count() == 1)
    }

    @Test(.timeLimit(.minutes(10))) func iterating() async throws {
        var changes = hotels.filter { $0.stars >= 4 }.changes().makeAsyncIterator()
        if let change = try await changes.next() { print(change.models.count) }  // 2
        for try await change in hotels.changes() {
            for failure in change.failures { print(failure.id, failure.error) }
            #expect(change.models.count == 2)
            #expect(change.failures.isEmpty)
            break
        }
        var states = hotels.changes(of: "hotel-1").makeAsyncIterator()
        if case .present(let hotel) = try await states.next() { print(hotel.name) }
        var stream = hotels.sorted(by: \.name).stream().makeAsyncIterator()
        while let hotel = try await stream.next() { print(hotel.name) }
        #expect(try await stream.next() == nil)
    }

    @Test func `actions of middleware`() throws {
        struct PermanentError: Error {}
        struct Permanent<Model: DocumentModel>: RepositoryMiddleware {
            func perform(
                _ operation: WriteOperation<Model>,
                next: (WriteOperation<Model>) throws -> WriteOutcome<Model>
            ) throws -> WriteOutcome<Model> {
                switch operation.action {
                case .save, .patch: return try next(operation)
                case .delete, .purge: throw PermanentError()
                }
            }
        }
        let permanent = hotels.using(Permanent())
        try permanent.update("hotel-1") { $0.stars = 5 }
        #expect(throws: PermanentError.self) { try permanent.delete(id: "hotel-1") }
    }

    @Test func evolving() throws {
        let result = try hotels.sweep()
        let unchanged = result.failures.map(\.id)
        #expect(unchanged.isEmpty)
        let schema = try ModelSchema(of: Hotel.self)
        for renaming in schema.renamings { print(renaming.from, renaming.to) }  // title name
        #expect(schema.renamings.map(\.from) == ["title"])
        var older = schema
        var faxNumber = try #require(schema.fields.first)
        faxNumber.key = "faxNumber"
        older.fields.append(faxNumber)
        let difference = schema.difference(from: older)
        let dropped = difference.changes.filter { $0.kind == .dropped }.map(\.path)
        #expect(dropped == ["faxNumber"])
    }
}
