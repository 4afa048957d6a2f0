import Foundation
import Quire
import QuireTesting
import Testing

/// The examples in the documentation of the module QuireTesting.
@Suite struct QuireTestingExamples {
    struct Hotel: DocumentModel {
        var name: String
        var roomRate: Double

        enum CodingKeys: String, CodingKey {
            case name, roomRate = "room_rate"
        }
    }

    @Test func `hotels survive a round trip`() {
        expectRoundTrips(Hotel.self, fixtures: [#"{"name":"Grand","room_rate":240}"#])
    }

    @Test func checking() throws {
        var check = ModelCheck(Hotel.self)
        check.count = 20
        check.fixtures = [#"{"name":"Grand","room_rate":240}"#]
        let findings = check.findings()
        #expect(findings.isEmpty)
        for finding in findings {
            print(finding.check.rawValue, finding.problem, finding.value ?? "")
        }
        let decodingProblems = findings.filter { $0.check == .fixture }
        #expect(decodingProblems.isEmpty)
        for hotel in try ModelCheck(Hotel.self).values().prefix(3) { print(hotel) }
    }

    @Test func checkingWithOptions() {
        let check = ModelCheck(Hotel.self, fixtures: [#"{"name":"Grand","room_rate":240}"#])
        for finding in check.findings() { print(finding) }
        #expect(check.fixtures.count == 1)
    }

    @Test func inMemoryDatabase() throws {
        let hotels = try InMemoryDatabase().repository(of: Hotel.self)
        #expect(try hotels.count() == 0)
    }

    @Test func injectedErrors() throws {
        let database = InMemoryDatabase()
        database.injectErrors { operation in
            operation.kind == .commit ? QuireError(.ioError, "The disk is full.") : nil
        }
        let hotels = try database.repository(of: Hotel.self)
        #expect(throws: QuireError.self) { try hotels.save(Hotel(name: "Grand", roomRate: 240)) }
        database.injectErrors { operation in
            guard operation.kind == .save, operation.documentID == "hotel-2" else { return nil }
            return QuireError(.ioError, "The disk is full.")
        }
        try hotels.save(Hotel(name: "Grand", roomRate: 240))
        #expect(try hotels.count() == 1)
        let writes: Set<InMemoryOperation.Kind> = [.save, .delete, .purge]
        #expect(writes.count == 3)
    }

    @Test func inMemoryStore() throws {
        struct Hotel: DocumentModel {
            @DocumentID var id: String?
            var name: String
            var roomRate: Double
        }
        let hotels = InMemoryStore().repository(of: Hotel.self)
        try hotels.save(Hotel(name: "Harbour House", roomRate: 121))
        #expect(try hotels.filter { $0.roomRate < 150 }.count() == 1)
    }
}

/// The examples in the documentation of expectations about stored properties and indexes.
@Suite struct QuireTestingExpectationExamples {
    struct Hotel: DocumentModel {
        @DocumentID var id: String?
        var name: String
        var roomRate: Double
        var address: Address

        enum CodingKeys: String, CodingKey {
            case id, name, address, roomRate = "room_rate"
        }
    }

    struct Address: Codable {
        var city: String
    }

    @Test func storedPaths() {
        expectStored(\Hotel.roomRate, at: "room_rate")
        expectStored(\Hotel.address.city, at: "address.city")
    }

    @Test func indexes() throws {
        let database = try Database(inMemoryNamed: "hotels")
        try database.defaultCollection().createIndex(
            withName: "byCity", config: ValueIndexConfiguration(["type", "address.city"]))
        let hotels = try database.repository(of: Hotel.self)  // a database with the app's indexes
        expectIndexed(hotels.filter { $0.address.city == "Bergen" }, by: "byCity")
        let query = try database.createQuery(
            "SELECT room_rate FROM _ WHERE type = 'hotel' AND address.city = 'Bergen'")
        expectIndexed(query, by: "byCity")
    }
}
