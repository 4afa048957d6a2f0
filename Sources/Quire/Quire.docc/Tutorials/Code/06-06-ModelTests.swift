import Quire
import QuireTesting
import Testing

@testable import TravelNotebook

@Suite struct ModelTests {
    @Test func modelsSurviveRoundTrips() {
        expectRoundTrips(Trip.self)
        expectRoundTrips(Note.self)
    }

    @Test func tripsOfTheFirstVersionCanBeRead() {
        expectRoundTrips(
            Trip.self,
            fixtures: [#"{"title":"Porto","country":"Portugal","days":3,"budget":300}"#])
    }

    @Test func propertiesKeepTheirKeys() {
        expectStored(\Trip.budget, at: "budget")
        expectStored(\Trip.start, at: "start")
        expectStored(\Note.trip, at: "trip")
    }
}
