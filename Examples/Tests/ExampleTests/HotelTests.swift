import Quire
import QuireTesting
import Testing

@testable import HotelBookmarks

@Suite struct HotelTests {
    @Test func `hotels survive a round trip`() {
        expectRoundTrips(Hotel.self)
    }

    @Test func `properties are stored where queries expect them`() {
        expectStored(\Hotel.hasVacancy, at: "vacancy")
        expectStored(\Hotel.location.latitude, at: "geo.lat")
    }

    @Test func `the hotels of a city are found by an index`() throws {
        let collection = try Database(inMemoryNamed: "guest").defaultCollection()
        try collection.createIndex(
            withName: "byCity", config: ValueIndexConfiguration(["type", "city"]))
        let hotels = collection.repository(of: Hotel.self)
        expectIndexed(hotels.filter { $0.city == "Bergen" }, by: "byCity")
    }
}
