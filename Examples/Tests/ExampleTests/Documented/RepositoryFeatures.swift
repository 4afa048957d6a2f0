import Foundation
import Quire
import Testing

/// The examples in the documentation of conflicts, middleware, live selections and references.
@Suite struct RepositoryFeatureExamples {
    struct Hotel: DocumentModel, DefaultsProviding {
        @DocumentID var id: String?
        var name = ""
        var roomRate = 100.0
        var stars = 4
        var visits = 0
        var tags: [String] = []
        var lastSeen = Date(timeIntervalSince1970: 0)
        var city: Reference<City>?
        var createdAt: Date?
        var updatedAt: Date?
        var deletedAt: Date?

        static let defaults = Hotel()
    }

    struct City: DocumentModel {
        @DocumentID var id: String?
        var name: String
    }

    struct EmptyNameError: Error {}

    let database: Database
    let hotels: Repository<Hotel>

    init() throws {
        database = try Database(inMemoryNamed: "hotels")
        hotels = try database.repository(of: Hotel.self)
        try hotels.save([
            Hotel(id: "hotel-1", name: "Harbour House", city: "bergen"),
            Hotel(id: "hotel-2", name: "Grand", roomRate: 240, stars: 5, city: "oslo"),
        ])
        try database.repository(of: City.self).save(City(id: "bergen", name: "Bergen"))
    }

    @Test func mergingFields() throws {
        let loaded = try hotels.require("hotel-1")
        try hotels.update("hotel-1") { $0.visits = 2 }
        var hotel = loaded
        hotel.visits = 1
        let rule = ConflictRule<Hotel>.mergeFields {
            $0.counter(\.visits)
            $0.set(\.tags)
            $0.maximum(\.lastSeen)
        }
        try hotels.save(hotel, base: loaded, onConflict: rule)
        #expect(try hotels.require("hotel-1").visits == 3)
    }

    @Test func mergingWithPolicies() throws {
        let rule = ConflictRule<Hotel>.mergeFields { policies in
            policies.counter(\.visits)
            policies.set(\.tags)
            policies.firstWriter(\.name)
        }
        let hotels = try database.repository(of: Hotel.self, conflicts: rule)
        var hotel = try hotels.require("hotel-1")
        try hotels.update("hotel-1") { $0.tags = ["sea"] }
        hotel.tags = ["quiet"]
        #expect(try hotels.save(hotel).tags.count == 2)
    }

    @Test func merging() throws {
        var hotel = try hotels.require("hotel-1")
        try hotels.update("hotel-1") { $0.stars = 5 }
        hotel.roomRate = 90
        let rule = ConflictRule<Hotel>.merge { conflict in
            var merged = conflict.theirs ?? conflict.mine
            merged.roomRate = conflict.mine.roomRate
            return merged
        }
        try hotels.save(hotel, onConflict: rule)
        let merged = try hotels.require("hotel-1")
        #expect(merged.stars == 5)
        #expect(merged.roomRate == 90)
    }

    @Test func overwriting() throws {
        let hotel = Hotel(id: "hotel-1", name: "Fjord View")
        try hotels.save(hotel, onConflict: .overwrite)
        #expect(try hotels.require("hotel-1").name == "Fjord View")
    }

    @Test func auditing() throws {
        let entries = try database.repository(of: AuditEntry.self)
        let audited = hotels.using(
            AuditMiddleware(collection: "hotels", actor: { "reception" }) { entry in
                try entries.insert(entry)
            })
        try audited.delete(id: "hotel-1")
        #expect(try entries.count() == 1)
        for entry in try entries.sorted(by: \.date).all() {
            print(entry.action, entry.documentID, entry.actor ?? "")  // deleted hotel-1 reception
        }
    }

    @Test func auditingInRepository() throws {
        let entries = try database.repository(of: AuditEntry.self)
        let hotels = try database.repository(of: Hotel.self).audited(in: entries)
        try hotels.update("hotel-1") { $0.stars = 5 }
        #expect(try entries.all().map(\.action) == [.updated])
        let deletions = try entries.filter { $0.action == .deleted }.count()
        #expect(deletions == 0)
    }

    @Test func softDeleting() throws {
        let active = hotels.using(SoftDeleteMiddleware(\.deletedAt))
        try active.delete(id: "hotel-1")
        print(try active.count(), try active.includingDeleted.count())  // 1 2
        #expect(try active.count() == 1)
        #expect(try active.includingDeleted.count() == 2)
        #expect(try active.onlyDeleted.count() == 1)
        try active.restore(id: "hotel-1")
        #expect(try active.count() == 2)
    }

    @Test func timestamping() throws {
        let dated = hotels.using(TimestampMiddleware(created: \.createdAt, updated: \.updatedAt))
        let hotel = try dated.insert(Hotel(name: "Fjord View"))
        #expect(hotel.createdAt != nil)
        #expect(hotel.updatedAt != nil)
    }

    @Test func validating() throws {
        let validation = ValidationMiddleware<Hotel> { hotel in
            if hotel.name.isEmpty { throw EmptyNameError() }
        }
        let checked = hotels.using(validation)
        #expect(throws: EmptyNameError.self) { try checked.insert(Hotel()) }
        let named = hotels.validated { if $0.name.isEmpty { throw EmptyNameError() } }
        #expect(throws: EmptyNameError.self) { try named.insert(Hotel()) }
    }

    @Test func intercepting() throws {
        struct Logging<Model: DocumentModel>: RepositoryMiddleware {
            func perform(
                _ operation: WriteOperation<Model>,
                next: (WriteOperation<Model>) throws -> WriteOutcome<Model>
            ) throws -> WriteOutcome<Model> {
                print(operation.id, operation.isNew ? "is new" : "exists")
                return try next(operation)
            }
        }
        struct Tracing<Model: DocumentModel>: RepositoryMiddleware {
            func perform(
                _ operation: WriteOperation<Model>,
                next: (WriteOperation<Model>) throws -> WriteOutcome<Model>
            ) throws -> WriteOutcome<Model> {
                let outcome = try next(operation)
                print(outcome.id, "is at", outcome.revisionID as Any)
                return outcome
            }
        }
        try hotels.using(Logging(), Tracing()).insert(Hotel(id: "hotel-3", name: "Fjord View"))
        #expect(try hotels.count() == 3)
    }

    @Test func restricting() throws {
        let isActive = SoftDeleteMiddleware<Hotel>(\.deletedAt).condition(in: .live)
        let condition = try #require(isActive)
        #expect(try hotels.filter { _ in condition }.count() == 2)
    }

    @Test(.timeLimit(.minutes(10))) func observing() async throws {
        for try await change in hotels.changes() {
            print(change.inserted.map(\.id), change.updated.map(\.id), change.removed)
            if change.failures.isEmpty { break }
        }
        let changes = hotels.filter { $0.stars >= 4 }.changes()
        for try await change in changes {
            print(change.models.map(\.name))  // ["Harbour House", "Grand"]
            if change.models.count == 2 { break }
        }
        for try await state in hotels.changes(of: "hotel-1") {
            guard case .present(let hotel) = state else { continue }
            print(hotel.name)
            break
        }
        var states = hotels.changes(of: "hotel-1").makeAsyncIterator()
        let current = try await states.next()
        switch current {
        case .present(let hotel): print(hotel.name)
        case .absent: print("no hotel")
        case .unreadable(let error): print(error)
        case nil: print("closed")
        }
        guard case .present = current else {
            Issue.record("hotel-1 is missing")
            return
        }
    }

    @Test func resolving() throws {
        let hotel = try hotels.require("hotel-1")
        let cities = try database.repository(of: City.self)
        if let city = try hotel.city?.resolve(in: cities) { print(city.name) }  // Bergen
        let all = try hotels.all()
        let resolved = try cities.resolve(all, \.city)
        for hotel in all { print(hotel.name, resolved[hotel.city]?.name ?? "unknown city") }
        print(resolved.missing.map(\.id))  // ["oslo"]
        #expect(resolved.missing == ["oslo"])
    }

    @Test func storing() throws {
        struct Note: DocumentModel {
            var text: String
        }
        let notes = try database.repository(of: Note.self)
        let id = try notes.insert(Note(text: "quiet"), id: "note-1").id
        var note = try #require(try notes.findStored(id))
        note.text = "The room is quiet."
        note = try notes.save(note)  // throws `conflict` if another writer has saved the note
        #expect(try notes.findStored(id)?.text == "The room is quiet.")
    }
}

/// The examples in the documentation of migrations, schemas and families.
@Suite struct RepositoryEvolutionExamples {
    struct Hotel: VersionedModel {
        @DocumentID var id: String?
        var name: String
        var stars: Int

        static let migrations = Migrations<Hotel>()
            .migrate(to: 2) { $0.rename("title", to: "name") }
            .migrate(to: 3) { $0.setDefault("stars", to: 3) }
    }

    @Test func sweeping() throws {
        let database = try Database(inMemoryNamed: "hotels")
        let collection = try database.defaultCollection()
        let json = #"{"type":"hotel","title":"Grand"}"#
        try collection.save(document: MutableDocument(id: "hotel-1", json: json))
        let hotels = try database.repository(of: Hotel.self)
        let result = try hotels.sweep { progress in
            print("\(progress.done) of \(progress.total)")
        }
        print("\(result.migrated) hotels were migrated.")
        for failure in result.failures { print(failure.id, failure.error) }
        #expect(result.migrated == 1)
        #expect(try hotels.require("hotel-1").stars == 3)
    }

    @Test func changingBodies() throws {
        let migrations = Migrations<Hotel>().migrate(to: 2) { body in
            body.move("city", to: "address.city")
            body.remove("faxNumber")
            body.each("rooms") { $0.setDefault("beds", to: 2) }
        }
        #expect(migrations.current == 2)
        let converting = Migrations<Hotel>().migrate(to: 2) {
            $0.convert("stars", from: Double.self) { Int($0.rounded()) }
        }
        #expect(converting.current == 2)
    }

    @Test func recordingSchemas() throws {
        let database = try Database(inMemoryNamed: "hotels")
        let hotels = try database.repository(of: Hotel.self)
        let change = try hotels.recordSchema()  // the changes since the last recorded schema
        for change in change.changes { print(change) }
        let difference = try hotels.schemaDifference()
        if !difference.isEmpty { print(difference) }
        #expect(difference.isEmpty)
        let schema = try ModelSchema(of: Hotel.self)
        for field in schema.fields { print(field.key, field.type) }
        #expect(schema.fields.map(\.key).contains("stars"))
        let names = schema.fields.filter { $0.type == .string }.map(\.key)  // ["name"]
        #expect(names == ["name"])
        for change in try hotels.schemaDifference().changes where !change.isReadable {
            print(change.path, change.kind, change.detail)
        }
    }

    @Test func declaringFamilies() throws {
        struct Hotel: Codable, Sendable {
            @DocumentID var id: String?
            var name: String
        }
        struct Hostel: Codable, Sendable {
            @DocumentID var id: String?
            var beds: Int
        }
        enum Lodging: DocumentFamily {
            case hotel(Hotel)
            case hostel(Hostel)
            case unknown(UnknownDocument)

            static let members: [FamilyMember<Lodging>] = [
                FamilyMember("hotel", Lodging.hotel),
                FamilyMember("hostel", aliases: ["dormitory"], Lodging.hostel),
                .unknown(Lodging.unknown),
            ]

            var member: any Codable & Sendable {
                switch self {
                case .hotel(let hotel): hotel
                case .hostel(let hostel): hostel
                case .unknown(let document): document
                }
            }
        }
        let database = try Database(inMemoryNamed: "lodgings")
        let lodgings = try database.repository(of: Lodging.self)
        try lodgings.save(.hostel(Hostel(id: "hostel-1", beds: 40)))
        let collection = try database.defaultCollection()
        try collection.save(document: MutableDocument(id: "tent-1", json: #"{"type":"tent"}"#))
        for case .unknown(let document) in try lodgings.all() {
            print(document.typeName, document.body.count)  // tent 1
        }
        let large = try lodgings.filter(Hostel.self) { $0.beds > 30 }.all()
        #expect(large.count == 1)
        let medium = lodgings.filter(Hostel.self) {
            $0.beds > 30
            $0.beds < 100
        }
        #expect(try medium.count() == 1)
    }
}
